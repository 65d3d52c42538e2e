import { resolve } from 'node:path';
import { isRecord } from '../../schema/json.ts';
import type { Schema } from '../../schema/schema.ts';
import { understandCommand } from '../../shell/understand-command.ts';
import { compileSchema } from '../../tool/arguments/check/compile.ts';
import type { Info } from '../../tool/define.ts';
import type { Danger } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { from } from '../../tool/from/from.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { BuiltIn } from './built-in.ts';
import type { LateGate } from './late-gate.ts';

type Args = Record<string, unknown>;

/** A tool as a plain object. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** The parameters as JSON Schema. */
  parameters: Record<string, unknown>;
  execute: (args: Args) => Promise<unknown>;
  dangerLevel?: Danger;
  getDangerLevel?: (args: Args) => Danger;
}

/** A definition with parameters in any form that tools may have, Zod's too. */
export type ToolDraft = Omit<ToolDefinition, 'parameters'> & { parameters: Schema };

/** Runs a tool of a gate: gives its result, or throws a failure with its code. */
type RunTool = (name: string, args: Args) => Promise<unknown>;

export const runBy =
  (gate: LateGate): RunTool =>
  async (name, args) =>
    toReturned(await gate.execute({ name, args }));

/** The draft as the gate has it, and as it is handed out: run through the gate. */
export function behindGate(draft: ToolDraft, run: RunTool): { info: Info; tool: ToolDefinition } {
  const { name, parameters } = draft;
  const tool = { ...draft, parameters: compileSchema(parameters).json, execute: (args: Args) => run(name, args) };
  return { info: from(draft), tool };
}

export function builtInDefinition({ name, card, parameters }: BuiltIn, run: RunTool, root?: string): ToolDefinition {
  const { description, danger } = card;
  const level = name === 'bash' ? { getDangerLevel: commandDanger(root) } : { dangerLevel: danger };
  return { name, description, parameters, execute: args => run(name, args), ...level };
}

/** The danger of a command, which depends on its text. */
const commandDanger = (root = process.env.AGENT_WORKSPACE_ROOT ?? '.') => {
  const where = { root: resolve(root), cwd: resolve(root) };
  return ({ command }: Args): Danger => understandCommand(String(command), where).danger;
};

/** An outcome as one object with a flag, the fields of its value beside it. */
// biome-ignore lint/suspicious/noExplicitAny: whoever reads the fields of a tool knows them.
type FlatFields = Record<string, any>;

export function toFlatResult(outcome: Outcome): { success: boolean; error: string } & FlatFields {
  if (outcome.ok) return { ...fieldsOf(outcome), success: true, error: '' };
  const { message, type, suggestion, details } = outcome.error;
  return { success: false, error: message, error_type: details?.error_type ?? type, suggestion };
}

function fieldsOf({ value, output }: Outcome): FlatFields {
  if (value === undefined) return { output };
  return isRecord(value) ? value : { result: value };
}

/** The value that the tool itself would have returned, or its error, thrown. */
export function toReturned(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.value ?? outcome.output;
  const { code, message, ...rest } = outcome.error;
  throw new ToolError(code, message, rest);
}
