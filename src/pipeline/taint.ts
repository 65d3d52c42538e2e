import { isPrivate, outgoing } from '../policy/taint.ts';
import type { Call } from './call.ts';
import type { FilesOwner } from './runtime.ts';

/** What a call that is about to run brings into its session, from its start on: untrusted content, private data. */
export function markSession(call: Call): void {
  const { effects, scope, tool } = call;
  const { session } = scope;
  if (tool?.origin === 'foreign' || (effects !== 'everything' && effects.some(({ kind }) => kind === 'network'))) {
    session.tainted = true;
  }
  if (effects === 'everything' || session.privateRead) return;
  const policy = call.runtime.policy();
  const reads = effects.filter(effect => effect.kind === 'read' && !effect.tree);
  if (reads.length === 0) return;
  const secret = isPrivate(policy, call.runtime.workspace.root);
  if (reads.some(effect => secret(effect.resource))) session.privateRead = true;
}

/** Watches the paths that a call comes to see below a folder: seeing a private one counts as reading it. */
export function watchPrivate(
  call: FilesOwner,
  visible: (absolute: string) => boolean,
  secret: (absolute: string) => boolean,
): (absolute: string) => boolean {
  const { session } = call.scope;
  return absolute => {
    if (!visible(absolute)) return false;
    if (call.granted && !session.privateRead && secret(absolute)) session.privateRead = true;
    return true;
  };
}

/** A person let private data go where the call sends it: they are asked once for each host. */
export function rememberHosts(call: Call): void {
  if (!call.facts || !call.decision?.reasons.some(reason => reason.from === 'taint')) return;
  for (const host of outgoing(call.facts, call.runtime.policy())) call.scope.session.hostsAllowed.add(host);
}
