import type { HandedOver, Incoming, Resolved, SentBack } from './call-states.ts';

// Findings of later stages on a call do not hold once the call begins anew. So the fields are named one by one, and the
// records keep each finding until it is found again.

/** The call that this one stands for. */
export function toIncoming(call: Incoming, { name, args, by }: HandedOver): Incoming {
  const inner = { ...asItCame(call), name, args, given: args, by };
  call.trail.goBack(inner);
  return inner;
}

/** The call with the arguments that it goes on with. */
export function toResolved(call: Resolved, { back }: SentBack): Resolved {
  const { tool, ready, alias, alsoAs, survey, progress, changedByPerson, rounds, unrehearsed } = call;
  const known = { tool, ready, alias, alsoAs, survey, progress, changedByPerson, rounds, unrehearsed };
  const again = { ...asItCame(call), ...known, ...back };
  call.trail.goBack(again);
  return again;
}

function asItCame(call: Incoming): Incoming {
  const { callID, sessionID, agent, request, scope, stop, runtime, startedAt, dry, trail } = call;
  const { name, args, given, by } = call;
  const origin = { callID, sessionID, agent, request, scope, stop, runtime, startedAt, dry, trail };
  return { ...origin, name, args, given, by };
}
