import type { Schema } from '../../schema/schema.ts';
import type { Attachment, Context, Result } from '../context.ts';
import { type Definition, define, type Info } from '../define.ts';
import { ToolError } from '../error.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { foreignSchema } from './foreign-schema.ts';
import { unwrap } from './unwrap.ts';

/** A tool of the AI SDK. Its name is its key in a set of tools. */
export interface AISDKShape {
  readonly description?: unknown;
  readonly inputSchema: unknown;
  readonly needsApproval?: unknown;
  readonly execute?: unknown;
  readonly toModelOutput?: unknown;
}

type Args = Record<string, unknown>;
type SdkCheck = { readonly success: boolean; readonly value?: unknown; readonly error?: unknown };

/** A tool of the AI SDK. Its schema may have to be waited for, so the tool is made ready when it is first needed. */
export const fromAISDK = (tool: AISDKShape, name: string): Info =>
  define(name, async (): Promise<Definition> => {
    const { parameters, validate } = await schemaOf(tool.inputSchema);
    return {
      description: typeof tool.description === 'string' ? tool.description : name,
      parameters,
      approval: approvalOf(tool.needsApproval),
      execute: async (args, ctx) => {
        const input = await checked(args, validate);
        return readOutput(name, { tool, input, output: await lastOf(run(tool, input, ctx), ctx), ctx });
      },
    };
  });

type SdkValidator = ((value: unknown) => MaybePromise<SdkCheck>) | undefined;

async function schemaOf(given: unknown): Promise<{ parameters: Schema; validate: SdkValidator }> {
  const schema = typeof given === 'function' && !('~standard' in given) ? given() : given;
  if (typeof schema !== 'object' || schema === null || !('jsonSchema' in schema))
    return { parameters: foreignSchema(schema), validate: undefined };
  const { jsonSchema, validate } = schema as { jsonSchema: MaybePromise<Schema>; validate?: SdkValidator };
  return { parameters: await jsonSchema, validate };
}

async function checked(args: unknown, validate: SdkValidator): Promise<unknown> {
  const result = await validate?.(args);
  if (!result) return args;
  if (result.success) return result.value;
  const { error } = result;
  throw new ToolError('INVALID_ARGUMENTS', error instanceof Error ? error.message : String(error));
}

const contextOf = (callID: string) => ({ toolCallId: callID, messages: [], context: {} });

function run({ execute }: AISDKShape, input: unknown, ctx: Context): unknown {
  if (typeof execute !== 'function') throw new ToolError('EXECUTION_ERROR', 'This tool is run by someone else');
  return execute(input, { ...contextOf(ctx.callID), abortSignal: ctx.abort });
}

/** The last of several outputs; each one before it tells how far the tool is. */
async function lastOf(running: unknown, ctx: Context): Promise<unknown> {
  if (typeof running !== 'object' || running === null || !(Symbol.asyncIterator in running)) return running;
  let last: unknown;
  let first = true;
  for await (const output of running as AsyncIterable<unknown>) {
    if (!first) ctx.metadata({ preliminary: last } as object);
    [last, first] = [output, false];
  }
  return last;
}

function approvalOf(needs: unknown): Definition['approval'] {
  if (typeof needs !== 'function') return needs === true;
  return async (args, { callID }) => Boolean(await needs(args, contextOf(callID)));
}

type SdkRun = { readonly tool: AISDKShape; readonly input: unknown; readonly output: unknown; readonly ctx: Context };

async function readOutput(name: string, { tool, input, output, ctx }: SdkRun): Promise<Result> {
  const result = unwrap(name, output);
  if (typeof tool.toModelOutput !== 'function') return result;
  const shown = (await tool.toModelOutput({ toolCallId: ctx.callID, input, output })) as Args & { type: string };
  const { type, value, reason } = shown;
  if (type === 'execution-denied') throw new ToolError('PERMISSION_DENIED', String(reason ?? `${name} was refused`));
  if (type.startsWith('error-')) throw new ToolError('EXECUTION_ERROR', textOf(value));
  if (type !== 'content' || !Array.isArray(value)) return { ...result, output: textOf(value) };
  return {
    ...result,
    output: value.flatMap(part => (part?.type === 'text' ? [String(part.text)] : [])).join('\n'),
    attachments: value.flatMap(attachmentOf),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function attachmentOf(part: Args): Attachment[] {
  const { type, mediaType = 'application/octet-stream', filename, data, url } = part ?? {};
  if (type === 'text') return [];
  const { data: inner, url: address = url } = (typeof data === 'object' && data !== null ? data : { data }) as Args;
  const named = { name: typeof filename === 'string' ? filename : String(type), mediaType: String(mediaType) };
  if (inner instanceof Uint8Array) return [{ ...named, data: Buffer.from(inner).toString('base64') }];
  if (typeof inner === 'string') return [{ ...named, data: inner }];
  return address === undefined ? [] : [{ ...named, url: String(address) }];
}
