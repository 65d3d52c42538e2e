import type { Approver, CallOptions, CallRequest, Toolgate } from '../../index.ts';
import { isRecord } from '../../schema/json.ts';
import { readSaidList, readSaidText, recordOf } from '../read-said.ts';
import { questionOn, type ShownQuestion, showQuestion } from '../show-question.ts';
import { digestOf, type Note } from './notes.ts';

type Interrupt = (question: unknown) => unknown;
type Reply = Awaited<ReturnType<Approver>>;

interface InterruptInput {
  readonly request: CallRequest;
  readonly options: CallOptions;
  readonly interrupt: Interrupt;
  readonly note: Note;
  readonly save: () => Promise<void>;
}

/** The effect of a person's answer on a call. */
type AnswerOutcome = Pick<CallOptions, 'approver' | 'refused'>;

/**
 * Asks before anything has happened: a graph that goes on runs the tool from its start, and `interrupt` then gives the
 * answers, one by one in the order of the questions. So each earlier question is put again. A yes counts for the text
 * shown with it: where the call would now do something else, the person is asked anew. A no stays a no.
 */
export async function askByInterrupt(gate: Toolgate, asked: InterruptInput): Promise<AnswerOutcome> {
  const { request, options, note } = asked;
  const question = await questionOn(gate, request, options);
  const shown = question ? showQuestion(question) : NOT_NEEDED;
  const value = question ? interruptWith(question, shown) : { ...request, description: NOT_NEEDED };
  let reply: unknown;
  for (let place = 0; place < note.asked.length; place++) reply = await put(value, { place, shown }, asked);
  for (let place = note.asked.length; ; place++) {
    const before = note.asked.at(-1);
    const answer = before === undefined ? undefined : replyOf(reply, question?.tool ?? request.name);
    if (question && before === digestOf(shown)) return { approver: approverOf(shown, answer) };
    if (before !== undefined && !isYes(answer)) return { refused: refusalIn(answer) };
    if (!question && recordOf(answer).modifiedArgs !== undefined) return { refused: OTHERWISE };
    if (!question) return {};
    reply = await put(value, { place, shown }, asked);
    note.asked = [...note.asked, UNKNOWN];
  }
}

/** The note of a question that nobody has noted, though its answer came. */
const UNKNOWN = '';

/** The answer for a call that was to be asked about when the graph was stopped for something else. */
const NOT_NEEDED = 'This call needs no approval any more';
const OTHERWISE = { message: 'a person wants other arguments, and meanwhile things have changed; look again' };

/** Consumes the answers that belong to a call which was done before. */
export function passOver(interrupt: Interrupt, { asked }: Note): void {
  for (const _ of asked) interrupt(null);
}

/** Puts a question. The text is noted before the graph stops. */
async function put(
  value: unknown,
  { place, shown }: { readonly place: number; readonly shown: string },
  { interrupt, note, save }: InterruptInput,
): Promise<unknown> {
  try {
    return interrupt(value);
  } catch (stop) {
    note.asked = [...note.asked.slice(0, place), digestOf(shown)];
    await save();
    throw stop;
  }
}

/** The question as LangChain's own middleware for people in the loop puts it; `description` is what its consoles show. */
function interruptWith({ tool, args, reason, diff, effects, danger }: ShownQuestion, description: string): object {
  const shown = { name: tool, args, description, reason, effects, danger };
  return {
    actionRequests: [diff === undefined ? shown : { ...shown, diff }],
    reviewConfigs: [{ actionName: tool, allowedDecisions: ['approve', 'edit', 'reject'] }],
  };
}

/** An approver for one question; others are left to the gate's own. */
const approverOf =
  (shown: string, reply: Reply): Approver =>
  request =>
    showQuestion(request) === shown ? reply : undefined;

/** A decision in LangChain's words, or an answer in ours; the gate takes neither for a yes by accident. */
function replyOf(resumed: unknown, tool: string): Reply {
  const [first] = readSaidList(recordOf(resumed).decisions);
  const decision = first ?? resumed;
  if (!isRecord(decision)) return decision as Reply;
  const { type, message } = decision;
  const said = typeof message === 'string' ? { message } : {};
  if (type === 'approve') return { approved: true };
  if (type === 'reject') return { approved: false, ...said };
  if (type !== 'edit') return decision as unknown as Reply;
  const { name = tool, args } = recordOf(decision.editedAction);
  if (name !== tool) return { approved: false, message: `an edit may not make another tool of ${tool}` };
  return { approved: true, modifiedArgs: recordOf(args) };
}

const isYes = (reply: Reply): boolean => {
  const { approved, answer } = recordOf(reply);
  return approved === true || ['allow_once', 'allow_always'].includes(readSaidText(answer) || readSaidText(reply));
};

function refusalIn(reply: Reply): NonNullable<CallOptions['refused']> {
  const { message } = recordOf(reply);
  return typeof message === 'string' ? { message } : {};
}
