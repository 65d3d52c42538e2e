import type { ToolCallRepairFunction, ToolSet } from 'ai';
import type { Toolgate } from '../../index.ts';
import { markUnreadable, recordOf } from '../read-said.ts';
import { findOfferedTool, gateToolOf } from './gate-tool.ts';

/**
 * For `repairToolCall` of a request: calls that the SDK would refuse by itself reach the gate too, which mends them if
 * it can and explains the rest. Another name of a tool, or a name of none, is called by way of `call_tool`.
 */
export function toAISDKRepair(gate: Toolgate): ToolCallRepairFunction<ToolSet> {
  return async ({ toolCall, tools }) => {
    const { toolName, input } = toolCall;
    const own = gateToolOf(gate, findOfferedTool(tools, toolName));
    const calling = gateToolOf(gate, findOfferedTool(tools, 'call_tool'));
    const explained = await gate.explain({ name: toolName, args: input }, (own ?? calling)?.call);
    if (own) {
      const args = explained.error ? markUnreadable(input) : own.lowered.lower(explained.args);
      return { ...toolCall, input: JSON.stringify(args) };
    }
    if (Object.hasOwn(tools, toolName) || !calling) return null;
    const call = explained.error
      ? { name: toolName, args: parsed(input) }
      : { name: explained.tool, args: recordOf(explained.args) };
    return { ...toolCall, toolName: 'call_tool', input: JSON.stringify(calling.lowered.lower(call)) };
  };
}

function parsed(input: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(input));
  } catch {
    return {};
  }
}
