
const fs = require('node:fs'), path = require('node:path'), os = require('node:os');
const { spawnSync } = require('node:child_process');
const spec = JSON.parse(process.argv[2]);
/** Whether Node is new enough to leave tests out. */
const isNew = Number.parseInt(process.versions.node, 10) >= 22;
const ROUNDS = spec.runner !== 'node' || isNew ? 10 : 1;
const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'run-'));
const say = event => fs.appendFileSync(spec.report, JSON.stringify(event) + '\n');
const TEXTS = __TEXTS__;
/** Writes a file of ours, with constants before its text. */
function put(name, text, constants) {
  const file = path.join(temp, name);
  const lines = Object.entries(constants).map(([key, value]) => 'const ' + key + ' = ' + JSON.stringify(value) + ';\n');
  fs.writeFileSync(file, lines.join('') + text);
  return file;
}
const OUT = { OUT: spec.report };

/** The program of a package, of the project or on PATH. */
function find(name) {
  for (let folder = process.cwd(); ; folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name);
    try {
      const { bin, version } = JSON.parse(fs.readFileSync(path.join(place, 'package.json'), 'utf8'));
      const file = path.join(place, typeof bin === 'string' ? bin : bin[name]);
      if (fs.existsSync(file)) return { file, version };
    } catch {}
    if (folder === path.dirname(folder)) break;
  }
  for (const folder of (process.env.PATH || '').split(':')) {
    try {
      const file = fs.realpathSync(path.join(folder, name));
      let above = path.dirname(file);
      while (!fs.existsSync(path.join(above, 'package.json'))) above = path.dirname(above);
      return { file, version: JSON.parse(fs.readFileSync(path.join(above, 'package.json'), 'utf8')).version };
    } catch {}
  }
  return undefined;
}

const quote = text => text.replace(/[.*+?^$\{}()|[\]\\]/g, '\\$&');

/** A pattern for a name: runners join the names of groups and tests with a space, or with an arrow. */
const spaced = text => quote(text).replace(/ > | /g, '(?: > | )');

/** A pattern for names: none of the tests that crashed, and the name that was asked for. */
function pattern(crashed) {
  const without = crashed.length > 0 ? '^(?!\\s*(?:' + crashed.map(spaced).join('|') + ')$)' : '';
  if (spec.name === undefined) return without;
  return without === '' ? spaced(spec.name) : without + '[\\s\\S]*' + spaced(spec.name);
}

const ENDS = isNew ? '{js,cjs,mjs,ts,cts,mts}' : '{js,cjs,mjs}';
/** The files of a folder: Node once took folders, and takes patterns now. */
function inFolder(place) {
  if (!isNew || !fs.statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [place];
  const all = /^__?tests?__?$|^tests?$/.test(path.basename(path.resolve(place)));
  const named = ['*.test', '*-test', '*_test', 'test-*', 'test'].map(name => path.join(place, '**', name + '.' + ENDS));
  return all ? [path.join(place, '**', '*.' + ENDS)] : [...named, path.join(place, '**', 'test', '**', '*.' + ENDS)];
}

const RUNNERS = {
  vitest({ file }, reporter, { files, crashed }) {
    const names = pattern(crashed);
    const entry = path.join(path.dirname(file), 'dist', 'node.js');
    if (!fs.existsSync(entry))
      return [file, 'run', '--reporter=' + reporter, '--reporter=default', ...(names ? ['--testNamePattern=' + names] : []), ...files];
    const hook = put('hook.mjs', TEXTS.vitestHook, OUT);
    return [put('start.mjs', TEXTS.vitestStart, { ENTRY: entry, REPORTER: reporter, PATTERN: names, FILES: files, HOOK: hook, CACHE: path.join(temp, 'cache') })];
  },
  jest({ file, version }, reporter, { files, crashed }) {
    const names = pattern(crashed);
    const apart = Number.parseInt(version, 10) >= 29 ? ['--workerIdleMemoryLimit=2GB', '--maxWorkers=2'] : [];
    const places = files.map(each => (fs.statSync(each).isDirectory() ? quote(each + path.sep) : quote(each) + '$'));
    return [...spec.nodeOptions, file, '--ci', '--forceExit', '--watchman=false', '--testLocationInResults',
      '--passWithNoTests', ...apart, '--reporters=' + reporter, '--reporters=default',
      ...(names ? ['--testNamePattern=' + names] : []), ...places];
  },
  node(_, reporter, { files, crashed }) {
    return ['--import', put('hook.mjs', TEXTS.nodeHook, OUT), ...spec.nodeOptions, '--test', '--test-reporter=' + reporter, '--test-reporter-destination=stdout',
      ...(spec.name === undefined ? [] : ['--test-name-pattern=' + spaced(spec.name)]),
      // One file that never ends is not to hold up the others.
      ...(isNew ? ['--test-concurrency=4'] : []),
      ...crashed.map(each => '--test-skip-pattern=' + '/^' + quote(each).replaceAll('/', '\\/') + '$/'),
      ...(files.length > 0 ? files : spec.globs).flatMap(inFolder)];
  },
};

const program = spec.runner === 'node' ? { file: '' } : find(spec.runner);
if (!program) {
  say({ t: 'missing', program: spec.runner });
  process.exit(127);
}
const reporterName = 'reporter.' + (spec.runner === 'jest' ? 'cjs' : 'mjs');

const events = () => {
  try {
    return fs.readFileSync(spec.report, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line));
  } catch {
    return [];
  }
};

/** Tests that have begun and not ended, and whose crash was not known. */
function lost(all) {
  const open = new Map();
  for (const event of all) {
    if (event.t === 'start') open.set(event.id, event);
    if (event.t === 'end' || event.t === 'over' || event.t === 'crash') open.delete(event.id);
  }
  return [...open.values()];
}

const sayEnd = ({ status, signal }) => (signal ? 'ended by ' + signal : 'ended with exit code ' + status);

let files = spec.files;
const crashed = [];
let code = 0;
for (let round = 0; round < ROUNDS; round++) {
  const seen = events().length;
  const reporter = put(reporterName, TEXTS[spec.runner], { ...OUT, SOME: spec.name !== undefined || crashed.length > 0 });
  const ran = spawnSync(process.execPath, RUNNERS[spec.runner](program, reporter, { files, crashed }), {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (round === 0) code = ran.status === null ? 1 : ran.status;
  const all = events();
  const gone = lost(all);
  const dead = all.slice(seen).filter(event => event.dead);
  for (const { id, file } of gone) {
    const why = dead.find(each => each.file === file)?.message ?? 'The process of the tests ' + sayEnd(ran);
    say({ t: 'crash', id, message: why });
  }
  const died = [...gone, ...all.slice(seen).filter(event => event.t === 'end' && event.died)];
  // A test that holds others has not ended either: the innermost test took the process along.
  const again = died.filter(one => !died.some(other => other.file === one.file && other.name.startsWith(one.name + ' > ')));
  if (again.length === 0) break;
  files = [...new Set(again.map(({ file }) => file))].filter(file => file && fs.existsSync(file));
  crashed.push(...again.map(({ pattern, name }) => pattern || name));
  if (files.length === 0) break;
}
process.exit(code);
