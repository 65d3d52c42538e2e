import type { ModelMessage } from 'ai';
import type { Toolgate } from '../../index.ts';
import { argumentsOf, findOfferedTool, gateToolOf } from './gate-tool.ts';
import { takeOnce } from './take-once.ts';

/** The parts of the SDK's word on a starting request that are needed. */
interface RequestStart {
  readonly tools: object | undefined;
  readonly messages: readonly ModelMessage[];
}

interface Denial {
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly reason: string | undefined;
}

/**
 * For `onStart` of a request, beside tools made with `approvals: 'sdk'`: a call that a person denied never reaches its
 * tool, so the denial is put on the gate's record here, once, however often the conversation comes again.
 */
export function toAISDKDenials(gate: Toolgate): (started: RequestStart) => Promise<void> {
  return started => noteDenials(gate, started);
}

export async function noteDenials(gate: Toolgate, { tools, messages }: RequestStart): Promise<void> {
  for (const { approvalId, toolCallId, toolName, input, reason } of denialsIn(messages)) {
    const tool = gateToolOf(gate, findOfferedTool(tools, toolName));
    if (!tool || !(await takeOnce(gate, approvalId))) continue;
    const { turn: _, ...options } = tool.call ?? {};
    const refused = reason === undefined || reason === '' ? {} : { message: reason };
    await gate.execute({ id: toolCallId, name: toolName, args: argumentsOf(tool, input) }, { ...options, refused });
  }
}

/** Each no of a person, with the call that it was for. */
function denialsIn(messages: readonly ModelMessage[]): readonly Denial[] {
  const said = messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string' ? content : [],
  );
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
