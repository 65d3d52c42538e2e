import type { CallOptions, Toolgate } from '../../index.ts';
import type { Lowered } from '../lowering/lower-schema.ts';
import { recordOf } from '../read-said.ts';

/** What a tool made here carries with it, also where it was copied into another set. */
export interface GateTool {
  readonly gate: Toolgate;
  readonly lowered: Lowered;
  readonly call: CallOptions | undefined;
}

const GATE_TOOL = Symbol('toolgate');

export const carrying = (facts: GateTool): object => ({ [GATE_TOOL]: facts });

/** Undefined where there is none of that name. */
export function toolOf(tools: object | undefined, name: string): unknown {
  return tools && Object.hasOwn(tools, name) ? (tools as Record<string, unknown>)[name] : undefined;
}

/** Undefined for tools of others. */
export function gateToolOf(gate: Toolgate, tool: unknown): GateTool | undefined {
  const facts = (recordOf(tool) as { readonly [GATE_TOOL]?: GateTool })[GATE_TOOL];
  return facts?.gate === gate ? facts : undefined;
}

/** Where a text that is no JSON is kept: providers take nothing but objects for the input of a call. */
const UNREADABLE = 'unreadable_json';

export const unreadable = (text: string): object => ({ [UNREADABLE]: text });

/** The model's input in the tool's own shape; or the text again, where there was one. */
export function argumentsOf({ lowered }: GateTool, input: unknown): unknown {
  const { [UNREADABLE]: text, ...rest } = recordOf(input);
  return typeof text === 'string' && Object.keys(rest).length === 0 ? text : lowered.lift(input);
}
