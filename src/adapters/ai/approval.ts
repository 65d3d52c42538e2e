import type { ModelMessage, ToolApprovalStatus } from 'ai';
import type { Approver, Toolgate } from '../../index.ts';
import { recordOf } from '../read-said.ts';
import { questionOn, showQuestion } from '../show-question.ts';
import { noteDenials } from './denials.ts';
import { argumentsOf, findOfferedTool, gateToolOf } from './gate-tool.ts';
import { takeOnce } from './take-once.ts';

/** The parts of the SDK's call that are needed; so any set of tools fits. */
interface SdkCall {
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
  readonly tools: object | undefined;
  readonly toolsContext: object | undefined;
  readonly messages: readonly ModelMessage[];
}

/**
 * For `toolApproval` of a request, beside tools made with `approvals: 'sdk'`: the SDK puts the policy's questions
 * before the user, with the diff in the reason. A call that is denied, or would fail before anyone is asked, is left to
 * run, so that the gate refuses and records it. Tools of others in the same set keep their own `needsApproval`.
 */
export function toAISDKApproval(gate: Toolgate): (asked: SdkCall) => Promise<ToolApprovalStatus> {
  return async asked => {
    await noteDenials(gate, asked);
    const { toolName, input } = asked.toolCall;
    const found = findOfferedTool(asked.tools, toolName);
    const tool = gateToolOf(gate, found);
    if (!tool) return (await needsApproval(found, asked)) ? 'user-approval' : 'not-applicable';
    const call = { name: toolName, args: argumentsOf(tool, input) };
    const question = await questionOn(gate, call, tool.call);
    return question ? { type: 'user-approval', reason: showQuestion(question) } : 'not-applicable';
  };
}

async function needsApproval(tool: unknown, { toolCall, toolsContext, messages }: SdkCall): Promise<boolean> {
  const { needsApproval: needs } = recordOf(tool);
  if (typeof needs !== 'function') return needs === true;
  const context = findOfferedTool(toolsContext, toolCall.toolName);
  return Boolean(await needs(toolCall.input, { toolCallId: toolCall.toolCallId, messages, context }));
}

/**
 * Answers for a user who has said yes in the SDK's own way, to the very question that was shown there, and once. Any
 * other question is left to the gate's own approver.
 */
export function approverFrom(
  gate: Toolgate,
  { messages, toolCallId }: { readonly messages: readonly ModelMessage[]; readonly toolCallId: string },
): Approver | undefined {
  const approved = approvedIn(messages, toolCallId);
  if (!approved) return undefined;
  return async request => {
    const same = showQuestion(request) === approved.reason;
    return same && (await takeOnce(gate, approved.approvalId)) ? 'allow_once' : undefined;
  };
}

interface GivenApproval {
  readonly approvalId: string;
  readonly reason?: string;
}

function approvedIn(messages: readonly ModelMessage[], toolCallId: string): GivenApproval | undefined {
  const last = messages.at(-1);
  if (last?.role !== 'tool' || isAnswered(messages, toolCallId)) return undefined;
  const yes = new Set<string>();
  for (const part of last.content)
    if (part.type === 'tool-approval-response' && part.approved === true) yes.add(part.approvalId);
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue;
    for (const part of content) {
      if (part.type !== 'tool-approval-request' || part.toolCallId !== toolCallId) continue;
      if (yes.has(part.approvalId) && part.isAutomatic !== true) return part;
    }
  }
  return undefined;
}

/** Whether a yes is used up, for it counts once: then this is another call that has the id of an earlier one. */
const isAnswered = (messages: readonly ModelMessage[], toolCallId: string): boolean =>
  messages.some(
    ({ role, content }) =>
      role === 'tool' && content.some(part => part.type === 'tool-result' && part.toolCallId === toolCallId),
  );
