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
  const sizes = new Sizes(messages);
  let now = given;
  if (sizes.total(now) <= room) return now;
  const target = Math.floor(room * TARGET);
  const last = lastRound(messages);
  while (now.leftOut < last && sizes.total(now) > target) now = { ...now, leftOut: now.leftOut + 1 };
  for (const round of roundStarts(messages)) {
    if (sizes.total(now) <= target) break;
    if (round > now.dropped && round <= last) now = { ...now, dropped: round };
  }
  for (let most = 50_000; most >= 500 && sizes.total(now) > room; most = Math.floor(most / 2)) now = { ...now, most };
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

class Sizes {
  readonly #messages: readonly AgentMessage[];
  readonly #known = new Map<string, number>();

  constructor(messages: readonly AgentMessage[]) {
    this.#messages = messages;
  }

  total(shortened: Shortening): number {
    let sum = 0;
    for (const index of this.#messages.keys()) sum += this.#size(index, shortened);
    return sum;
  }

  #size(index: number, shortened: Shortening): number {
    const dropped = index > 0 && index < shortened.dropped;
    const state = dropped ? 'dropped' : index < shortened.leftOut ? 'old' : `${shortened.most} ${shortened.blind}`;
    const key = `${index} ${state}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const shown = shownMessages(this.#messages[index]!, index, shortened);
    const size = shown.reduce((sum, one) => sum + measureMessage(one), 0);
    this.#known.set(key, size);
    return size;
  }
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
