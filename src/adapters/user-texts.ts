import type { CallOptions, Toolgate } from '../index.ts';
import { readSaidList, recordOf } from './read-said.ts';

/** Options of the calls of one reply. */
export interface ReplyOptions extends CallOptions {
  /** The conversation as the provider takes it: the session takes its user's texts for the user's word. */
  readonly messages?: readonly object[];
}

/** How an adapter's message with attachments of tools begins: a provider takes attachments from a user alone. */
export const ATTACHED_BY = 'Attached by ';

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
