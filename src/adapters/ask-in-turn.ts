import type { Approver } from '../index.ts';

/** An approver that asks the second where the first leaves a question open; the gate's own comes after both. */
export function askInTurn(first: Approver | undefined, second: Approver | undefined): Approver | undefined {
  if (!first || !second) return first ?? second;
  return async (request, context) => (await first(request, context)) ?? second(request, context);
}
