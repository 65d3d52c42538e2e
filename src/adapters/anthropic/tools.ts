import { type CallRequest, checkOptions, type Tool, type Toolgate, type Vocabulary } from '../../index.ts';
import { isRecord } from '../../schema/json.ts';
import { showContent, webAddress } from '../attachments.ts';
import { type OfferedTool, offerTools } from '../offer-tools.ts';
import { readSaidList, readSaidText, recordOf } from '../read-said.ts';
import { cutOff, type PlannedCall, type ProviderTools, planOne, runPlannedCalls } from '../run-reply.ts';
import { fromBash, fromTextEditor, insertLines, lookAround, TEXT_EDITOR } from './built-ins.ts';

export interface AnthropicFunctionTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
  strict?: boolean;
}

export type AnthropicTool =
  | AnthropicFunctionTool
  | { type: 'bash_20250124'; name: 'bash' }
  | { type: 'text_editor_20250728'; name: typeof TEXT_EDITOR };

export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content: string | ContentBlock[];
  is_error?: true;
}

export interface AnthropicOptions {
  /** Hold the model to each schema that strict mode can take; default false, since all make one grammar. */
  readonly strict?: boolean;
  /** The names that the model sees. */
  readonly vocabulary?: Vocabulary;
  /** The provider's own tools: `bash` then stands in for ours, the text editor comes on top. */
  readonly builtIns?: readonly ('bash' | 'text_editor')[];
}

/** A message, its content, or some blocks of it. */
export type AnthropicSaid = { readonly content: readonly object[] | string } | readonly object[];

/** Tools whose `run` gives the content of the next message. */
export type AnthropicTools = ProviderTools<AnthropicTool, AnthropicSaid, ToolResultBlock>;

/** The tools of a gate for Anthropic's messages, also where the model uses the provider's own `bash` and text editor. */
export function toAnthropicTools(gate: Toolgate, options: AnthropicOptions = {}): AnthropicTools {
  checkOptions('toAnthropicTools', options, { strict: true, vocabulary: true, builtIns: true });
  const { strict = false, vocabulary, builtIns = [] } = options;
  const offer = offerTools(gate, { profile: strict ? 'anthropic-strict' : 'anthropic', vocabulary });
  return {
    losses: offer.losses,
    async definitions() {
      const tools = (await offer.list()).map(tool => builtInFor(tool, builtIns) ?? functionTool(tool));
      const editor: AnthropicTool = { type: 'text_editor_20250728', name: TEXT_EDITOR };
      return builtIns.includes('text_editor') ? [...tools, editor] : tools;
    },
    async run(said, callOptions) {
      const blocks = blocksOf(said);
      const uses = blocks.filter(isUse);
      const calls = await offer.lift(uses.map(readUse));
      const open = endedEarly(said) ? uses.indexOf(blocks.at(-1) as Use) : -1;
      const round = calls.map((call, index) => (index === open ? plainly(cutOff(call)) : planned(call, gate)));
      return runPlannedCalls(gate, round, callOptions);
    },
  };
}

function builtInFor({ name, origin }: OfferedTool, builtIns: readonly string[]): AnthropicTool | undefined {
  return name === 'bash' && origin === 'built-in' && builtIns.includes('bash')
    ? { type: 'bash_20250124', name }
    : undefined;
}

const functionTool = ({ name, description, lowered }: OfferedTool): AnthropicFunctionTool => ({
  name,
  description,
  input_schema: { ...lowered.schema, type: 'object' },
  ...(lowered.strict ? { strict: true } : {}),
});

const blocksOf = (said: AnthropicSaid): readonly unknown[] =>
  Array.isArray(said) ? said : readSaidList(recordOf(said).content);

/** Reasons for an early end: the last block of such a message may be only the beginning of one. */
const ENDED_EARLY: ReadonlySet<unknown> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);

const endedEarly = (said: AnthropicSaid): boolean => ENDED_EARLY.has(recordOf(said).stop_reason);

type Use = Readonly<Record<string, unknown>>;

const isUse = (block: unknown): block is Use => isRecord(block) && block.type === 'tool_use';

const readUse = ({ id, name, input: args }: Use): CallRequest => {
  return { id: readSaidText(id), name: readSaidText(name), args };
};

/** Plans a call: the provider's own tools become ours; a tool of one's own of that name comes first. */
function planned(call: CallRequest, { registry, workspace }: Toolgate): Round[number] {
  if (call.name === 'bash' && registry.find('bash')?.tool.origin === 'built-in')
    return plainly({ ...call, ...fromBash(call.args, workspace.root) });
  if (call.name !== TEXT_EDITOR || registry.find(TEXT_EDITOR)) return plainly(call);
  const meant = fromTextEditor(call.args, workspace.root);
  if ('name' in meant) return plainly({ ...call, ...meant });
  return {
    look: { ...call, ...lookAround(meant) },
    plan: seen => {
      const edit = seen.ok ? insertLines(meant, seen) : { error: seen.output };
      return 'error' in edit ? refused(call, edit.error) : plainly({ ...call, ...edit });
    },
  };
}

type Round = Parameters<typeof runPlannedCalls<ToolResultBlock>>[1];

const plainly = (call: CallRequest): PlannedCall<ToolResultBlock> =>
  planOne(call, outcome => {
    const content = showContent(outcome, partOf);
    const block: ToolResultBlock = { type: 'tool_result', tool_use_id: readSaidText(call.id), content };
    return outcome.ok ? block : { ...block, is_error: true };
  });

const refused = ({ id }: CallRequest, content: string): PlannedCall<ToolResultBlock> => ({
  calls: [],
  answer: () => ({ type: 'tool_result', tool_use_id: readSaidText(id), content, is_error: true }),
});

const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
type ImageType = (typeof IMAGES)[number];

export type ContentBlock =
  | { type: 'text'; text: string }
  | {
      type: 'image';
      source: { type: 'base64'; media_type: ImageType; data: string } | { type: 'url'; url: string };
    }
  | {
      type: 'document';
      title: string;
      source: { type: 'base64'; media_type: 'application/pdf'; data: string } | { type: 'url'; url: string };
    };

/** The block for an image or a PDF document; undefined for any other attachment. */
function partOf({ name, mediaType, data, url: given }: Tool.Attachment): ContentBlock | undefined {
  const url = webAddress(given);
  const image = IMAGES.find(type => type === mediaType);
  if (image) {
    if (data !== undefined) return { type: 'image', source: { type: 'base64', media_type: image, data } };
    return url === undefined ? undefined : { type: 'image', source: { type: 'url', url } };
  }
  if (mediaType !== 'application/pdf') return undefined;
  if (data !== undefined)
    return { type: 'document', title: name, source: { type: 'base64', media_type: mediaType, data } };
  return url === undefined ? undefined : { type: 'document', title: name, source: { type: 'url', url } };
}
