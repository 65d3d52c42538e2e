import type { Attachment, Result } from '../context.ts';
import { ToolError } from '../error.ts';

const MOST_TEXT = 1024 * 1024;
/** The longest attachment, in characters of base64. */
const MOST_ATTACHMENT = 8 * 1024 * 1024;
const MOST_ATTACHMENTS = 20;

type Block = Readonly<Record<string, unknown>>;

/** The answer of an MCP server as a result of ours: bounded, and a failure where the server says so. */
export function readMcpResult(name: string, returned: unknown): Result<Record<string, unknown>> {
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

/** The most values that are looked for. */
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
