import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { tokensOf } from '../../pipeline/record/tokens.ts';
import { type AgentMessage, callsOf, type Shortening } from './history.ts';
import { shownMessages } from './to-prompt.ts';

/** The tokens of an image, roughly, at any provider. */
const IMAGE = 1_600;
/** Tokens around each message. */
const AROUND = 8;
/** The size after a cut: a text that stays the same from step to step is cheap for providers. */
const TARGET = 0.7;

/**
 * The parts to leave out so that the conversation fits: first the outputs of the oldest calls, then the oldest rounds
 * as a whole, then the middle of the rest. The first prompt and the last round stay, and calls keep their results.
 */
export function fitContext(messages: readonly AgentMessage[], given: Shortening, room: number): Shortening {
  const total = totalOf(messages);
  let now = given;
  if (total(now) <= room) return now;
  const target = Math.floor(room * TARGET);
  const last = lastRound(messages);
  while (now.leftOut < last && total(now) > target) now = { ...now, leftOut: now.leftOut + 1 };
  for (const round of roundStarts(messages)) {
    if (total(now) <= target) break;
    if (round > now.dropped && round <= last) now = { ...now, dropped: round };
  }
  for (let most = 50_000; most >= 500 && total(now) > room; most = Math.floor(most / 2)) now = { ...now, most };
  return now;
}

/** The last answer that called a tool, where nothing was said since. */
function lastRound(messages: readonly AgentMessage[]): number {
  const at = messages.findLastIndex(message => callsOf(message).length > 0);
  return at < 0 ? messages.length : at;
}

/** Places where one may cut: in front of an answer or a word of the user, never between a call and its result. */
const roundStarts = (messages: readonly AgentMessage[]): readonly number[] =>
  messages.flatMap(({ role }, index) => (index > 1 && role !== 'tool' ? [index] : []));

/** The size of a conversation, in which a message is measured once for each way of showing it. */
function totalOf(messages: readonly AgentMessage[]): (shortened: Shortening) => number {
  const known = new Map<string, number>();
  const sizeOf = (message: AgentMessage, index: number, shortened: Shortening): number => {
    const dropped = index > 0 && index < shortened.dropped;
    const state = dropped ? 'dropped' : index < shortened.leftOut ? 'old' : `${shortened.most} ${shortened.blind}`;
    const key = `${index} ${state}`;
    const measure = () => shownMessages(message, index, shortened).reduce((sum, one) => sum + measureMessage(one), 0);
    const size = known.get(key) ?? measure();
    known.set(key, size);
    return size;
  };
  return shortened => messages.reduce((sum, message, index) => sum + sizeOf(message, index, shortened), 0);
}

export function measureMessage(message: LanguageModelV4Message): number {
  if (typeof message.content === 'string') return tokensOf(message.content) + AROUND;
  let size = AROUND;
  for (const part of message.content) {
    if (part.type === 'file') size += IMAGE;
    else if (part.type === 'text' || part.type === 'reasoning') size += tokensOf(part.text);
    else if (part.type === 'tool-call') size += tokensOf(JSON.stringify(part.input)) + AROUND;
    else if (part.type === 'tool-result' && 'value' in part.output)
      size += tokensOf(String(part.output.value)) + AROUND;
  }
  return size;
}
