import { isRecord } from '../../schema/json.ts';
import { isData } from '../../schema/keywords.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { rewriteSchema } from '../../schema/walk.ts';
import type { Attachment, Result } from '../context.ts';
import { define, type Info } from '../define.ts';
import { ToolError } from '../error.ts';
import { shortenText } from '../text/mask.ts';
import { hasUnseen, showUnseen } from '../text/unseen.ts';

export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** A server's report of how far a call is. */
interface McpProgress {
  readonly progress?: number | undefined;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Sends the call; the method of the same name of an MCP client will do. */
export type McpToolCaller = (
  params: { name: string; arguments: Record<string, unknown> },
  options: { signal: AbortSignal; onprogress: (progress: McpProgress) => void },
) => Promise<unknown>;

/** Milliseconds between two reports: each is an event that is kept. */
const PAUSE = 100;

/** Takes an MCP tool in. The server's word on harmlessness is not believed: what the tool touches is unknown. */
export function fromMcp(tool: McpTool, name: string, callTool: McpToolCaller | undefined): Info {
  if (!callTool)
    throw new TypeError(`Tool.from: ${tool.name} is an MCP tool; say how to call it: Tool.from(tool, { callTool })`);
  return define(name, {
    description: showUnseen(tool.description ?? tool.title ?? tool.name),
    parameters: showSchema(tool.inputSchema),
    ...(tool.outputSchema ? { returns: tool.outputSchema } : {}),
    execute: async (args, ctx) => {
      let last = Number.NEGATIVE_INFINITY;
      const onprogress = ({ progress, total, message }: McpProgress) => {
        const now = performance.now();
        if (message === undefined && now - last < PAUSE) return;
        last = now;
        ctx.metadata({
          ...(message === undefined ? {} : { title: shortenText(showUnseen(String(message)), 200) }),
          ...(Number.isFinite(progress) ? { progress } : {}),
          ...(Number.isFinite(total) ? { total } : {}),
        });
      };
      const result = await callTool({ name: tool.name, arguments: args }, { signal: ctx.abort, onprogress });
      return readMcpResult(tool.name, result);
    },
  }) as Info;
}

const MOST_TEXT = 1024 * 1024;
/** The longest attachment, in characters of base64. */
const MOST_ATTACHMENT = 8 * 1024 * 1024;
const MOST_ATTACHMENTS = 20;

type Block = Readonly<Record<string, unknown>>;

/** The answer of an MCP server as a result of ours: bounded, and a failure where the server says so. */
function readMcpResult(name: string, returned: unknown): Result<Record<string, unknown>> {
  const { content, structuredContent, isError } = (returned ?? {}) as Block;
  const blocks = ((Array.isArray(content) ? content : []) as Block[]).filter(block => block);
  const text = cut(blocks.flatMap(textOf).join('\n'));
  if (isError === true) throw new ToolError('EXECUTION_ERROR', text || `${name} failed, and did not say why`);
  const attachments = blocks.flatMap(attachmentOf);
  const left = attachments.length - MOST_ATTACHMENTS;
  const value = bounded(structuredContent);
  const more = value !== undefined && text !== '' && !stands(value, text) ? [JSON.stringify(value)] : [];
  const output = [text, ...more, ...(left > 0 ? [`[${left} more attachments were left out]`] : [])].join('\n');
  return {
    ...(output === '' && value !== undefined ? {} : { output }),
    ...(value === undefined ? {} : { value }),
    ...(attachments.length > 0 ? { attachments: attachments.slice(0, MOST_ATTACHMENTS) } : {}),
  };
}

function textOf(block: Block): string[] {
  if (typeof block.text === 'string') return [block.text];
  const { text } = resourceOf(block);
  if (typeof text === 'string') return [text];
  const data = dataOf(block);
  return data !== undefined && data.length > MOST_ATTACHMENT ? [`[${String(block.type)} left out: too large]`] : [];
}

function attachmentOf(block: Block): Attachment[] {
  const { type, mimeType, uri, name } = block;
  const { mimeType: inner } = resourceOf(block);
  const mediaType = [inner, mimeType].find(one => typeof one === 'string') as string | undefined;
  const named = { name: typeof name === 'string' ? name : String(type), mediaType: mediaType ?? UNKNOWN };
  const data = dataOf(block);
  if (data !== undefined) return data.length > MOST_ATTACHMENT ? [] : [{ ...named, data }];
  return type === 'resource_link' && typeof uri === 'string' ? [{ ...named, url: uri }] : [];
}

const UNKNOWN = 'application/octet-stream';

const resourceOf = (block: Block): Block => (block.resource ?? {}) as Block;

const dataOf = (block: Block): string | undefined => {
  const data = block.data ?? resourceOf(block).blob;
  return typeof data === 'string' ? data : undefined;
};

/** The structure, unless it is too long to be read; the text tells what there is to tell. */
function bounded(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || JSON.stringify(value).length > MOST_TEXT) return undefined;
  return value as Record<string, unknown>;
}

const cut = (text: string): string =>
  text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}\n[cut: it sent ${text.length} characters]` : text;

const MOST_LOOKED = 1_000;

/** Whether every single value of a structure stands in the text already: then the model need not be told twice. */
function stands(value: unknown, text: string): boolean {
  let looked = 0;
  const isThere = (part: unknown): boolean => {
    if (typeof part === 'object' && part !== null) return Object.values(part).every(isThere);
    if (part === null || typeof part === 'boolean' || ++looked > MOST_LOOKED) return true;
    return (
      text.includes(String(part)) || (typeof part === 'string' && text.includes(JSON.stringify(part).slice(1, -1)))
    );
  };
  return isThere(value);
}

/** Keywords whose values are words; the values of all others are what arguments are compared with. */
const WORDS: ReadonlySet<string> = new Set(['description', 'title', '$comment']);

/** A schema of somebody else's, for the model: unseen characters in its words stand there as escapes. */
export const showSchema = (schema: JsonSchema): JsonSchema => showPart(schema, 0) as JsonSchema;

/** Shows a part of the schema. The value of an unknown keyword is looked at too: it may be a schema to somebody. */
function showPart(part: unknown, depth: number): unknown {
  if (depth > 200) return part;
  const inside = (inner: unknown) => showPart(inner, depth + 1);
  if (Array.isArray(part)) return part.map(inside);
  if (!isRecord(part)) return part;
  return rewriteSchema(part, {
    schema: inside,
    name: checkSeen,
    value(value, keyword) {
      if (WORDS.has(keyword) && typeof value === 'string') return showUnseen(value);
      return isData(keyword) ? checkSeen(value) : inside(value);
    },
  });
}

/** Throws for unseen characters: a name or a value goes to the server as it is, so it cannot be shown otherwise. */
function checkSeen<T>(data: T): T {
  if (hasUnseen(JSON.stringify(data) ?? ''))
    throw new TypeError('a name or a value in its schema holds characters that cannot be seen');
  return data;
}
