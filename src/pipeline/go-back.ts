import type { HandedOver, Incoming, Resolved, SentBack } from './call-states.ts';

// Findings of later stages on a call do not hold once it begins anew. So the fields are named one by one, and the
// records keep what was found until it is found again.

const AS_IT_CAME = [
  ...(['callID', 'sessionID', 'agent', 'request', 'scope', 'stop', 'runtime', 'startedAt', 'dry', 'trail'] as const),
  ...(['name', 'args', 'given', 'by'] as const),
] as const;
const AS_RESOLVED = [
  ...AS_IT_CAME,
  ...(['tool', 'ready', 'alias', 'alsoAs', 'survey', 'progress', 'changedByPerson', 'rounds', 'unrehearsed'] as const),
] as const;

/** The call that this one stands for. */
export function toIncoming(call: Incoming, { name, args, by }: HandedOver): Incoming {
  const inner: Incoming = { ...pick(call, AS_IT_CAME), name, args, given: args, by };
  call.trail.goBack(inner);
  return inner;
}

/** The call with the arguments that it goes on with. */
export function toResolved(call: Resolved, { back }: SentBack): Resolved {
  const again: Resolved = { ...pick(call, AS_RESOLVED), ...back };
  call.trail.goBack(again);
  return again;
}

const pick = <T, Key extends keyof T>(from: T, keys: readonly Key[]): Pick<T, Key> =>
  Object.fromEntries(keys.map(key => [key, from[key]])) as Pick<T, Key>;
