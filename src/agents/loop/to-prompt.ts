import type { JSONObject, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { tokensOf } from '../../pipeline/record/tokens.ts';
import { isRecord } from '../../schema/json.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import type { AgentMessage, Reply, SaidPart, Shortening } from './history.ts';

/** The conversation as a model is sent it: every call is followed by its result, shortened or not. */
export function toPrompt(system: string, messages: readonly AgentMessage[], shortened: Shortening) {
  const prompt: LanguageModelV4Prompt = [{ role: 'system', content: system }];
  for (const [index, message] of messages.entries()) addAll(prompt, shownMessages(message, index, shortened));
  return prompt;
}

/** The shown part of a message: nothing of a dropped one, but a note in the place of the first. */
export function shownMessages(message: AgentMessage, index: number, shortened: Shortening): LanguageModelV4Message[] {
  if (index > 0 && index < shortened.dropped) return index === 1 ? [userText(droppedNote(shortened))] : [];
  const old = index < shortened.leftOut;
  if (message.role === 'user') return [userText(message.text)];
  if (message.role === 'assistant') {
    const content = message.parts.filter(isSaid).map(part => saidPart(part, old));
    return content.length > 0 ? [{ role: 'assistant', content }] : [];
  }
  const results = message.replies.map(reply => {
    const output = {
      type: reply.ok ? 'text' : 'error-text',
      value: replyText(reply, old, shortened).toWellFormed(),
    } as const;
    return { type: 'tool-result' as const, toolCallId: reply.toolCallId, toolName: plainName(reply.name), output };
  });
  const shown: LanguageModelV4Message[] = [{ role: 'tool', content: results }];
  const images = old || shortened.blind ? [] : message.replies.flatMap(imagesOf);
  // Not every provider takes an image as part of a result; all take it from the user.
  if (images.length > 0) shown.push({ role: 'user', content: images.flat() });
  return shown;
}

const userText = (text: string): LanguageModelV4Message => {
  return { role: 'user', content: [{ type: 'text', text: text.toWellFormed() }] };
};

/** Whether a part has letters: some providers refuse a text without any, and the whole conversation from then on. */
const isSaid = (part: SaidPart): boolean =>
  part.type === 'call' || part.text.trim() !== '' || (part.type === 'reasoning' && part.metadata !== undefined);

/** A name that a provider takes. The model made up a name that no tool can have, and was told so. */
const plainName = (name: string): string =>
  /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? name : name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed';

const droppedNote = ({ dropped }: Shortening): string =>
  `[${dropped - 1} earlier messages of this conversation are left out to save room. Look at the files again where you need to.]`;

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

function saidPart(part: SaidPart, old: boolean): AssistantPart {
  const options = part.metadata ? { providerOptions: part.metadata } : {};
  if (part.type !== 'call') return { type: part.type, text: part.text.toWellFormed(), ...options };
  const { toolCallId, name } = part;
  const input = inputOf(part.input);
  const shown = old ? shortInput(input) : input;
  return { type: 'tool-call', toolCallId, toolName: plainName(name), input: shown, ...options };
}

/** The input of a call. Providers take nothing but an object; any other input is shown as the text that it was. */
export function inputOf(written: string): JSONObject {
  const text = written.toWellFormed();
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    // Providers write the value again, and a value that is nested too deeply can be read but not written.
    JSON.stringify(value);
    if (isRecord(value)) return value as JSONObject;
  } catch {
    // A text that is no JSON is shown as it is.
  }
  return { unreadable_json: text };
}

const MOST_OLD_INPUT = 400;

function shortInput(input: JSONObject): JSONObject {
  const shortened = Object.entries(input).map(([key, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    if (text.length <= MOST_OLD_INPUT) return [key, value] as const;
    return [key, `${text.slice(0, 100)}… [${text.length - 100} characters left out to save room]`] as const;
  });
  return Object.fromEntries(shortened);
}

/** The least size of an output to leave out: the line in its place would be no shorter. */
const SMALL = 60;

function replyText({ name, text }: Reply, old: boolean, { most }: Shortening): string {
  if (old) {
    const tokens = tokensOf(text);
    if (tokens <= SMALL) return text;
    return `[Left out to save room: about ${tokens} tokens of what ${name} gave. ${keptWhere(text)}]`;
  }
  if (most === null || text.length <= most) return text;
  const half = Math.max(100, Math.floor(most / 2));
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters left out to save room. ${keptWhere(text)} …]\n${text.slice(-half)}`;
}

function keptWhere(text: string): string {
  const place = /output:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0];
  return place ? `It is kept; read_file path="${place}" shows it.` : 'Make the call again if you need it.';
}

function imagesOf({ name, images = [] }: Reply) {
  return images.flatMap(({ name: file, mediaType, data }) => [
    { type: 'text' as const, text: `[${name} attached ${file}]` },
    { type: 'file' as const, mediaType, filename: file, data: { type: 'data' as const, data } },
  ]);
}
