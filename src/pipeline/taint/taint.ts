import { posix } from 'node:path';
import { visible } from '../../policy/guards/visible.ts';
import { isPrivate, outgoing } from '../../policy/taint.ts';
import type { Effect, Effects } from '../../tool/effect.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';
import type { VisibilityTest } from '../../workspace/port.ts';
import type { Assessed, Judged } from '../call-states.ts';
import { canReach } from '../effects/may-reach.ts';
import { isHeldBack, isSandboxed, isWalled } from '../effects/repeatable.ts';
import { authorshipOf } from '../origin/note-result.ts';
import { openSurvey } from '../run/survey.ts';
import type { FilesOwner, Runtime } from '../runtime.ts';

/** Marks a session with what a call that is about to run brings in, from its start: untrusted content, private data. */
export function markSession(call: Assessed): void {
  const { effects, scope } = call;
  const { session } = scope;
  for (const { resource } of contentReads(effects)) session.noteRead(resource);
  if (authorshipOf(call) !== false) session.tainted = true;
  if (call.ready.definition.private !== undefined) session.privateRead = true;
  if (namesPrivate(call)) {
    session.privateRead = true;
    if (!isSandboxed(call) && !isHeldBack(call)) markDeclared(call);
  }
  if (session.privateRead) return;
  for (const folder of foldersRead(call)) session.suspect(folder);
}

/** Marks the files that a call says it writes past the commit, to the real disk: nothing else is known of them. */
function markDeclared({ effects, runtime }: Assessed): void {
  if (effects === 'everything') return;
  const paths = effects.filter(({ kind }) => kind === 'write').map(({ resource }) => resource);
  const warn = (error: unknown) => process.emitWarning(`That files are private could not be kept: ${error}`);
  runtime.privateFiles.add(paths).catch(warn);
}

/** Folders that a sandbox gives to each command anew: they hold nothing that belongs to anybody. */
const ITS_OWN = /^\/(?:tmp|dev)\//;

/** Whether a real path is private: by the policy, or because its content came from a private file. */
export function secretTo(runtime: Pick<Runtime, 'policy' | 'workspace' | 'privateFiles'>) {
  const named = isPrivate(runtime.policy(), runtime.workspace.root);
  return (absolute: string): boolean => named(absolute) || runtime.privateFiles.holds(absolute);
}

/** Effects that read content, not a name or a size alone. */
const contentReads = (effects: Effects): readonly Effect[] =>
  effects === 'everything' || effects.length === 0 ? NONE : effects.filter(readsFile);

const readsFile = ({ kind, tree, about }: Effect): boolean => kind === 'read' && !tree && !about;
const NONE: readonly never[] = [];

/** Files that are moved: a file that a call takes away, while it writes something, can be read under the new name. */
const moved = (effects: Effects): readonly Effect[] => {
  if (effects === 'everything' || !effects.some(({ kind }) => kind === 'write')) return NONE;
  return effects.filter(({ kind }) => kind === 'delete');
};

/** Effects by which a call takes the content of a file. */
const takenFrom = (effects: Effects): readonly Effect[] => {
  const away = moved(effects);
  return away.length === 0 ? contentReads(effects) : [...contentReads(effects), ...away];
};

export function namesPrivate(call: Assessed): boolean {
  const { effects, runtime } = call;
  const touched = takenFrom(effects);
  if (touched.length === 0) return false;
  const { root } = runtime.workspace;
  const secret = secretTo(runtime);
  const own = (path: string) => isSandboxed(call) && ITS_OWN.test(path) && !path.startsWith(`${root}/`);
  return touched.some(({ resource }) => !own(resource) && secret(resource));
}

/** Folders in which a command may read files that it does not name. Other tools are watched as they read. */
function foldersRead(call: Assessed): readonly string[] {
  if (!isSandboxed(call)) return NONE;
  const { workspace, privateFiles } = call.runtime;
  if (call.opaque || call.effects === 'everything') return [workspace.root];
  if (!call.effects.some(runsGit)) return foldersNamed(call);
  return [...foldersNamed(call), ...privateFiles.below(workspace.root).filter(isOfGit)];
}

/** Whether a command runs git, which shows and sends what was committed, without naming a file. */
const runsGit = ({ kind, resource }: Effect): boolean => kind === 'execute' && /^(?:\S*\/)?git\s/.test(resource);

export const isOfGit = (path: string): boolean => path.split('/').includes('.git');

/** Folders of the workspace in which a call says that it reads. */
export function foldersNamed(call: Assessed): readonly string[] {
  const { root } = call.runtime.workspace;
  if (call.effects === 'everything') return [root];
  const read = call.effects.filter(({ kind, resource, tree }) => kind === 'read' && (tree || PATTERN.test(resource)));
  return read.map(folderOf).filter(path => path === root || path.startsWith(`${root}/`));
}

const PATTERN = /[*?[]/;

const folderOf = ({ resource }: Effect): string => {
  const at = resource.search(PATTERN);
  return at < 0 ? resource : posix.dirname(`${resource.slice(0, at)}x`);
};

/**
 * Whether the session's commands could have read private files, and whether this one could. The answer costs a walk, so
 * it is found out only for a call with a way out, in a session that holds untrusted content.
 */
export function mayReadPrivate(call: Assessed): MaybePromise<boolean> {
  if (call.scope.session.privateRead || !hasWayOut(call)) return false;
  return call.runtime.privateFiles.reload().then(() => lookWhereItMatters(call));
}

function lookWhereItMatters(call: Assessed): MaybePromise<boolean> {
  const { session } = call.scope;
  // Another process may have marked a file after this session had read it, and before the mark was known here.
  if (session.hasRead(path => call.runtime.privateFiles.holds(path))) session.privateRead = true;
  if (!session.tainted || session.privateRead) return false;
  const folders = new Set([...session.suspects, ...foldersRead(call)]);
  return folders.size > 0 && look(call, folders);
}

/** Whether a call reads a file that came from a private one, whatever the file is called. */
export const namesMarked = ({ effects, runtime }: Assessed): boolean =>
  !runtime.privateFiles.isEmpty && takenFrom(effects).some(({ resource }) => runtime.privateFiles.holds(resource));

const hasWayOut = (call: Assessed): boolean =>
  isWalled(call) ? canReach(call) : outgoing(call, call.runtime.policy()).length > 0;

async function look(call: Assessed, folders: ReadonlySet<string>): Promise<boolean> {
  const { session } = call.scope;
  let mayRead = false;
  const own = new Set(foldersRead(call));
  for (const folder of folders) {
    const found = await holdsPrivate(call, folder);
    if (found && own.has(folder)) mayRead = true;
    if (found && session.suspects.has(folder)) session.privateRead = true;
    if (!found) session.suspects.delete(folder);
  }
  return mayRead;
}

/** Folders of packages: nothing there is anybody's secret, whatever it is called. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.venv|site-packages)\//;

export async function holdsPrivate(call: Assessed, folder: string): Promise<boolean> {
  const { runtime, name: tool, alsoAs } = call;
  const { root } = runtime.workspace;
  const secret = secretTo(runtime);
  const sees = visible(runtime.policy(), root, { tool, alsoAs }) ?? (() => true);
  const marked = runtime.privateFiles.below(folder);
  if (marked.some(path => sees(path) && runtime.workspace.identity(path) !== undefined)) return true;
  const { files, discard } = openSurvey(runtime, call);
  try {
    const path = posix.relative(root, folder) || '.';
    if ((await files.stat(path))?.kind === 'file') return secret(folder) && sees(folder);
    const { entries } = await files.find({ path, hidden: true, ignored: true });
    return entries.some(entry => {
      const absolute = posix.join(root, entry.path);
      return !INSTALLED.test(entry.path) && secret(absolute) && sees(absolute);
    });
  } catch {
    // A folder that is gone holds nothing; a folder that cannot be looked at may.
    return runtime.workspace.identity(folder) !== undefined;
  } finally {
    discard();
  }
}

/** Watches the paths that a call comes to see below a folder: seeing a private path counts as reading it. */
export function watchPrivate(call: FilesOwner, sees: VisibilityTest, secret: VisibilityTest): VisibilityTest {
  const { session } = call.scope;
  return absolute => {
    if (!sees(absolute)) return false;
    if (call.granted && !session.privateRead && !isOnlySeen(call.effects, absolute) && secret(absolute))
      session.privateRead = true;
    return true;
  };
}

/** Whether a call tells nothing of the content of files, or writes this file and has not said that it reads it. */
function isOnlySeen(effects: Effects, absolute: string): boolean {
  if (effects === 'everything' || effects.length === 0) return false;
  if (effects.every(({ about }) => about)) return true;
  const here = effects.filter(({ resource }) => resource === absolute);
  return here.length > 0 && here.every(({ kind }) => kind === 'write' || kind === 'delete');
}

/** Remembers that a person let private data go to the host of a call: they are asked once for each host. */
export function rememberHosts(call: Judged): void {
  if (!call.decision.reasons.some(reason => reason.from === 'taint')) return;
  for (const host of outgoing(call.facts, call.runtime.policy())) call.scope.session.allowHost(host);
}
