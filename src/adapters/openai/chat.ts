import type { CallRequest, Outcome, Toolgate } from '../../index.ts';
import { checkOptions } from '../../index.ts';
import { isImage, showOutcome, urlOf } from '../attachments.ts';
import { offerTools } from '../offer-tools.ts';
import { readSaidList, readSaidText, recordOf } from '../read-said.ts';
import { ATTACHED_BY, cutOff, type ProviderTools, planOne, runPlannedCalls } from '../run-reply.ts';
import { type OpenAIOptions, profileOf } from './options.ts';

export interface ChatFunctionTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown>; strict: boolean };
}

export type ChatToolMessage = { role: 'tool'; tool_call_id: string; content: string };

type ImagePart = { type: 'image_url'; image_url: { url: string } };

type FilePart = { type: 'file'; file: { filename: string; file_data: string } };

/** A message with attachments: a tool's message can hold text alone. */
export interface ChatAttachmentsMessage {
  role: 'user';
  content: ({ type: 'text'; text: string } | ImagePart | FilePart)[];
}

/** A completion, a message of one, or its tool calls. */
export type ChatSaid =
  | { readonly choices: readonly { readonly message: object }[] }
  | { readonly role: string; readonly tool_calls?: readonly object[] | null }
  | readonly object[];

/** Tools whose `run` gives the messages to append: one for each call, and one more with the attachments of all. */
export type OpenAIChatTools = ProviderTools<ChatFunctionTool, ChatSaid, ChatToolMessage | ChatAttachmentsMessage>;

/** The tools of a gate for OpenAI's chat completions, and for all servers that speak that protocol. */
export function toOpenAIChatTools(gate: Toolgate, options: OpenAIOptions = {}): OpenAIChatTools {
  checkOptions('toOpenAIChatTools', options, { strict: true, vocabulary: true });
  const { strict = true, vocabulary } = options;
  const offer = offerTools(gate, { profile: profileOf(strict), vocabulary });
  return {
    losses: offer.losses,
    async definitions() {
      return (await offer.list()).map(({ name, description, lowered }) => ({
        type: 'function',
        function: { name, description, parameters: { ...lowered.schema }, strict: lowered.strict },
      }));
    },
    async run(said, callOptions) {
      const lifted = await offer.lift(callsOf(said).map(readCall));
      const open = endedEarly(said) ? lifted.length - 1 : -1;
      const calls = lifted.map((call, index) => (index === open && !call.args ? cutOff(call) : call));
      const attached: ChatAttachmentsMessage['content'] = [];
      const answer = (call: CallRequest, outcome: Outcome): ChatToolMessage => {
        const { text, parts } = showOutcome(outcome, partOf);
        if (parts.length > 0) attached.push({ type: 'text', text: `${ATTACHED_BY}${call.name}:` });
        for (const part of parts) attached.push(part);
        return { role: 'tool', tool_call_id: readSaidText(call.id), content: text };
      };
      const planned = calls.map(call => planOne(call, outcome => answer(call, outcome)));
      const messages = await runPlannedCalls(gate, planned, callOptions);
      return attached.length === 0 ? messages : [...messages, { role: 'user', content: attached }];
    },
  };
}

function callsOf(said: ChatSaid): readonly unknown[] {
  if (Array.isArray(said)) return said;
  const { choices, tool_calls } = recordOf(said);
  const [first] = readSaidList(choices);
  return readSaidList(choices === undefined ? tool_calls : recordOf(recordOf(first).message).tool_calls);
}

/**
 * Whether a reply ended early: its last call may be only the beginning of one. The gate itself sees the cut of a text,
 * unless there is no text yet: no arguments at all are those of a tool that takes none.
 */
function endedEarly(said: ChatSaid): boolean {
  const [first] = readSaidList(recordOf(said).choices);
  const { finish_reason } = recordOf(first);
  return finish_reason === 'length' || finish_reason === 'content_filter';
}

/** A call of a function, or of a custom tool, whose input is a text. */
function readCall(call: unknown) {
  const { id, function: called, custom } = recordOf(call);
  const { name, arguments: args } = recordOf(called);
  const { name: customName, input } = recordOf(custom);
  return { id: readSaidText(id), name: readSaidText(name ?? customName), args: args ?? input };
}

function partOf(attachment: Parameters<typeof urlOf>[0]): ImagePart | FilePart | undefined {
  const url = urlOf(attachment);
  if (url === undefined) return undefined;
  if (isImage(attachment)) return { type: 'image_url', image_url: { url } };
  return attachment.mediaType === 'application/pdf' && attachment.data !== undefined
    ? { type: 'file', file: { filename: attachment.name, file_data: url } }
    : undefined;
}
