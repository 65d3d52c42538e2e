import { decide } from '../policy/decide.ts';
import { connects } from '../tool/effect.ts';
import type { Call } from './call.ts';

/**
 * Whether a running call may reach a host that it had not named: only what the policy allows without asking. What it had
 * named and a person has granted, it may.
 */
export function mayReach(call: Call): ((host: string) => boolean) | undefined {
  const { facts, runtime, effects } = call;
  if (!facts || !runtime.policy().capabilities.includes('network')) return undefined;
  const named = effects === 'everything' ? [] : effects.filter(({ kind }) => kind === 'network');
  if (named.length === 0 && runtime.policy().network.allow.length === 0) return undefined;
  return host => {
    if (call.granted && named.some(({ resource }) => resource === host)) return true;
    const alone = { ...facts, effects: [connects(host)], danger: 'safe', approval: false } as const;
    return decide(alone, runtime.policy()).verdict === 'allow';
  };
}
