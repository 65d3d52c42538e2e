import type { FunctionTool } from '@openai/agents';
import { checkOptions, type Tool, type Toolgate, type Vocabulary } from '../../index.ts';
import { isImage, showContent, urlOf } from '../attachments.ts';
import { type OfferedTool, offerTools, type ToolLoss } from '../offer-tools.ts';
import { sameTurn } from '../slots/same-turn.ts';
import { type OpenAIAgentsApproval, sdkApprovals } from './approval.ts';

export interface OpenAIAgentsToolsOptions extends OpenAIAgentsApproval {
  /** Hold the model to each schema that strict mode can take; default true. */
  readonly strict?: boolean;
  /** Receives the parts of the schemas that the model will not be held to. */
  readonly onLosses?: (losses: readonly ToolLoss[]) => void;
  /** The names that the model sees. */
  readonly vocabulary?: Vocabulary;
}

/** The tools of a gate for an agent of the OpenAI Agents SDK; their output is what the model is to read. */
export async function toOpenAIAgentsTools(
  gate: Toolgate,
  options: OpenAIAgentsToolsOptions = {},
): Promise<FunctionTool[]> {
  const known = { approvals: true, strict: true, onLosses: true, vocabulary: true, call: true } as const;
  const { strict = true, vocabulary, onLosses, call = {} } = checkOptions('toOpenAIAgentsTools', options, known);
  const approvals = sdkApprovals(gate, options);
  const inTurn = sameTurn(gate);
  const offer = offerTools(gate, { profile: strict ? 'openai-strict' : 'openai', vocabulary });

  async function callOf(id: string | undefined, name: string, args: unknown) {
    const [lifted] = await offer.lift([{ id, name, args }]);
    return lifted!;
  }

  const toolOf = ({ name, description, lowered }: OfferedTool): FunctionTool => ({
    type: 'function',
    name,
    description,
    parameters: lowered.schema as FunctionTool['parameters'],
    strict: strict && lowered.strict,
    isEnabled: async () => true,
    needsApproval: async (_, input, id) => approvals.needed([await callOf(id, name, input)]),
    async invoke(_, input, details) {
      const request = await callOf(details?.toolCall?.callId, name, input);
      const own = { abort: details?.signal, approver: approvals.approver(request) };
      return showContent(await inTurn(call).add(request, own), partOf);
    },
  });

  const tools = await offer.list();
  onLosses?.(await offer.losses());
  return tools.map(toolOf);
}

function partOf(attachment: Tool.Attachment) {
  const { name, mediaType, data } = attachment;
  const url = urlOf(attachment);
  if (isImage(attachment)) return url === undefined ? undefined : { type: 'image' as const, image: url };
  return data === undefined ? undefined : { type: 'file' as const, file: { data, mediaType, filename: name } };
}
