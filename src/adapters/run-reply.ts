import type { CallOptions, CallRequest, Outcome, Toolgate } from '../index.ts';
import type { ToolLoss } from './offer-tools.ts';
import { readSaidList, recordOf } from './read-said.ts';

/** One call of a provider: the gate's calls that it stands for, mostly one, and the result that their outcomes make. */
export interface PlannedCall<Result> {
  readonly calls: readonly CallRequest[];
  readonly answer: (outcomes: readonly Outcome[]) => Result;
}

/** A call of a provider that is one of the gate's. */
export const planOne = <Result>(call: CallRequest, answer: (outcome: Outcome) => Result): PlannedCall<Result> => {
  return { calls: [call], answer: ([outcome]) => answer(outcome!) };
};

/** A call that can be planned only after a look at something. */
interface LookingCall<Result> {
  readonly look: CallRequest;
  readonly plan: (seen: Outcome) => PlannedCall<Result>;
}

/** Runs the calls of a round side by side where nothing conflicts. One that looks first waits for those before it. */
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

/** Options of the calls of one reply. */
export interface ReplyOptions extends CallOptions {
  /** The conversation as the provider takes it: the session takes its user's texts for the user's word. */
  readonly messages?: readonly object[];
}

/** How an adapter's message with attachments of tools begins: a provider takes attachments from a user alone. */
export const ATTACHED_BY = 'Attached by ';

/** The tools of a gate for a provider. */
export interface ProviderTools<Definition, Said, Result> {
  /** The `tools` of a request; ask again before each one, for tools come and go. */
  definitions(): Promise<Definition[]>;
  /** The parts of the schemas that the model will not be held to. */
  losses(): Promise<readonly ToolLoss[]>;
  /** Runs all calls of a reply and gives what is to be sent back: a result for each, in their order. */
  run(said: Said, options?: ReplyOptions): Promise<Result[]>;
}

const TEXTS: ReadonlySet<unknown> = new Set(['text', 'input_text', undefined]);

/** Tells a session its user's texts. For an agent below another, the user is the one above, and that is a model. */
export function tellUserTexts(gate: Toolgate, sessionID: string | undefined, messages: readonly unknown[]): void {
  const session = gate.session(sessionID);
  if (!session.isBelow) for (const text of userTexts(messages)) session.said(text);
}

/** The user's texts in a conversation; texts of models and tools are in other messages, or in parts of another kind. */
const userTexts = (messages: readonly unknown[]): readonly string[] =>
  messages.map(recordOf).flatMap(({ role, content, parts }) => {
    if (role !== 'user') return [];
    const texts = [content, ...readSaidList(content ?? parts).map(textOf)].filter(text => typeof text === 'string');
    return texts.some(text => text.startsWith(ATTACHED_BY)) ? [] : texts;
  });

function textOf(part: unknown): unknown {
  const { type, text, thought } = recordOf(part);
  return TEXTS.has(type) && !thought ? text : undefined;
}

/**
 * A call that the model did not come to the end of. Libraries may have closed its open parts, so that it looks whole.
 * Half a call must not run; with its end taken away the gate refuses it, says why and records it.
 */
export function cutOff(call: CallRequest): CallRequest {
  const text = typeof call.args === 'string' ? call.args : (JSON.stringify(call.args ?? {}) ?? '{}');
  const end = text.lastIndexOf('}');
  // Without its last bracket no object is whole, however forgiving the reader is.
  return { ...call, args: (end < 0 ? text.trimEnd().slice(0, -1) : text.slice(0, end)) || '{' };
}
