import { normalizeHostPattern } from '../patterns/host-pattern.ts';
import type { Rule, RuntimePolicy } from '../types.ts';

/**
 * Whether the policy of whoever runs this opens just this host, by its name. A `*` does not count, nor the policy of an
 * agent or a project, which lies above: this machine and its networks open to nothing else.
 */
export function namesHost({ layers, ...policy }: RuntimePolicy, host: string): boolean {
  const { network, ruleLists } = layers?.[0] ?? policy;
  const isIt = (pattern: string | undefined) => pattern !== undefined && normalizeHostPattern(pattern) === host;
  const opens = ({ effect, match, verdict }: Rule) => verdict === 'allow' && effect === 'network' && isIt(match);
  return network.allow.some(isIt) || ruleLists.some(({ rules }) => rules.some(opens));
}
