import type { CallRequest, Outcome, Toolgate } from '../index.ts';
import { type ReplyOptions, tellUserTexts } from './user-texts.ts';

/** One call of a provider: the gate's calls that it stands for, mostly one, and the result that their outcomes make. */
export interface PlannedCall<Result> {
  readonly calls: readonly CallRequest[];
  readonly answer: (outcomes: readonly Outcome[]) => Result;
}

/** A call that can be planned only after a look at something. */
interface LookingCall<Result> {
  readonly look: CallRequest;
  readonly plan: (seen: Outcome) => PlannedCall<Result>;
}

/**
 * Runs all calls of a round, side by side where nothing conflicts; one result each, in their order. A call that looks
 * first waits for those before it.
 */
export async function runPlannedCalls<Result>(
  gate: Toolgate,
  round: readonly (PlannedCall<Result> | LookingCall<Result>)[],
  { messages = [], ...options }: ReplyOptions = {},
): Promise<Result[]> {
  tellUserTexts(gate, options.sessionID, messages);
  const queue = gate.queue(options);
  const running: Promise<Result>[] = [];
  const run = async ({ calls, answer }: PlannedCall<Result>) =>
    answer(await Promise.all(calls.map(call => queue.add(call))));
  for (const one of round) {
    if ('calls' in one) {
      running.push(run(one));
      continue;
    }
    await Promise.all(running);
    running.push(run(one.plan(await queue.add(one.look))));
  }
  return Promise.all(running);
}
