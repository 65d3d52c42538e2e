import type { CallRequest, Outcome, Toolgate } from '../../index.ts';
import { checkOptions } from '../../index.ts';
import { isRecord } from '../../schema/json.ts';
import { isImage, showOutcome, urlOf } from '../attachments.ts';
import { type OfferedTool, offerTools } from '../offer-tools.ts';
import { readSaidList, readSaidText, recordOf } from '../read-said.ts';
import { cutOff, type PlannedCall, type ProviderTools, planOne, runPlannedCalls } from '../run-reply.ts';
import { type ApplyPatchOutput, planApplyPatch, planShell, type ShellOutput } from './built-ins.ts';
import { type OpenAIOptions, profileOf } from './options.ts';

export interface ResponsesFunctionTool {
  type: 'function';
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: boolean;
}

export type ResponsesTool =
  | ResponsesFunctionTool
  | { type: 'shell'; environment: { type: 'local' } }
  | { type: 'apply_patch' };

type Content =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string };

export type FunctionOutput = { type: 'function_call_output'; call_id: string; output: string | Content[] };

export type CustomOutput = { type: 'custom_tool_call_output'; call_id: string; output: string | Content[] };

export type ResponsesOutput = (FunctionOutput | CustomOutput | ShellOutput | ApplyPatchOutput) & {
  /** The program of the model's that made the call, where a program did. */
  caller?: { type: 'program'; caller_id: string };
};

/** A response, its output, or some items of it. */
export type ResponsesSaid = { readonly output: readonly object[] } | readonly object[];

export interface ResponsesOptions extends OpenAIOptions {
  /** The provider's own tools, which then stand in for `bash` and for `apply_patch`. */
  readonly builtIns?: readonly ('shell' | 'apply_patch')[];
}

export type OpenAIResponsesTools = ProviderTools<ResponsesTool, ResponsesSaid, ResponsesOutput>;

/** The tools of a gate for OpenAI's Responses, also where the model calls the provider's own `shell` and `apply_patch`. */
export function toOpenAIResponsesTools(gate: Toolgate, options: ResponsesOptions = {}): OpenAIResponsesTools {
  checkOptions('toOpenAIResponsesTools', options, { strict: true, vocabulary: true, builtIns: true });
  const { strict = true, vocabulary, builtIns = [] } = options;
  const offer = offerTools(gate, { profile: profileOf(strict), vocabulary });
  return {
    losses: offer.losses,
    async definitions() {
      return (await offer.list()).map(tool => builtInFor(tool, builtIns) ?? functionTool(tool));
    },
    async run(said, callOptions) {
      const all = itemsOf(said);
      const items = all.filter(isCall);
      const lifted = await offer.lift(items.map(readCall));
      const last = recordOf(said).status === 'incomplete' ? all.at(-1) : undefined;
      const round = items.map((item, index) => {
        const planned = planItem(item, lifted[index]!);
        return item === last || item.status === 'incomplete' ? withoutEnd(planned) : planned;
      });
      return runPlannedCalls(gate, round, callOptions);
    },
  };
}

const STANDS_FOR = { bash: 'shell', apply_patch: 'apply_patch' } as const;

function builtInFor({ name, origin }: OfferedTool, builtIns: readonly string[]): ResponsesTool | undefined {
  if (origin !== 'built-in' || !Object.hasOwn(STANDS_FOR, name)) return undefined;
  const type = STANDS_FOR[name as keyof typeof STANDS_FOR];
  if (!builtIns.includes(type)) return undefined;
  return type === 'shell' ? { type, environment: { type: 'local' } } : { type };
}

const functionTool = ({ name, description, lowered }: OfferedTool): ResponsesFunctionTool => {
  return { type: 'function', name, description, parameters: { ...lowered.schema }, strict: lowered.strict };
};

const itemsOf = (said: ResponsesSaid): readonly unknown[] =>
  Array.isArray(said) ? said : readSaidList(recordOf(said).output);

const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call', 'shell_call', 'apply_patch_call']);

type Item = Readonly<Record<string, unknown>>;

/** Whether an item is a call for us. A shell call for a container of the provider's is answered there. */
function isCall(item: unknown): item is Item {
  if (!isRecord(item) || !CALLS.has(item.type)) return false;
  return item.type !== 'shell_call' || recordOf(item.environment).type !== 'container_reference';
}

const readCall = (item: Item): CallRequest => ({
  id: readSaidText(item.call_id),
  name: readSaidText(item.name),
  args: item.type === 'custom_tool_call' ? item.input : item.arguments,
});

/** The call without its end, so that no half of it is run; the gate itself sees the cut of a text that is there. */
const withoutEnd = ({ calls, answer }: PlannedCall<ResponsesOutput>): PlannedCall<ResponsesOutput> => ({
  calls: calls.map(call => (typeof call.args === 'string' && call.args !== '' ? call : cutOff(call))),
  answer,
});

/** Plans a call. The answer to a call of the model's program goes back to that program. */
function planItem(item: Item, call: CallRequest): PlannedCall<ResponsesOutput> {
  const { calls, answer } = planFor(item, call);
  const { type, caller_id } = recordOf(item.caller);
  if (type !== 'program' || typeof caller_id !== 'string') return { calls, answer };
  return { calls, answer: outcomes => ({ ...answer(outcomes), caller: { type, caller_id } }) };
}

function planFor(item: Item, call: CallRequest): PlannedCall<ResponsesOutput> {
  if (item.type === 'shell_call') return planShell(item);
  if (item.type === 'apply_patch_call') return planApplyPatch(item);
  const type = item.type === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output';
  return planOne(call, outcome => ({ type, call_id: readSaidText(item.call_id), output: contentOf(outcome) }));
}

function contentOf(outcome: Outcome): string | Content[] {
  const { text, parts } = showOutcome<Content>(outcome, attachment => {
    const url = urlOf(attachment);
    if (url === undefined) return undefined;
    if (isImage(attachment)) return { type: 'input_image', image_url: url, detail: 'auto' };
    return attachment.mediaType === 'application/pdf' && attachment.data !== undefined
      ? { type: 'input_file', filename: attachment.name, file_data: url }
      : undefined;
  });
  if (parts.length === 0) return text;
  return text === '' ? parts : [{ type: 'input_text', text }, ...parts];
}
