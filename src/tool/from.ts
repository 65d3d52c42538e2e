import { BaseTool, fromBaseTool } from './base-tool.ts';
import type { Result } from './context.ts';
import { define, type Info } from './define.ts';
import type { Danger } from './effect.ts';
import { ToolError } from './error.ts';
import { codeOfForeign, codeOfType } from './foreign-codes.ts';
import type { MaybePromise, Schema } from './schema/schema.ts';

type Args = Record<string, unknown>;

/** A tool as a plain object with JSON Schema (or Zod) parameters and a danger level. */
export interface DangerLevelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Schema;
  readonly execute: (args: Args) => MaybePromise<unknown>;
  readonly dangerLevel?: Danger;
  readonly getDangerLevel?: (args: Args) => Danger;
}

/** A tool as a plain object with input and output schemas and its own wish for approval. */
export interface RequiresApprovalTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
  readonly requiresApproval?: boolean | ((args: unknown) => MaybePromise<boolean>);
  readonly execute: (args: Args) => MaybePromise<unknown>;
}

export type ForeignTool = DangerLevelTool | RequiresApprovalTool | BaseTool;

/** Takes a tool of another shape in. What it touches is unknown, unless its shape says so. */
export function from(foreign: ForeignTool): Info {
  if (foreign instanceof BaseTool) return fromBaseTool(foreign);
  if ('inputSchema' in foreign) return fromRequiresApproval(foreign);
  if ('parameters' in foreign && typeof foreign.execute === 'function') return fromDangerLevel(foreign);
  throw new TypeError('Tool.from: give { name, description, parameters, execute } or { name, inputSchema, execute }');
}

function fromDangerLevel(foreign: DangerLevelTool): Info {
  const { name, description, parameters, dangerLevel, getDangerLevel } = foreign;
  return define(name, {
    description,
    parameters,
    danger: getDangerLevel ? args => getDangerLevel.call(foreign, args as Args) : dangerLevel,
    execute: async args => unwrap(name, await foreign.execute(args as Args)),
  }) as Info;
}

function fromRequiresApproval(foreign: RequiresApprovalTool): Info {
  const { name, description, inputSchema, outputSchema, requiresApproval } = foreign;
  return define(name, {
    description,
    parameters: inputSchema,
    returns: outputSchema,
    approval:
      typeof requiresApproval === 'function'
        ? args => requiresApproval.call(foreign, args)
        : (requiresApproval ?? false),
    execute: async args => unwrap(name, await foreign.execute(args as Args)),
  }) as Info;
}

/** Reads `{ ok, value }` and `{ success, … }` results; anything else is the value itself. */
export function unwrap(name: string, returned: unknown): Result {
  if (typeof returned !== 'object' || returned === null) return asResult(returned);
  const result = returned as Args;
  if (typeof result.ok === 'boolean' && ('value' in result || 'error' in result)) {
    if (result.ok) return asResult(result.value);
    throw failureOf(name, result.error);
  }
  if (typeof result.success === 'boolean') {
    const { success, error, error_type, suggestion, ...rest } = result;
    if (success) return asResult(rest);
    throw failureOf(name, { message: error, suggestion, type: error_type, details: { ...rest, error_type } });
  }
  return asResult(returned);
}

function asResult(value: unknown): Result {
  return typeof value === 'string' ? { output: value, value } : { value };
}

function failureOf(name: string, error: unknown): ToolError {
  const facts = (typeof error === 'object' && error !== null ? error : { message: error }) as Args;
  const code = codeOfForeign(facts.code);
  const details = {
    ...(facts.details as object | undefined),
    ...(facts.code === undefined || code ? {} : { code: facts.code }),
  };
  return new ToolError(code ?? codeOfType(facts.type), String(facts.message ?? `${name} failed`), {
    suggestion: typeof facts.suggestion === 'string' ? facts.suggestion : undefined,
    details,
  });
}
