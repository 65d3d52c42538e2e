import { posix } from 'node:path';
import { isPrivate, outgoing } from '../policy/taint.ts';
import { visible } from '../policy/visible.ts';
import type { Effect } from '../tool/effect.ts';
import type { MaybePromise } from '../tool/schema/schema.ts';
import type { Call } from './call.ts';
import { canReach } from './may-reach.ts';
import { isSandboxed, isWalled } from './repeatable.ts';
import type { FilesOwner } from './runtime.ts';

/** What a call that is about to run brings into its session, from its start on: untrusted content, private data. */
export function markSession(call: Call): void {
  const { effects, scope, tool } = call;
  const { session } = scope;
  if (tool?.origin === 'foreign' || (effects !== 'everything' && effects.some(({ kind }) => kind === 'network'))) {
    session.tainted = true;
  }
  if (session.privateRead) return;
  if (namesPrivate(call)) session.privateRead = true;
  else for (const folder of foldersRead(call)) session.suspect(folder);
}

/** What a sandbox gives to each command anew: nothing of anybody is in it. */
const ITS_OWN = /^\/(?:tmp|dev)\//;

function namesPrivate(call: Call): boolean {
  const { effects, runtime } = call;
  if (effects === 'everything') return false;
  const reads = effects.filter(({ kind, tree }) => kind === 'read' && !tree);
  if (reads.length === 0) return false;
  const { root } = runtime.workspace;
  const secret = isPrivate(runtime.policy(), root);
  const own = (path: string) => isSandboxed(call) && ITS_OWN.test(path) && !path.startsWith(`${root}/`);
  return reads.some(({ resource }) => !own(resource) && secret(resource));
}

/** Folders in which a command may read what it does not name. Other tools are watched as they read. */
function foldersRead(call: Call): readonly string[] {
  if (!isSandboxed(call)) return [];
  const { root } = call.runtime.workspace;
  if (call.opaque || call.effects === 'everything') return [root];
  const inside = (path: string) => path === root || path.startsWith(`${root}/`);
  return call.effects
    .filter(({ kind, resource, tree }) => kind === 'read' && (tree || PATTERN.test(resource)))
    .map(folderOf)
    .filter(inside);
}

const PATTERN = /[*?[]/;

const folderOf = ({ resource }: Effect): string => {
  const at = resource.search(PATTERN);
  return at < 0 ? resource : posix.dirname(`${resource.slice(0, at)}x`);
};

/**
 * Whether the session's commands could have read private files, and whether this one could. It costs a walk, so it is
 * found out only for a call with a way out, in a session that holds untrusted content.
 */
export function lookForPrivate(call: Call): MaybePromise<void> {
  const { session } = call.scope;
  call.mayReadPrivate = false;
  if (!session.tainted || session.privateRead || !hasWayOut(call)) return;
  const folders = new Set([...session.suspects, ...foldersRead(call)]);
  return folders.size === 0 ? undefined : look(call, folders);
}

const hasWayOut = (call: Call): boolean =>
  isWalled(call) ? canReach(call) : outgoing(call, call.runtime.policy()).length > 0;

async function look(call: Call, folders: ReadonlySet<string>): Promise<void> {
  const { session } = call.scope;
  const own = new Set(foldersRead(call));
  for (const folder of folders) {
    const found = await holdsPrivate(call, folder);
    if (found && own.has(folder)) call.mayReadPrivate = true;
    if (found && session.suspects.has(folder)) session.privateRead = true;
    if (!found) session.suspects.delete(folder);
  }
}

/** What comes with packages is nobody's secret, whatever it is called. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.venv|site-packages)\//;

async function holdsPrivate(call: Call, folder: string): Promise<boolean> {
  const { runtime, name: tool, alsoAs } = call;
  const { root } = runtime.workspace;
  const secret = isPrivate(runtime.policy(), root);
  const sees = visible(runtime.policy(), root, { tool, alsoAs }) ?? (() => true);
  const { files, discard } = runtime.openFiles(call, { survey: true });
  try {
    const path = posix.relative(root, folder) || '.';
    const { entries } = await files.find({ path, hidden: true, ignored: true });
    return entries.some(entry => {
      const absolute = posix.join(root, entry.path);
      return !INSTALLED.test(entry.path) && secret(absolute) && sees(absolute);
    });
  } catch {
    // A folder that is gone holds nothing; one that cannot be looked at may.
    return runtime.workspace.identity(folder) !== undefined;
  } finally {
    discard();
  }
}

/** Watches the paths that a call comes to see below a folder: seeing a private one counts as reading it. */
export function watchPrivate(
  call: FilesOwner,
  sees: (absolute: string) => boolean,
  secret: (absolute: string) => boolean,
): (absolute: string) => boolean {
  const { session } = call.scope;
  return absolute => {
    if (!sees(absolute)) return false;
    if (call.granted && !session.privateRead && secret(absolute)) session.privateRead = true;
    return true;
  };
}

/** A person let private data go where the call sends it: they are asked once for each host. */
export function rememberHosts(call: Call): void {
  if (!call.facts || !call.decision?.reasons.some(reason => reason.from === 'taint')) return;
  for (const host of outgoing(call.facts, call.runtime.policy())) call.scope.session.allowHost(host);
}
