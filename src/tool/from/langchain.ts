import type { Attachment, Context, Result } from '../context.ts';
import { define, type Info } from '../define.ts';
import { ToolError } from '../error.ts';
import { foreignSchema } from './foreign-schema.ts';
import { unwrap } from './unwrap.ts';

export interface LangChainShape {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
  invoke(input: never, config?: never): Promise<unknown>;
}

type Invoker = (input: object, config: object) => Promise<unknown>;

export const fromLangChain = (tool: LangChainShape, name: string): Info =>
  define(name, {
    description: tool.description,
    parameters: foreignSchema(tool.schema),
    execute: async (args, ctx) => readMessage(tool.name, await invoke(tool, args as object, ctx)),
  }) as Info;

async function invoke(tool: LangChainShape, args: object, ctx: Context): Promise<unknown> {
  const call = { type: 'tool_call', id: ctx.callID, name: tool.name, args };
  const writer = (chunk: unknown) => ctx.output(typeof chunk === 'string' ? chunk : `${JSON.stringify(chunk)}\n`);
  try {
    return await (tool.invoke as unknown as Invoker).call(tool, call, { signal: ctx.abort, writer });
  } catch (error) {
    if ((error as Error | undefined)?.constructor?.name !== 'ToolInputParsingException') throw error;
    throw new ToolError('INVALID_ARGUMENTS', (error as Error).message, { cause: error });
  }
}

/** A message with content and an artifact, or whatever else the tool gives back. */
function readMessage(name: string, returned: unknown): Result {
  const { content, artifact, status, tool_call_id } = (returned ?? {}) as Record<string, unknown>;
  if (tool_call_id === undefined) return unwrap(name, returned);
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
  const output = blocks.flatMap(block => (typeof block?.text === 'string' ? [block.text] : [])).join('\n');
  if (status === 'error') throw new ToolError('EXECUTION_ERROR', output || `${name} failed`);
  const attachments = blocks.flatMap(attachmentOf);
  return {
    output,
    value: artifact === undefined ? output : artifact,
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}

function attachmentOf(block: Record<string, unknown>): Attachment[] {
  const image = block?.image_url as { url?: unknown } | string | undefined;
  const url = typeof image === 'string' ? image : image?.url;
  if (typeof url === 'string') return [fromUrl(url)];
  const { type, data, mimeType, mime_type } = block ?? {};
  const mediaType = mimeType ?? mime_type;
  return typeof data === 'string' && typeof mediaType === 'string' ? [{ name: String(type), mediaType, data }] : [];
}

function fromUrl(url: string): Attachment {
  const inline = /^data:([^;,]+);base64,(.*)$/s.exec(url);
  return inline
    ? { name: 'image', mediaType: inline[1]!, data: inline[2]! }
    : { name: 'image', mediaType: 'image/*', url };
}
