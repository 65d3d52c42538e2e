import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** Milliseconds after which a program that goes on keeps what it has compiled: most of them are killed in the end. */
const SETTLED = 1_000;
const MOST_AGE = 30 * 24 * 60 * 60 * 1_000;

/** The parameters of the function that each file becomes: what Node gives to such files, a way to import, a clock. */
export const GIVEN = 'exports,require,module,__filename,__dirname,__import,__now';

/** Modules of Node that take long to load, and that most starts do not use. */
const HEAVY = new Set([
  'node:async_hooks',
  'node:child_process',
  'node:console',
  'node:crypto',
  'node:fs/promises',
  'node:http',
  'node:https',
  'node:module',
  'node:net',
  'node:stream',
  'node:timers/promises',
  'node:tls',
  'node:tty',
  'node:vm',
  'node:worker_threads',
  'node:zlib',
]);

/**
 * Loads the built program, and keeps the code that V8 has compiled for the next start: functions too, which Node's own
 * cache leaves out, and which are most of the work. A file is known by its name, which has a hash of its content; the
 * first one has none, and nothing of it is kept.
 */
export function loadCompiled(program: string, kept: string | undefined): unknown {
  const folder = dirname(program);
  let ofPackages: NodeJS.Require | undefined;
  const loaded = new Map<string, { exports: object }>();
  const unkept = new Map<string, Script>();

  function load(name: string): object {
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const file = join(folder, name);
    const code = readFileSync(file, 'utf8');
    const cachedData = kept === undefined || file === program ? undefined : readKept(join(kept, name));
    const script = new Script(code, { filename: file, ...(cachedData ? { cachedData } : {}) });
    if (file !== program && (!cachedData || script.cachedDataRejected)) unkept.set(name, script);
    script.runInThisContext()(module.exports, require, module, file, folder, importBeside, now);
    return module.exports;
  }
  const importBeside = (id: string): Promise<unknown> =>
    import(id.startsWith('./') ? pathToFileURL(join(folder, id)).href : id);
  const outside = (id: string): object => {
    const builtin = process.getBuiltinModule(id);
    if (builtin) return builtin;
    ofPackages ??= process.getBuiltinModule('node:module').createRequire(program);
    return ofPackages(id);
  };
  const stands = new Map<string, object>();
  const require = (id: string): unknown => {
    const isFile = id.startsWith('./');
    if (!isFile && !HEAVY.has(id)) return outside(id);
    const known = stands.get(id) ?? whenUsed(() => (isFile ? load(id.slice(2)) : outside(id)));
    stands.set(id, known);
    return known;
  };

  if (kept !== undefined) {
    const keep = () => keepCompiled(kept, unkept);
    setTimeout(keep, SETTLED).unref();
    process.once('exit', keep);
  }
  return load(basename(program));
}

/** The clock of `performance`, for which Node would load ten modules. */
const now = (): number => process.uptime() * 1000;

/** Stands for a module, which is loaded when something of it is first used: few calls need most of what is imported. */
function whenUsed(load: () => object): object {
  const stand: object = Object.create(
    new Proxy(Object.prototype, {
      get(_, name) {
        const module = load();
        Object.setPrototypeOf(stand, module);
        return Reflect.get(module, name);
      },
    }),
  );
  return stand;
}

function readKept(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Keeps compiled code; where that fails, the next start is only slower. */
function keepCompiled(folder: string, unkept: Map<string, Script>): void {
  try {
    for (const [name, script] of unkept) {
      const file = join(folder, name);
      writeFileSync(`${file}.${process.pid}`, script.createCachedData(), { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
    }
    if (unkept.size > 0) removeOld(folder);
  } catch {
    // The disk is full, or the folder is gone.
  } finally {
    unkept.clear();
  }
}

/** Removes what was kept long ago: mostly of earlier versions, for every file of another one has another name. */
function removeOld(folder: string): void {
  const oldest = Date.now() - MOST_AGE;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).mtimeMs < oldest) unlinkSync(file);
  }
}
