import type { ModelMessage, ToolApprovalStatus } from 'ai';
import type { Approver, Toolgate } from '../../index.ts';
import { oneByOne } from '../one-by-one.ts';
import { readSaidList, recordOf } from '../read-said.ts';
import { questionOn, showQuestion } from '../show-question.ts';
import { argumentsOf, findOfferedTool, gateToolOf } from './gate-tool.ts';

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

/** The request of the SDK that the last message says yes to. */
function approvedIn(messages: readonly ModelMessage[], toolCallId: string) {
  const last = messages.at(-1);
  if (last?.role !== 'tool' || isAnswered(messages, toolCallId)) return undefined;
  const answers = last.content.filter(part => part.type === 'tool-approval-response');
  const yes = new Set(answers.filter(({ approved }) => approved === true).map(({ approvalId }) => approvalId));
  return saidParts(messages)
    .filter(part => part.type === 'tool-approval-request')
    .find(part => part.toolCallId === toolCallId && yes.has(part.approvalId) && part.isAutomatic !== true);
}

const saidParts = (messages: readonly ModelMessage[]) =>
  messages.flatMap(({ role, content }) => (role === 'assistant' && typeof content !== 'string' ? content : []));

/** Whether a yes is used up, for it counts once: then this is another call that has the id of an earlier one. */
const isAnswered = (messages: readonly ModelMessage[], toolCallId: string): boolean =>
  messages.some(
    ({ role, content }) =>
      role === 'tool' && content.some(part => part.type === 'tool-result' && part.toolCallId === toolCallId),
  );

/** The parts of the SDK's word on a starting request that are needed. */
type RequestStart = { readonly tools: object | undefined; readonly messages: readonly ModelMessage[] };

/**
 * For `onStart` of a request, beside tools made with `approvals: 'sdk'`: a call that a person denied never reaches its
 * tool, so the denial is put on the gate's record here, once, however often the conversation comes again.
 */
export function toAISDKDenials(gate: Toolgate): (started: RequestStart) => Promise<void> {
  return started => noteDenials(gate, started);
}

async function noteDenials(gate: Toolgate, { tools, messages }: RequestStart): Promise<void> {
  for (const { approvalId, toolCallId, toolName, input, reason } of denialsIn(messages)) {
    const tool = gateToolOf(gate, findOfferedTool(tools, toolName));
    if (!tool || !(await takeOnce(gate, approvalId))) continue;
    const { turn: _, ...options } = tool.call ?? {};
    const refused = reason ? { message: reason } : {};
    await gate.execute({ id: toolCallId, name: toolName, args: argumentsOf(tool, input) }, { ...options, refused });
  }
}

/** Each no of a person, with the call that it was for. */
function denialsIn(messages: readonly ModelMessage[]) {
  const said = saidParts(messages);
  const answers = messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  return answers.flatMap(answer => {
    if (answer.type !== 'tool-approval-response' || answer.approved !== false) return [];
    const { approvalId, reason } = answer;
    const asked = said.find(part => part.type === 'tool-approval-request' && part.approvalId === approvalId);
    if (asked?.type !== 'tool-approval-request' || asked.isAutomatic === true) return [];
    const call = said.findLast(part => part.type === 'tool-call' && part.toolCallId === asked.toolCallId);
    if (call?.type !== 'tool-call') return [];
    return [{ approvalId, toolCallId: call.toolCallId, toolName: call.toolName, input: call.input, reason }];
  });
}

/** The key under which the answers that counted are kept, and the most of them. */
const KEY = 'ai:answered';
const MOST_KEPT = 1000;

/** True for a new answer: a conversation may be sent again with an answer that has counted already. */
function takeOnce(gate: Toolgate, approvalId: string): Promise<boolean> {
  return oneByOne(gate, async () => {
    const { state } = gate.store;
    const kept = readSaidList(await state.get(KEY));
    if (kept.includes(approvalId)) return false;
    await state.set(KEY, [...kept, approvalId].slice(-MOST_KEPT));
    return true;
  });
}
