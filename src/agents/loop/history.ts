import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';

/** A call as the model wrote it. */
export interface SaidCall {
  /** Our id of the call, unique; the gate is given it as the call's label. */
  readonly callID: string;
  /** The provider's id of the call, unique in the conversation. */
  readonly toolCallId: string;
  readonly name: string;
  /** The text that the model wrote; may be no JSON. */
  readonly input: string;
  readonly metadata?: SharedV4ProviderMetadata;
}

export type SaidPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly metadata?: SharedV4ProviderMetadata }
  | ({ readonly type: 'call' } & SaidCall);

/** The outcome of a call, as the model is told. */
export interface Reply {
  readonly callID: string;
  readonly toolCallId: string;
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
  /** Images, with their content in base64. */
  readonly images?: readonly { readonly name: string; readonly mediaType: string; readonly data: string }[];
}

export type AgentMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly parts: readonly SaidPart[] }
  | { readonly role: 'tool'; readonly replies: readonly Reply[] };

/** The parts of a conversation that the model is no longer shown in full, to keep under its limit. */
export interface Shortening {
  /** The first message whose outputs are kept: outputs before it are left out. */
  readonly leftOut: number;
  /** Messages from the second one up to this one are left out as a whole. */
  readonly dropped: number;
  /** The most characters of an output that are shown. */
  readonly most: number | null;
  /** Whether the model takes no images. */
  readonly blind: boolean;
}

/** A conversation and the means that it has used. Plain JSON: it can be stored, and continued elsewhere. */
export interface AgentHistory {
  readonly version: 1;
  /** The first one is the prompt. */
  readonly messages: readonly AgentMessage[];
  readonly shortened: Shortening;
  readonly steps: number;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** Milliseconds of work. */
  readonly elapsed: number;
}

/** The use of a run that begins now. */
const NOTHING_USED = { steps: 0, calls: 0, tokens: { input: 0, output: 0 }, elapsed: 0 } as const;

export function startHistory(prompt: string, context?: string): AgentHistory {
  const text = context?.trim() ? `# Context\n\n${context.trim()}\n\n# Task\n\n${prompt}` : prompt;
  const shortened = { leftOut: 0, dropped: 1, most: null, blind: false };
  return { version: 1, messages: [{ role: 'user', text }], shortened, ...NOTHING_USED };
}

/**
 * The history with a further message, and with nothing used up: a user may ask for more without end. All calls must
 * have their replies, except those that the next run makes again.
 */
export const goOnWith = (history: AgentHistory, text: string | undefined): AgentHistory => ({
  ...history,
  messages: text === undefined ? history.messages : [...history.messages, { role: 'user', text }],
  ...NOTHING_USED,
});

/** Answers of the model so far, which number the turns: they go on counting in whichever process. */
export const turnOf = ({ messages }: AgentHistory): number =>
  messages.filter(({ role }) => role === 'assistant').length;

/** Calls for messages before the last: they count for the session, and not for the present question. */
export const callsBefore = ({ messages, calls }: AgentHistory): number =>
  Math.max(0, messages.reduce((sum, message) => sum + callsOf(message).length, 0) - calls);

export const callsOf = (message: AgentMessage | undefined): readonly SaidCall[] =>
  message?.role === 'assistant' ? message.parts.filter(part => part.type === 'call') : [];

/** The calls of the last answer that have no reply yet. No request may be made while there is one. */
export function danglingCalls({ messages }: AgentHistory): readonly SaidCall[] {
  const at = messages.findLastIndex(message => callsOf(message).length > 0);
  if (at < 0) return [];
  const next = messages[at + 1];
  const answered = new Set(next?.role === 'tool' ? next.replies.map(({ callID }) => callID) : []);
  return callsOf(messages[at]).filter(({ callID }) => !answered.has(callID));
}

/** Replies belong right behind the answer that asked for them, in the order of its calls. */
export function withReplies(history: AgentHistory, replies: readonly Reply[]): AgentHistory {
  const at = history.messages.findLastIndex(message => callsOf(message).length > 0);
  const next = history.messages[at + 1];
  const known = new Map(
    [...(next?.role === 'tool' ? next.replies : []), ...replies].map(reply => [reply.callID, reply] as const),
  );
  const inOrder = callsOf(history.messages[at]).flatMap(({ callID }) => known.get(callID) ?? []);
  const rest = history.messages.slice(at + (next?.role === 'tool' ? 2 : 1));
  return { ...history, messages: [...history.messages.slice(0, at + 1), { role: 'tool', replies: inOrder }, ...rest] };
}

/** The words of an answer, without calls and thoughts. */
export const textOfParts = (parts: readonly { readonly type: string; readonly text?: string }[]): string =>
  parts.map(part => (part.type === 'text' ? part.text : '')).join('');

/** What the model has said in its last answer. */
export function lastText({ messages }: AgentHistory): string {
  for (const message of messages.toReversed()) {
    if (message.role !== 'assistant') continue;
    const text = textOfParts(message.parts);
    if (text.trim() !== '') return text;
  }
  return '';
}
