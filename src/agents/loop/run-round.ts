import type { ActivityListener } from '../../activity/activity-stream.ts';
import { ActivityEventType } from '../../activity/event-types.ts';
import type { AgentGate } from '../../gate/toolgate.ts';
import type { CallRequest } from '../../pipeline/call.ts';
import { SEEN_IMAGES } from '../../text/kind-of-bytes.ts';
import type { Attachment } from '../../tool/context.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { Budget } from '../budget.ts';
import type { RunAgentOptions } from './agent-run.ts';
import type { Reply, SaidCall } from './history.ts';

interface RoundOptions extends Pick<RunAgentOptions, 'recall' | 'step'> {
  readonly gate: Pick<AgentGate, 'queue'>;
  readonly budget: Budget;
  /** The number that all calls of the round have. */
  readonly turn: number;
  readonly abort: AbortSignal;
  /** Fires when a person ends these calls, and not the run. */
  readonly stop?: AbortSignal | undefined;
  /** Turns arguments in the shape that the provider was sent into the tool's own. */
  readonly lift?: ((calls: readonly CallRequest[]) => Promise<readonly CallRequest[]>) | undefined;
}

/** Runs the calls of one answer, side by side where nothing conflicts. Each gets a reply, also one without room. */
export async function runRound(calls: readonly SaidCall[], options: RoundOptions): Promise<readonly Reply[]> {
  const { gate, budget, turn, abort, stop, recall, step } = options;
  const remembered = await Promise.all(calls.map(({ callID }) => recall?.(callID)));
  const asked = calls.map(({ callID, name, input }) => ({ id: callID, name, args: input }));
  const requests = options.lift ? await options.lift(asked) : asked;
  const queue = gate.queue({ turn, abort: stop ? AbortSignal.any([abort, stop]) : abort });
  const outcomes = calls.map((call, index) => {
    const known = remembered[index];
    if (known) return known;
    if (budget.calls === 0) return undefined;
    budget.spend({ calls: 1 });
    const clock = pausedByQuestions(budget);
    const own = { onEvent: clock.onEvent, step: step?.(call.callID), toolCallID: call.toolCallId };
    return queue.add(requests[index]!, own).finally(clock.end);
  });
  const settled = await Promise.all(outcomes);
  return calls.map((call, index) => {
    const outcome = settled[index];
    if (!outcome) return { ...idOf(call), ok: false, text: NO_CALLS_LEFT };
    const reply = replyOf(call, outcome);
    return stop?.aborted && outcome.error?.code === 'ABORTED' ? { ...reply, text: `${reply.text}\n${STOPPED}` } : reply;
  });
}

/** Stops the clock while a person is asked. */
function pausedByQuestions(budget: Budget): { readonly onEvent: ActivityListener; readonly end: () => void } {
  let goOn: (() => void) | undefined;
  const end = () => {
    goOn?.();
    goOn = undefined;
  };
  return {
    end,
    onEvent: ({ type, data }) => {
      if (type === ActivityEventType.APPROVAL_REQUESTED && data.waiting === true) goOn ??= budget.pause();
      if (type === ActivityEventType.APPROVAL_RESOLVED) end();
    },
  };
}

const STOPPED =
  '[The person at the terminal stopped this call. Do not make it again; go on without it, or ask what is wanted.]';

const NO_CALLS_LEFT = 'BUDGET_EXCEEDED: No calls are left; it was not run. Finish with what you have.';

const idOf = ({ callID, toolCallId, name }: SaidCall) => ({ callID, toolCallId, name });

function replyOf(call: SaidCall, { ok, output, attachments }: Outcome): Reply {
  const images: NonNullable<Reply['images']>[number][] = [];
  const lines: string[] = [];
  for (const attachment of attachments) {
    const { name, mediaType, data } = attachment;
    if (data !== undefined && SEEN_IMAGES.has(mediaType)) images.push({ name, mediaType, data });
    else lines.push(sayUnshown(attachment));
  }
  const text = [output, ...lines].filter(Boolean).join('\n\n') || '[It gave nothing.]';
  return { ...idOf(call), ok, text, images: images.length > 0 ? images : undefined };
}

/** Names an attachment's address: fetching it is a call of its own. */
function sayUnshown({ name, mediaType, url, path }: Attachment): string {
  const place = url ?? path;
  return `[Attached, but not shown here: ${name} (${mediaType})${place === undefined ? '' : `, ${place}`}]`;
}
