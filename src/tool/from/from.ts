import type { Schema } from '../../schema/schema.ts';
import { type BaseTool, fromBaseTool, isBaseTool } from '../base-tool.ts';
import { checkOptions } from '../check-options.ts';
import { type Definition, define, type Info } from '../define.ts';
import type { Danger } from '../effect.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { type AISDKShape, fromAISDK } from './ai-sdk.ts';
import { type Declarations, declarationsOf, vouchedBy } from './declarations.ts';
import { fromLangChain, type LangChainShape } from './langchain.ts';
import { fromMcp, type McpTool, type McpToolCaller } from './mcp.ts';
import { unwrap } from './unwrap.ts';

type Args = Record<string, unknown>;

/** A tool as a plain object with JSON Schema (or Zod) parameters and a danger level. */
interface DangerLevelTool extends Declarations {
  readonly name: string;
  readonly description: string;
  readonly parameters: Schema;
  readonly execute: (args: Args) => MaybePromise<unknown>;
  readonly dangerLevel?: Danger;
  readonly getDangerLevel?: (args: Args) => Danger;
}

/** A tool as a plain object with input and output schemas and its own wish for approval. */
interface RequiresApprovalTool extends Declarations {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
  readonly requiresApproval?: boolean | ((args: unknown) => MaybePromise<boolean>);
  readonly execute: (args: Args) => MaybePromise<unknown>;
}

/** Tools that bring a name and the way to run them. */
export type ForeignTool = DangerLevelTool | RequiresApprovalTool | BaseTool | LangChainShape;

/** The parts of a definition that can be said of any tool from outside. */
const DECLARATIONS = {
  effects: true,
  danger: true,
  permissions: true,
  untrusted: true,
  private: true,
  targets: true,
  approval: true,
  staged: true,
  readOnly: true,
  idempotent: true,
  retry: true,
  timeout: true,
  aliases: true,
} as const satisfies Partial<Record<keyof Definition, true>>;

interface FromOptions extends Declarations, Pick<Definition, Exclude<keyof typeof DECLARATIONS, keyof Declarations>> {
  /** Another name; tools of the AI SDK have none of their own. */
  readonly name?: string | undefined;
  /** How an MCP tool is called; a client has a method of that name. */
  readonly callTool?: McpToolCaller;
}

/** A client of MCP may stand in for the options; it has much of its own. */
function checkFromOptions(options: FromOptions): void {
  if (typeof options === 'object' && options !== null && Object.getPrototypeOf(options) !== Object.prototype) return;
  checkOptions('Tool.from', options, { ...DECLARATIONS, name: true, callTool: true });
}

/** A tool of ours as it is; a tool of another shape as `from` takes it in. */
export const infoOf = (tool: Info | ForeignTool, options?: FromOptions): Info =>
  isObject(tool) && 'id' in tool && 'definition' in tool ? (tool as Info) : from(tool as ForeignTool, options);

/** Takes a tool of another shape in. What it touches is unknown, unless its shape or the options say so. */
export function from(foreign: ForeignTool | McpTool | AISDKShape, options: FromOptions = {}): Info {
  checkFromOptions(options);
  if (!isObject(foreign)) throw new TypeError(SHAPES);
  return declared(take(foreign, options), options);
}

/** Adds the options' declarations, which go before the tool's own. */
function declared(info: Info, options: FromOptions): Info {
  const said = Object.entries(options).filter(
    ([key, value]) => Object.hasOwn(DECLARATIONS, key) && value !== undefined,
  );
  if (said.length === 0) return info;
  const more = Object.fromEntries(said) as Partial<Definition>;
  const { definition } = info;
  return define(
    info.id,
    typeof definition === 'function'
      ? async init => ({ ...(await definition(init)), ...more })
      : { ...definition, ...more },
  ) as Info;
}

function take(foreign: ForeignTool | McpTool | AISDKShape, options: FromOptions): Info {
  if (isBaseTool(foreign)) return named(fromBaseTool(foreign, options), options.name);
  if ('invoke' in foreign && 'schema' in foreign) return fromLangChain(foreign, nameOf(foreign, options));
  if ('inputSchema' in foreign) return fromInputSchema(foreign, options);
  if ('parameters' in foreign && typeof foreign.execute === 'function')
    return named(fromDangerLevel(foreign), options.name);
  throw new TypeError(SHAPES);
}

const SHAPES =
  'Tool.from: give { name, description, parameters, execute }, { name, inputSchema, execute }, a BaseTool, or a tool of MCP, LangChain or the AI SDK';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Three shapes have a schema: one brings a name and runs itself, one is run elsewhere, one is named by others. */
function fromInputSchema(foreign: RequiresApprovalTool | McpTool | AISDKShape, options: FromOptions): Info {
  const runs = 'execute' in foreign && typeof foreign.execute === 'function';
  if (!('name' in foreign)) return fromAISDK(foreign, nameOf(foreign, options));
  if (runs) return named(fromRequiresApproval(foreign as RequiresApprovalTool, options), options.name);
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
    ...declarationsOf(foreign),
    danger: foreign.danger ?? (getDangerLevel ? args => getDangerLevel.call(foreign, args as Args) : dangerLevel),
    execute: async args => unwrap(name, await foreign.execute(args as Args)),
  }) as Info;
}

function fromRequiresApproval(foreign: RequiresApprovalTool, said: Declarations): Info {
  const { name, description, inputSchema, outputSchema, requiresApproval } = foreign;
  return define(name, {
    ...declarationsOf(foreign),
    ...(requiresApproval === undefined ? {} : vouchedBy(foreign, said)),
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
