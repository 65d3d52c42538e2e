import { decide } from '../../policy/decide.ts';
import { normalizeHost } from '../../policy/patterns/host-pattern.ts';
import type { Decision, Rule } from '../../policy/types.ts';
import { connects, UNROUTED } from '../../tool/effect.ts';
import type { Assessed, Judged, Permitted } from '../call-states.ts';

/** Whether the program that the call runs can reach any host. */
export const canReach = ({ runtime, effects }: Assessed): boolean => {
  const { capabilities, network, ruleLists } = runtime.policy();
  if (!capabilities.includes('network')) return false;
  if (effects !== 'everything' && effects.some(({ kind }) => kind === 'network')) return true;
  return network.allow.length > 0 || ruleLists.some(({ rules }) => rules.some(allowsHost));
};

const allowsHost = ({ effect, verdict }: Rule): boolean => effect === 'network' && verdict === 'allow';

/**
 * Whether a running call may reach a host that it had not named: only one that the policy allows without asking. The
 * call may reach a host that it had named and a person has granted, except this machine and its networks: a yes to a
 * command opens no door there, only a rule does.
 */
export function mayReach(call: Judged | Permitted): ((host: string, near?: boolean) => boolean) | undefined {
  if (!canReach(call)) return undefined;
  const told = new Set<string>();
  return (host, near = false) => {
    if (host === UNROUTED) return false;
    const granted = isGranted(call, host);
    if (granted && !near) return true;
    const { verdict, reasons } = judge(call, host, granted);
    if (verdict === 'allow') {
      // The answer of the host is untrusted.
      call.scope.session.tainted = true;
      return true;
    }
    const [why] = reasons;
    // A name ending in `.invalid` leads nowhere, and nobody wonders why.
    if (why?.from === 'taint' && !told.has(host) && !host.endsWith('.invalid')) {
      told.add(host);
      call.trail.note(`${host} was not reached: ${why.text}. A person is asked about a command that names the host.`);
    }
    return false;
  };
}

/** Whether a host that a rehearsal has tried in vain is one that the policy lets the call reach. */
export const wouldReach = (call: Judged, host: string): boolean =>
  canReach(call) && judge(call, host, false).verdict === 'allow';

const isGranted = (call: Judged | Permitted, host: string): boolean =>
  'granted' in call &&
  call.granted === true &&
  call.effects !== 'everything' &&
  call.effects.some(({ kind, resource }) => kind === 'network' && resource === host);

/**
 * Judges a host as things are now: other calls may have brought something in meanwhile, and so may this call itself.
 * Whether private data may go to a host that the call had named was decided with the call.
 */
function judge({ facts, scope, runtime }: Judged, host: string, granted: boolean): Decision {
  const now = scope.session.facts();
  const hostsAllowed = granted ? [...now.hostsAllowed, normalizeHost(host)] : now.hostsAllowed;
  const session = { ...now, tainted: now.tainted || now.privateRead, hostsAllowed };
  // The origin of the arguments was looked at when the call was judged.
  const alone = {
    ...facts,
    session,
    effects: [connects(host)],
    danger: 'safe',
    approval: false,
    unsure: undefined,
  } as const;
  return decide(alone, runtime.policy());
}
