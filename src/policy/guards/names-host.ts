import { normalizeHostPattern } from '../patterns/host-pattern.ts';
import type { Rule, RuntimePolicy } from '../types.ts';

/**
 * Whether the policy of whoever runs this opens just this host, by its name. Neither a `*`, nor an agent's or a project's
 * policy, which lie above it, does: for this machine and its networks nothing else counts.
 */
export function namesHost({ layers, ...policy }: RuntimePolicy, host: string): boolean {
  const { network, ruleLists } = layers?.[0] ?? policy;
  const isIt = (pattern: string | undefined) => pattern !== undefined && normalizeHostPattern(pattern) === host;
  const opens = ({ effect, match, verdict }: Rule) => verdict === 'allow' && effect === 'network' && isIt(match);
  return network.allow.some(isIt) || ruleLists.some(({ rules }) => rules.some(opens));
}
