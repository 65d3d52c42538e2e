import type { Schema } from '../../schema/schema.ts';
import { BaseTool, fromBaseTool } from '../base-tool.ts';
import { define, type Info } from '../define.ts';
import type { Danger } from '../effect.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { type AISDKShape, fromAISDK } from './ai-sdk.ts';
import { fromLangChain, type LangChainShape } from './langchain.ts';
import { fromMcp, type McpTool, type McpToolCaller } from './mcp.ts';
import { unwrap } from './unwrap.ts';

type Args = Record<string, unknown>;

/** A tool as a plain object with JSON Schema (or Zod) parameters and a danger level. */
interface DangerLevelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Schema;
  readonly execute: (args: Args) => MaybePromise<unknown>;
  readonly dangerLevel?: Danger;
  readonly getDangerLevel?: (args: Args) => Danger;
}

/** A tool as a plain object with input and output schemas and its own wish for approval. */
interface RequiresApprovalTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
  readonly requiresApproval?: boolean | ((args: unknown) => MaybePromise<boolean>);
  readonly execute: (args: Args) => MaybePromise<unknown>;
}

/** Tools that bring all that is needed: a name, and the way to run them. */
export type ForeignTool = DangerLevelTool | RequiresApprovalTool | BaseTool | LangChainShape;

interface FromOptions {
  /** Another name; tools of the AI SDK have none of their own. */
  readonly name?: string;
  /** How an MCP tool is called; a client has a method of that name. */
  readonly callTool?: McpToolCaller;
}

/** Takes a tool of another shape in. What it touches is unknown, unless its shape says so. */
export function from(foreign: ForeignTool | McpTool | AISDKShape, options: FromOptions = {}): Info {
  if (foreign instanceof BaseTool) return named(fromBaseTool(foreign), options.name);
  if ('invoke' in foreign && 'schema' in foreign) return fromLangChain(foreign, nameOf(foreign, options));
  if ('inputSchema' in foreign) return fromInputSchema(foreign, options);
  if ('parameters' in foreign && typeof foreign.execute === 'function')
    return named(fromDangerLevel(foreign), options.name);
  throw new TypeError(
    'Tool.from: give { name, description, parameters, execute }, { name, inputSchema, execute }, or a tool of MCP, LangChain or the AI SDK',
  );
}

/** Three shapes have it: one brings a name and runs itself, one is run elsewhere, one is named by others. */
function fromInputSchema(foreign: RequiresApprovalTool | McpTool | AISDKShape, options: FromOptions): Info {
  const runs = 'execute' in foreign && typeof foreign.execute === 'function';
  if (!('name' in foreign)) return fromAISDK(foreign, nameOf(foreign, options));
  if (runs) return named(fromRequiresApproval(foreign as RequiresApprovalTool), options.name);
  const { callTool } = options;
  return fromMcp(foreign as McpTool, nameOf(foreign, options), callTool && (callTool.bind(options) as McpToolCaller));
}

function nameOf(foreign: object, { name }: FromOptions): string {
  const own = name ?? (foreign as { name?: unknown }).name;
  if (typeof own === 'string') return own;
  throw new TypeError('Tool.from: a tool of the AI SDK has no name of its own: Tool.from(tool, { name })');
}

const named = (info: Info, name: string | undefined): Info =>
  name === undefined ? info : (define(name, info.definition) as Info);

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
