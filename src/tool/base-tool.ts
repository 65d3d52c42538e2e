import { AsyncLocalStorage } from 'node:async_hooks';
import type { JsonSchema } from '../schema/schema.ts';
import type { ErrorType } from './codes.ts';
import type { CallContext, Context } from './context.ts';
import { type Definition, define, type Info } from './define.ts';
import type { Effects } from './effect.ts';
import { type Failure, toFailure } from './error.ts';
import { type Declarations, declarationsOf, vouchedBy } from './from/declarations.ts';
import { toToolError } from './from/unwrap.ts';
import { newId } from './id.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { callLine } from './text/mask.ts';

export interface ToolResult {
  readonly success: boolean;
  /** Empty on success. */
  readonly error: string;
  /** An `ErrorType`; any other counts as `system_error`. */
  readonly error_type?: string;
  readonly suggestion?: string;
  // biome-ignore lint/suspicious/noExplicitAny: whoever reads a tool's own fields knows what they are.
  readonly [field: string]: any;
}

export interface FunctionDefinition {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema };
}

type Args = Record<string, unknown>;

/** What one run of a class tool holds. */
interface Run {
  readonly output: (chunk: string) => void;
  /** The gate names the call in every error; run by hand, the tool names it. */
  readonly namesCall: boolean;
  params: Args;
}

/** The run that the code is in; calls side by side do not mix. */
const runs = new AsyncLocalStorage<Run>();

/** Where a class tool that is run by hand, without a gate, tells what it does: an `ActivityStream`, or anything like it. */
type EventSink = { emit(type: string, origin: EventOrigin, data: Record<string, unknown>): void };

type EventOrigin = { readonly sessionID: string; readonly agent: string; readonly callID: string };

/** A tool as a class. Registered with `Tool.from(new MyTool())`, it is the same thing inside as any other tool. */
export abstract class BaseTool {
  abstract readonly name: string;
  abstract readonly description: string;
  abstract readonly requiresConfirmation: boolean;
  readonly suppressExecutionAnimation: boolean = false;
  /** What a call touches; without it and `permissions` the tool counts as one that may change files. */
  effects?(args: Args, ctx: CallContext): MaybePromise<Effects>;
  declare readonly danger?: Definition['danger'];
  declare readonly permissions?: Definition['permissions'];
  /** Who writes the tool's results, what private things it reads, and which arguments name where something goes. */
  declare readonly untrusted?: Definition['untrusted'];
  declare readonly private?: Definition['private'];
  declare readonly targets?: Definition['targets'];
  readonly #sink: EventSink | undefined;

  constructor(sink?: EventSink) {
    this.#sink = sink;
  }

  /** `ctx` is there when the tool runs behind a gate. */
  protected abstract executeImpl(args: Args, ctx?: Context): Promise<ToolResult>;

  /** Override to say what the tool takes; without it any object is taken. */
  getFunctionDefinition(): FunctionDefinition {
    return {
      type: 'function',
      function: {
        name: this.name,
        description: this.description,
        parameters: { type: 'object', properties: {}, additionalProperties: true },
      },
    };
  }

  /** Remembers the parameters, so that an error can name the call. */
  protected captureParams(args: Args): void {
    const run = runs.getStore();
    if (run) run.params = args;
  }

  protected formatSuccessResponse(fields: Args): ToolResult {
    return { success: true, error: '', ...fields };
  }

  protected formatErrorResponse(
    message: string,
    type: ErrorType | (string & {}) = 'system_error',
    suggestion?: string,
  ): ToolResult {
    const { params = {}, namesCall = true } = runs.getStore() ?? {};
    return {
      success: false,
      error: namesCall ? `${callLine(this.name, params)}: ${message}` : message,
      error_type: type,
      ...(suggestion === undefined ? {} : { suggestion }),
    };
  }

  protected emitOutputChunk(_callID: string, chunk: string): void {
    runs.getStore()?.output(chunk);
  }

  getResultPreview(result: ToolResult, maxLines = 3): string[] {
    const { success, error, suggestion, ...fields } = result;
    const text = success ? JSON.stringify(fields, null, 2) : error;
    return text.split('\n').slice(0, maxLines);
  }

  /** Runs the tool for a call that has passed the gate. */
  run(args: Args, ctx: Context): Promise<ToolResult> {
    const run: Run = { output: chunk => ctx.output(chunk), namesCall: false, params: args };
    return runs.run(run, () => this.executeImpl(args, ctx));
  }

  /** Runs the tool by hand, without a gate: for its author's own tests. Tells the sink; never throws. */
  async execute(args: Args): Promise<ToolResult> {
    const origin: EventOrigin = { sessionID: 'by-hand', agent: 'by-hand', callID: newId() };
    const tell = (type: string, data: Args) => this.#sink?.emit(type, origin, { toolName: this.name, ...data });
    const run: Run = { output: chunk => tell('tool_output_chunk', { chunk }), namesCall: true, params: args };
    tell('tool_call_start', { arguments: args });
    const result = await runs.run(run, async () => {
      try {
        return await this.executeImpl(args);
      } catch (error) {
        return this.formatErrorResponse(error instanceof Error ? error.message : String(error));
      }
    });
    if (result.success) tell('tool_call_end', { result, success: true });
    else tell('error', { error: failureOf(result) });
    return result;
  }
}

/** A failure by hand, in the form that a gate's events have. */
const failureOf = ({ error, error_type: type, suggestion }: ToolResult): Failure =>
  toFailure(toToolError({ type, message: error, suggestion }));

/** Whether a tool is a class tool, also of another copy of this package. */
export const isBaseTool = (tool: object): tool is BaseTool =>
  tool instanceof BaseTool ||
  ('requiresConfirmation' in tool &&
    ['run', 'getFunctionDefinition'].every(name => typeof Reflect.get(tool, name) === 'function'));

export function fromBaseTool(tool: BaseTool, said: Declarations): Info {
  const { parameters } = tool.getFunctionDefinition().function;
  return define(tool.name, {
    ...declarationsOf(tool),
    ...vouchedBy(tool, said),
    description: tool.description,
    parameters,
    approval: tool.requiresConfirmation,
    quiet: tool.suppressExecutionAnimation,
    preview: (result, maxLines) =>
      tool.getResultPreview({ success: true, error: '', ...(result.value as Args | undefined) }, maxLines),
    execute: async (args, ctx) => {
      const result = await tool.run(args, ctx);
      const { success, error, error_type, suggestion, ...fields } = result;
      if (success) return { value: fields };
      const { code, ...details } = fields;
      throw toToolError({ code, type: error_type, message: error, suggestion, details: { error_type, ...details } });
    },
  }) as Info;
}
