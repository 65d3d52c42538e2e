import type { Danger } from '../../tool/effect.ts';
import { homeOf, isWithin, knownPart, runsLater, type ShellPath, tempOf } from '../state/place.ts';
import { blind, type JudgedCommand, mild, note, risk, runScript, unseen, unsure } from '../state/run.ts';
import { isFetchedPath, locate, type Shell } from '../state/shell.ts';
import { carriesData, isKnown, isLoose, SOME, showValue, type Word } from '../state/value.ts';
import { likelySecret, secretIn } from './secrets.ts';
import { isInput, judgeForeignCode, judgeHidden, judgeInput, judgeMadeBuild } from './unseen-code.ts';

interface ReadAccess {
  /** Whether a folder is read with all below it. */
  readonly tree?: boolean;
  /** Whether names, sizes and times alone are read. */
  readonly look?: boolean;
  /** Whether the content goes elsewhere, and the command does not show it. */
  readonly unseen?: boolean;
}

export function readPath(
  run: JudgedCommand,
  value: string,
  { tree = false, look = false, unseen = false }: ReadAccess = {},
): undefined {
  if (value === '-' || value === '') return;
  const place = locate(run.shell, value);
  effect(run, 'read', place, tree, look && !tree);
  if (!look && secretIn(place.path, place.kind)) {
    run.shell.session.secrets.add(place.path);
    // A glob that picks a secret names it as well as its name does.
    const path = likelySecret(place.path);
    if (path !== place.path && secretIn(path, place.kind)) effect(run, 'read', { ...place, path }, false);
  }
  for (const one of [place, ...elsewhere(run, value)]) {
    const problem = readProblem(run, one, tree, look);
    if (problem) note(run, unseen ? 'moderate' : problem[0], problem[1]);
  }
}

export function namesSecret(shell: Shell, value: string): boolean {
  const { path, kind } = locate(shell, value);
  return kind !== 'void' && secretIn(path, kind);
}

/** Paths of the same words from the folder where the shell may be instead. */
function elsewhere({ shell }: JudgedCommand, value: string): readonly ShellPath[] {
  return shell.perhaps === undefined || value.startsWith('/') ? [] : [locate(shell, value, shell.perhaps)];
}

export function readAll(run: JudgedCommand, words: readonly Word[]): undefined {
  for (const { value } of words) readPath(run, value);
}

function readProblem(
  run: JudgedCommand,
  { path, kind }: ShellPath,
  tree: boolean,
  look: boolean,
): [Danger, string] | undefined {
  const { where } = run.shell.session;
  const shown = showValue(path);
  if (kind === 'void') return undefined;
  if (secretIn(path, kind)) {
    if (look && (kind === 'workspace' || kind === 'anywhere' || path === '/etc/passwd')) return undefined;
    return ['dangerous', `reads ${shown}, which may hold secrets`];
  }
  if (kind === 'workspace' || kind === 'temp' || kind === 'anywhere') return undefined;
  if (kind === 'device') return ['dangerous', `reads the device ${shown}`];
  if (tree && !look && kind === 'home' && /\/\.config$/.test(path))
    return ['dangerous', `reads all below ${shown}, secrets too`];
  if (tree && !look && (isWithin(homeOf(where), path) || /^\/(?:etc|proc|var|home|Users)?$/.test(path)))
    return ['dangerous', `reads all below ${shown}, secrets too`];
  if (!look && /^\/\uE000/.test(path)) return ['dangerous', 'reads files from all over the system'];
  if (kind === 'system' && (look || !/^\/(?:var|run|proc\/\d)/.test(path)))
    return tree && path === '/' ? ['moderate', 'reads all over the system'] : undefined;
  return ['moderate', `reads ${shown}, outside the workspace`];
}

/** Paths inside the workspace whose writer can have a command run or a guard taken away. */
const GUARDED = /(?:^|\/)(?:\.git(?!\/info\/exclude$)(?:\/|$)|\.toolgate(?:\/|$)|toolgate\.config\.[^/]*$)/;

interface WriteAccess {
  /** Whether the change loses nothing that was there: a new folder, a new time. */
  readonly gentle?: boolean;
  readonly content?: string;
  readonly network?: boolean;
  readonly tree?: boolean;
}

export function writePath(
  run: JudgedCommand,
  value: string,
  { gentle = false, content, network, tree }: WriteAccess = {},
): undefined {
  if (value === '-' || value === '') return;
  const place = locate(run.shell, value);
  effect(run, 'write', place, tree ?? false);
  if (!gentle && content !== undefined) run.shell.session.made.set(place.path, { content, network: network ?? false });
  for (const one of [place, ...elsewhere(run, value)]) {
    const problem = writeProblem(run, one, gentle);
    if (problem) noteChange(run, one, problem);
  }
}

function writeProblem(run: JudgedCommand, { path, kind }: ShellPath, gentle: boolean): [Danger, string] | undefined {
  const shown = showValue(path);
  if (kind === 'void') return undefined;
  if (kind === 'anywhere')
    return [gentle ? 'moderate' : 'dangerous', 'writes to a path that is known only at run time'];
  if (kind === 'temp') return ['moderate', `writes ${shown}`];
  if (kind !== 'workspace') return ['dangerous', `writes ${shown}, outside the workspace`];
  const below = path.slice(run.shell.session.where.root.length);
  if (GUARDED.test(below)) return ['dangerous', `writes ${shown}, which runs later or guards the workspace`];
  return ['moderate', `writes ${shown}`];
}

export function removePath(run: JudgedCommand, value: string, tree: boolean): undefined {
  if (value === '') return;
  const place = locate(run.shell, value);
  effect(run, 'delete', place, tree);
  noteChange(run, place, removeProblem(run, place, tree), tree);
  if (/^~(?:\/|$)/.test(value)) risk(run, 'deletes ~, and the home folder is meant or hit by mistake');
  if (!tree && !value.includes(SOME)) return;
  if (elsewhere(run, value).some(one => removeProblem(run, one, tree)[0] === 'dangerous'))
    risk(run, `deletes ${showValue(value)} in the wrong folder if the cd before it fails`);
}

/** Notes a change. Where one file's path is known only at run time, a run would tell it; a whole folder is too much. */
const noteChange = (
  run: JudgedCommand,
  { kind }: ShellPath,
  [danger, text]: [Danger, string],
  tree = false,
): undefined => (kind === 'anywhere' && danger === 'dangerous' && !tree ? unsure(run, text) : note(run, danger, text));

export function moveAway(run: JudgedCommand, value: string): undefined {
  effect(run, 'delete', locate(run.shell, value), false);
}

function removeProblem(run: JudgedCommand, { path, kind }: ShellPath, tree: boolean): [Danger, string] {
  const { where } = run.shell.session;
  const shown = showValue(path);
  if (kind === 'anywhere') return ['dangerous', 'deletes a path that is known only at run time'];
  if (kind === 'temp') {
    const whole = /^\/(?:private\/)?(?:var\/)?tmp(?:\/[\uE000-\uE003]+)?$/.test(path) || path === tempOf(where);
    return [whole ? 'dangerous' : 'moderate', `deletes ${shown}`];
  }
  if (kind !== 'workspace') return ['dangerous', `deletes ${shown}, outside the workspace`];
  if (isWithin(where.root, path)) return ['dangerous', 'deletes the workspace'];
  const below = path.slice(where.root.length + 1);
  if (/^\.?[\uE000-\uE003]+$/.test(below) && (tree || below.includes(SOME)))
    return ['dangerous', 'deletes all of the workspace'];
  if (GUARDED.test(below)) return ['dangerous', `deletes ${shown}, the history or a guard of the workspace`];
  return ['moderate', `deletes ${shown}`];
}

function effect(
  run: JudgedCommand,
  kind: 'read' | 'write' | 'delete',
  place: ShellPath,
  tree: boolean,
  about = false,
): undefined {
  if (place.kind === 'void') return;
  run.touched.push(place.path);
  const known = knownPart(place.path);
  const whole = tree || known.tree || place.kind === 'anywhere';
  const pattern = isLoose(place.path) || place.kind === 'anywhere' ? known.path : place.path;
  run.shell.session.findings.touch(
    { kind, resource: known.path, ...(whole ? { tree: true } : about ? { about } : {}) },
    pattern,
  );
}

/** Judges a file that is run by its path: a file of the project, one that this text makes, or one from elsewhere. */
export function runFile(run: JudgedCommand, value: string, language: 'shell' | 'other'): undefined {
  if (/^(?:https?|ftp|data|blob):/.test(value)) return blind(run, `runs ${showValue(value)}, from the network`);
  if (isInput(value)) return runInput(run, language);
  const place = locate(run.shell, value);
  const { made } = run.shell.session;
  effect(run, 'read', place, false);
  // An interpreter prints the text that it cannot read as its language.
  if (namesSecret(run.shell, value)) run.shell.session.secrets.add(place.path);
  if (namesSecret(run.shell, value) && !/^(?:source|\.)$/.test(run.name))
    risk(run, `runs ${showValue(value)}, which may hold secrets`);
  judgeOrders(run);
  const content = made.get(place.path);
  if (content) {
    if (content.network || carriesData(content.content)) blind(run, `runs ${showValue(value)}, which is not known yet`);
    else if (language === 'shell' || /^#!.*\b(?:ba|da|z)?sh\b/.test(content.content)) runScript(run, content.content);
    else if (!isKnown(content.content)) blind(run, `runs ${showValue(value)}, which is not known yet`);
    else mild(run, `runs ${showValue(value)}, made by this command`);
    return;
  }
  if (isFetchedPath(run.shell.session, place.path))
    return blind(run, `runs ${showValue(value)}, fetched by this command`);
  if (place.kind === 'workspace' && /^(?:\/\uE000)+$/.test(place.path.slice(run.shell.session.where.root.length)))
    return blind(run, 'runs whatever files it finds');
  if (place.kind === 'workspace' && !isLoose(place.path))
    return mild(run, `runs ${showValue(value)}, the project's own`);
  if (place.kind === 'anywhere' && run.shell.cwd === undefined && !isLoose(value) && !value.startsWith('/'))
    return mild(run, `runs ${showValue(value)}, in a folder that is known only at run time`);
  // The job's own temp folder holds nothing but the files that this very command puts there.
  const own = place.kind === 'temp' && run.shell.session.findings.writes(place.path);
  (own ? unseen : blind)(run, `runs ${showValue(value)}, which cannot be seen here`);
}

/** Judges input that is run. Only text in the shell's own language is understood here. */
function runInput(run: JudgedCommand, language: 'shell' | 'other'): undefined {
  const { stdin } = run;
  if (!stdin) return mild(run, 'waits for code');
  if (stdin.kind === 'file') return runFile(run, stdin.path, language);
  if (stdin.kind === 'text' && language === 'shell') return void runScript(run, stdin.value);
  blind(run, stdin.kind === 'text' ? 'runs code that is not understood here' : 'runs what another program prints');
}

/** Words that tell a project's own tool to destroy something. */
const DESTROYS =
  /^(?:db:(?:drop|reset|purge|wipe|nuke)|migrate:(?:fresh|reset|refresh)|(?:doctrine:)?(?:schema|database):drop|ecto\.(?:drop|reset)|sqlflush|reset_db)$/;

function judgeOrders(run: JudgedCommand): undefined {
  if (/\bsetup\.py\b.* (?:upload|register)\b/.test(run.text)) risk(run, 'sends a package away');
  const django = run.values.some(value => /(?:^|\/)manage\.py$/.test(value)) || run.name === 'manage.py';
  if (run.values.some(value => DESTROYS.test(value) || (django && value === 'flush'))) risk(run, 'deletes a database');
  if (DELETES_ROWS.test(run.text)) risk(run, 'deletes data of a database');
}

/** Options that make a tool take its rules, settings or whole project from somewhere else. */
const TAKES =
  /^(?:-[CfFcIpSr]|-cp|-classpath|--?(?:class-path|file|makefile|prefix|cwd|dir|directory|project|project-dir|manifest-path|rootdir|config|init-script|build-file|buildfile|justfile|taskfile|rakefile|rcfile|require|import|plugins?|rulesdir|resolve-plugins-relative-to|settings|settings-file|userconfig|globalconfig|confcutdir|include|working-directory|workdir|global-settings|config-file|setupFiles|globalSetup|reporter|formatter))$/;

/** Judges code of another place, which is not the project's own. */
export function judgeElsewhere(run: JudgedCommand): undefined {
  for (const [at, value] of run.values.entries()) {
    if (value === '--') return;
    const [, inline, short] = /^--?[\w-]+=(.+)$|^-[CfFI](\/.+)$/.exec(value) ?? [];
    const name = /^-[^=]*/.exec(short === undefined ? value : value.slice(0, 2))?.[0] ?? '';
    const path = inline ?? short ?? run.values[at + 1] ?? '';
    const defined = /^-D\w*(?:COMPILER|TOOLCHAIN|LAUNCHER|LINKER|PROGRAM)\w*$/.test(name);
    if (!(defined || TAKES.test(name)) || path === '') continue;
    const { kind, path: place } = locate(run.shell, path);
    if (isFetchedPath(run.shell.session, place)) blind(run, 'runs code that was fetched by this command');
    if (!/^(?:\/|\.\.\/)/.test(path)) continue;
    if (kind === 'temp' || kind === 'outside' || kind === 'device' || (kind !== 'workspace' && runsLater(place)))
      blind(run, `takes code or settings from ${showValue(path)}`);
  }
}

/** Runs the project's build, tests and scripts. */
export function runProject(run: JudgedCommand, what = "runs the project's own code"): undefined {
  const { cwd, session } = run.shell;
  judgeOrders(run);
  judgeElsewhere(run);
  judgeHidden(run);
  judgeForeignCode(run);
  judgeMadeBuild(run);
  judgeInput(run);
  if (cwd !== undefined && isFetchedPath(session, cwd)) blind(run, 'runs code that was fetched by this command');
  else mild(run, what);
}

const DELETES_ROWS =
  / (?:runner|shell|tinker|run|eval|console) [\s\S]*\b(?:delete_all|destroy_all|delete\(\)|deleteMany|truncate|drop_table|flush)/i;
