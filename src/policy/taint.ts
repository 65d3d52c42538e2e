import { type CompiledLayer, compilePolicy } from './compile-policy.ts';
import { normalizeHost } from './patterns/host-pattern.ts';
import { viewPath } from './patterns/path-glob.ts';
import type { Facts, RuntimePolicy } from './types.ts';

/** The name that stands for hosts which cannot be named beforehand. */
export const ANY_HOST = '*';

/** Whether reading this real path counts as reading private data: by the policy, and always outside of the root. */
export function isPrivate(policy: RuntimePolicy, root: string): (absolute: string) => boolean {
  const layers = compilePolicy(policy);
  return absolute => {
    const path = viewPath(absolute, root);
    return path.relative === undefined || layers.some(layer => layer.private.find(path) !== undefined);
  };
}

type SendingFacts = Pick<Facts, 'effects' | 'proxied'> & Partial<Pick<Facts, 'required' | 'trust'>>;

/**
 * Hosts to which a call may send data: those it names, and `*` where it runs something (or may do anything) and the
 * policy grants the network, unless its author says that it only looks. A proxied call reaches hosts that it has not
 * named only if the proxy is told that it may. Hosts that a person let private data go to belong into the session's
 * `hostsAllowed`.
 */
export function outgoing(facts: SendingFacts, policy: RuntimePolicy): readonly string[] {
  if (facts.effects.length === 0) return NOWHERE;
  return outgoingOf(facts, policy.capabilities.includes('network'));
}

function outgoingOf(facts: SendingFacts, network: boolean): readonly string[] {
  const { effects, proxied } = facts;
  const free = network && !proxied;
  if (effects === 'everything') return free && !onlyLooks(facts) ? [ANY_HOST] : NOWHERE;
  if (!effects.some(({ kind }) => kind === 'network' || kind === 'execute')) return NOWHERE;
  const hosts = new Set<string>();
  for (const { kind, resource } of effects) {
    if (kind === 'network') hosts.add(normalizeHost(resource));
    else if (kind === 'execute' && free) hosts.add(ANY_HOST);
  }
  return [...hosts];
}

/**
 * Hosts that a person must be asked about: private data, untrusted content and a way out come together. The call itself
 * counts too: the files it reads, and, where it runs something with the network, the content that comes in meanwhile.
 */
export function leaksTo(facts: Facts, layer: CompiledLayer): readonly string[] {
  const { session, effects } = facts;
  const hosts = outgoingOf(facts, layer.grants.has('network'));
  if (hosts.length === 0) return NOWHERE;
  const runs = effects === 'everything' || effects.some(({ kind }) => kind === 'execute');
  const fetches = runs && (session.privateRead || hosts.some(host => host !== ANY_HOST));
  if (!session.tainted && !fetches) return NOWHERE;
  if (!session.privateRead && !readsPrivate(facts, layer)) return NOWHERE;
  return hosts.filter(host => !session.hostsAllowed.includes(host));
}

const NOWHERE: readonly string[] = [];

/** Whether a call only needs to read, in the words of an author who is trusted. */
const onlyLooks = ({ required = [], trust = 'untrusted' }: SendingFacts): boolean =>
  trust !== 'untrusted' && required.length > 0 && required.every(capability => capability === 'read');

/**
 * Whether a call reads private data. A file that is named counts always. Files that might be read, in a folder or by
 * code that nobody sees, count in a session that holds untrusted content: that content could have asked for it.
 */
function readsPrivate(facts: Facts, layer: CompiledLayer): boolean {
  const { effects, root, session, proxied, mayReadPrivate, readsMarked } = facts;
  if (readsMarked) return true;
  if (session.tainted && mayReadPrivate) return true;
  if (effects === 'everything') return session.tainted;
  return effects.some(({ kind, resource, tree, about }) => {
    if (kind !== 'read' || about) return false;
    if (tree) return session.tainted && !proxied;
    const path = viewPath(resource, root);
    return path.relative === undefined || layer.private.find(path) !== undefined;
  });
}
