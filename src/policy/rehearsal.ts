import { isOwnLoopback } from '../tool/effect.ts';
import type { Facts, Reason, RuntimePolicy } from './types.ts';

/**
 * Asks that a rehearsal answers: a run on a layer without the network, of which nothing is written before it is judged
 * by what it did. Nothing but these; whatever else asks is asked before anything runs.
 *
 * | what asks | why what it did is the answer |
 * |---|---|
 * | a danger that is only that the text does not show what is done | every file that it changed, and every host that it tried to reach, is seen |
 * | the loopback, where the call is held by the proxy | it is the call's own there: nothing of this machine listens on it |
 * | a rule about hosts that might hold for what is not seen | no host is reached, and those that were tried are judged |
 */
export const shownByRun = {
  danger: ({ unseen, contained, proxied }: Facts): boolean => unseen === true && contained === true && proxied === true,
  host: (host: string, { proxied }: Facts): boolean => proxied === true && isOwnLoopback(host),
  mightHold: ({ rule }: Reason, { proxied }: Facts): boolean => proxied === true && rule?.effect === 'network',
} as const;

/** Whether a rehearsal answers every question about a call, and all layers of the policy want one. */
export const wantsRehearsal = (reasons: readonly Reason[], { preview }: RuntimePolicy): boolean =>
  preview === 'safe-first' &&
  reasons.some(({ verdict }) => verdict === 'ask') &&
  reasons.every(({ verdict, shownByRun: shown }) => verdict === 'allow' || (verdict === 'ask' && shown === true));
