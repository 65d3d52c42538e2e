import type { Effects } from '../tool/effect.ts';
import { type CompiledLayer, compilePolicy } from './compile-policy.ts';
import { normalizeHost } from './host-pattern.ts';
import { viewPath } from './path-glob.ts';
import type { Facts, RuntimePolicy } from './types.ts';

/** Stands among hosts for those that cannot be named beforehand. */
export const ANY_HOST = '*';

/** Whether reading this real path counts as reading private data: what the policy says, and all outside the root. */
export function isPrivate(policy: RuntimePolicy, root: string): (absolute: string) => boolean {
  const layers = compilePolicy(policy);
  return absolute => {
    const path = viewPath(absolute, root);
    return path.relative === undefined || layers.some(layer => layer.private.find(path) !== undefined);
  };
}

/**
 * Where a call may send data: the hosts it names, and `*` where it runs something (or may do anything) and the policy
 * grants the network. Once a person has let private data go there, these belong into the session's `hostsAllowed`.
 */
export function outgoing(facts: Pick<Facts, 'effects'>, policy: RuntimePolicy): readonly string[] {
  return outgoingOf(facts.effects, policy.capabilities.includes('network'));
}

export function outgoingOf(effects: Effects, network: boolean): readonly string[] {
  if (effects === 'everything') return network ? [ANY_HOST] : [];
  const hosts = new Set<string>();
  for (const { kind, resource } of effects) {
    if (kind === 'network') hosts.add(normalizeHost(resource));
    else if (kind === 'execute' && network) hosts.add(ANY_HOST);
  }
  return [...hosts];
}

/**
 * The hosts that a person must be asked about: private data, untrusted content and a way out come together. The call
 * itself counts too: what it reads, and, where it runs something with the network, what comes in while it runs.
 */
export function leaksTo(facts: Facts, layer: CompiledLayer): readonly string[] {
  const { session, effects } = facts;
  if (!session.tainted && !session.privateRead) return NOWHERE;
  const hosts = outgoingOf(effects, layer.grants.has('network'));
  if (hosts.length === 0) return NOWHERE;
  const tainted = session.tainted || hosts.includes(ANY_HOST);
  if (!tainted || !(session.privateRead || readsPrivate(facts, layer))) return NOWHERE;
  return hosts.filter(host => !session.hostsAllowed.includes(host));
}

const NOWHERE: readonly string[] = [];

/** A folder may hold private data; what cannot be said may read it. */
function readsPrivate({ effects, root }: Facts, layer: CompiledLayer): boolean {
  if (effects === 'everything') return true;
  return effects.some(({ kind, resource, tree }) => {
    if (kind !== 'read') return false;
    if (tree) return true;
    const path = viewPath(resource, root);
    return path.relative === undefined || layer.private.find(path) !== undefined;
  });
}
