import { tokensOf } from '../../pipeline/record/tokens.ts';
import { ToolError } from '../../tool/error.ts';
import { newId } from '../../tool/id.ts';
import type { ModelAnswer } from '../model/ask-model.ts';
import { type AgentHistory, type AgentMessage, callsOf, lastText, type SaidPart, textOfParts } from './history.ts';

/** The most times that a model that stops in the middle, or says nothing, is asked to go on. */
const NUDGES = 3;
const GO_ON = '[Your answer was cut off at its longest. Go on from exactly where it stopped.]';
const SAY_SOMETHING = '[You have said nothing. Go on with the task, or answer in plain text if it is done.]';

/**
 * The history with an answer, and with a word to the model where there was no real answer; the tokens that the answer has
 * cost, and why the run cannot go on, if it cannot.
 */
export function appendAnswer(
  before: AgentHistory,
  { parts, finish, usage }: ModelAnswer,
): { readonly history: AgentHistory; readonly cost: number; readonly problem?: ToolError } {
  const said = named(before, parts);
  const input = usage.input ?? 0;
  const output = usage.output ?? tokensOf(said.map(part => (part.type === 'call' ? part.input : part.text)).join(''));
  const history: AgentHistory = {
    ...before,
    messages: said.length > 0 ? [...before.messages, { role: 'assistant', parts: said }] : before.messages,
    steps: before.steps + 1,
    tokens: { input: before.tokens.input + input, output: before.tokens.output + output },
  };
  const cost = input + output;
  if (finish === 'content-filter')
    return { history, cost, problem: failed("The provider's filter has stopped the model") };
  const hasCalls = said.some(part => part.type === 'call');
  const hasText = said.some(part => part.type === 'text' && part.text.trim() !== '');
  if (hasCalls || (hasText && finish !== 'length')) return { history, cost };
  if (history.messages.filter(isNudge).length >= NUDGES)
    return { history, cost, problem: failed(`The model has ${hasText ? 'not come to an end' : 'said nothing'}`) };
  const nudge: AgentMessage = { role: 'user', text: hasText ? GO_ON : SAY_SOMETHING };
  return { history: { ...history, messages: [...history.messages, nudge] }, cost };
}

const failed = (message: string): ToolError => new ToolError('EXECUTION_ERROR', message);

const isNudge = (message: AgentMessage | undefined): boolean =>
  message?.role === 'user' && (message.text === GO_ON || message.text === SAY_SOMETHING);

/** Parts with ids: our own, and those of the provider made unique, since a weak model gives the same id twice. */
function named({ messages }: AgentHistory, parts: ModelAnswer['parts']): SaidPart[] {
  const taken = new Set(messages.flatMap(message => callsOf(message).map(({ toolCallId }) => toolCallId)));
  return parts.map(part => {
    if (part.type !== 'call') return part;
    const callID = newId();
    const toolCallId = part.toolCallId === '' || taken.has(part.toolCallId) ? callID : part.toolCallId;
    taken.add(toolCallId);
    return { ...part, callID, toolCallId };
  });
}

/** Whether the model has answered, and no call is left to run. */
export function isFinished({ messages }: AgentHistory): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && callsOf(last).length === 0;
}

/** The model's last answer; an answer that was cut and continued is one. */
export function saidInTheEnd(history: AgentHistory): string {
  const { messages } = history;
  let text = lastText(history);
  for (let at = messages.length - 2; at > 1; at -= 2) {
    const [before, nudge] = [messages[at - 1], messages[at]];
    if (nudge?.role !== 'user' || nudge.text !== GO_ON || before?.role !== 'assistant') break;
    text = textOfParts(before.parts) + text;
  }
  return text;
}
