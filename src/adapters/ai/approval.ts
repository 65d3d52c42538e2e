import type { ModelMessage, ToolApprovalStatus } from 'ai';
import type { Approver, Explanation, Toolgate } from '../../index.ts';
import { recordOf } from '../read-said.ts';
import { argumentsOf, gateToolOf, toolOf } from './gate-tool.ts';

/** What the SDK tells of a call, as far as it is needed; so it fits any set of tools. */
interface Asked {
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
  readonly tools: object | undefined;
  readonly toolsContext: object | undefined;
  readonly messages: readonly ModelMessage[];
}

/**
 * For `toolApproval` of a request, beside tools made with `approvals: 'sdk'`: what the policy asks about is put before
 * the user by the SDK. What it denies is left to run, so that the gate refuses and records it. Tools of others in the
 * same set keep their own `needsApproval`.
 */
export function toAISDKApproval(gate: Toolgate): (asked: Asked) => Promise<ToolApprovalStatus> {
  return async asked => {
    const { toolName, input } = asked.toolCall;
    const found = toolOf(asked.tools, toolName);
    const tool = gateToolOf(gate, found);
    if (!tool) return (await needsApproval(found, asked)) ? 'user-approval' : 'not-applicable';
    const explained = await gate.explain({ name: toolName, args: argumentsOf(tool, input) }, tool.call);
    const reason = reasonToAsk(explained);
    return reason === undefined ? 'not-applicable' : { type: 'user-approval', reason };
  };
}

async function needsApproval(tool: unknown, { toolCall, toolsContext, messages }: Asked): Promise<boolean> {
  const { needsApproval: needs } = recordOf(tool);
  if (typeof needs !== 'function') return needs === true;
  const context = toolOf(toolsContext, toolCall.toolName);
  return Boolean(await needs(toolCall.input, { toolCallId: toolCall.toolCallId, messages, context }));
}

/** What a person is told; undefined where nobody need be asked. */
function reasonToAsk(explained: Explanation): string | undefined {
  if (explained.error || explained.verdict !== 'ask') return undefined;
  return explained.reasons
    .filter(({ verdict }) => verdict === 'ask')
    .map(({ text }) => text)
    .join('; ');
}

/**
 * Answers for a user who has said yes in the SDK's own way, to the very reason that was shown there. Any other question
 * is left to the gate's own approver.
 */
export function approverFrom(messages: readonly ModelMessage[], toolCallId: string): Approver | undefined {
  const reason = approvedReason(messages, toolCallId);
  return reason === undefined ? undefined : request => (request.reason === reason ? 'allow_once' : undefined);
}

function approvedReason(messages: readonly ModelMessage[], toolCallId: string): string | undefined {
  const last = messages.at(-1);
  if (last?.role !== 'tool' || isAnswered(messages, toolCallId)) return undefined;
  const yes = new Set<string>();
  for (const part of last.content)
    if (part.type === 'tool-approval-response' && part.approved === true) yes.add(part.approvalId);
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue;
    for (const part of content) {
      if (part.type !== 'tool-approval-request' || part.toolCallId !== toolCallId) continue;
      if (yes.has(part.approvalId) && part.isAutomatic !== true) return part.reason;
    }
  }
  return undefined;
}

/** A yes counts once: this is another call that has the id of an earlier one. */
const isAnswered = (messages: readonly ModelMessage[], toolCallId: string): boolean =>
  messages.some(
    ({ role, content }) =>
      role === 'tool' && content.some(part => part.type === 'tool-result' && part.toolCallId === toolCallId),
  );
