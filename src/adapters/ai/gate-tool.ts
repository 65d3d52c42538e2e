import type { CallOptions, Toolgate } from '../../index.ts';
import type { LoweredSchema } from '../../schema/lowering/lower-schema.ts';
import { recordOf, unreadableIn } from '../read-said.ts';

/** The facts that a tool made here carries with it, also where it was copied into another set. */
type GateTool = { readonly gate: Toolgate; readonly lowered: LoweredSchema; readonly call: CallOptions | undefined };

const GATE_TOOL = Symbol('toolgate');

export const carrying = (facts: GateTool): object => ({ [GATE_TOOL]: facts });

/** The tool of that name; undefined where there is none. */
export function findOfferedTool(tools: object | undefined, name: string): unknown {
  return tools && Object.hasOwn(tools, name) ? (tools as Record<string, unknown>)[name] : undefined;
}

/** The gate's tool behind a tool; undefined for tools of others. */
export function gateToolOf(gate: Toolgate, tool: unknown): GateTool | undefined {
  const facts = (recordOf(tool) as { readonly [GATE_TOOL]?: GateTool })[GATE_TOOL];
  return facts?.gate === gate ? facts : undefined;
}

/** The model's input in the tool's own shape; or its text, where that is no JSON. */
export const argumentsOf = ({ lowered }: GateTool, input: unknown): unknown =>
  unreadableIn(input) ?? lowered.lift(input);
