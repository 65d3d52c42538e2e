import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallToolResult, ContentBlock, Tool as McpTool } from '@modelcontextprotocol/server';
import type { CataloguedTool, JsonSchema, Outcome, Tool } from '../../../../index.ts';
import { outputLink } from './kept-outputs.ts';
import { portableSchema } from './portable-schema.ts';

interface ResultOptions {
  /** The tool; undefined where no tool has the name that was asked for. */
  readonly tool: CataloguedTool | undefined;
  /** Real path of the workspace. */
  readonly root: string;
  /** The task of a background command that the call has started. */
  readonly jobTask?: string | undefined;
  /** Characters of a value, for clients that want values; undefined where none are sent. */
  readonly structured?: number | undefined;
}

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/**
 * An outcome as clients of MCP read it: the text for the model, cut and with all notes, once, and the attachments.
 * Hosts pass on everything else: structured content in place of the text, `_meta` and links as blocks that some
 * providers refuse. So a result holds none of these, unless values were asked for.
 */
export function toCallToolResult(outcome: Outcome, options: ResultOptions): CallToolResult {
  const { tool, root, jobTask, structured } = options;
  const attached = outcome.attachments.map(attachment => toContent(attachment, outcome.callID, root));
  const { outputPath } = outcome.metadata;
  const content: ContentBlock[] = [
    ...(outcome.output === '' && attached.length > 0 ? [] : [{ type: 'text' as const, text: outcome.output }]),
    ...attached,
    ...(structured !== undefined && typeof outputPath === 'string' ? [outputLink(outputPath)] : []),
  ];
  const named = { 'toolgate/call': outcome.callID };
  const related = jobTask === undefined ? undefined : { [RELATED_TASK]: { taskId: jobTask } };
  if (!outcome.ok) {
    const { code, type, retryable, details } = outcome.error;
    const error = { code, type, retryable, details };
    return { content, isError: true, _meta: { ...named, ...related, 'toolgate/error': error } };
  }
  if (structured === undefined) return { content, _meta: related };
  // A tool of another server has a value, and no schema of ours.
  const hasValue = tool?.returns !== undefined || (typeof outcome.value === 'object' && outcome.value !== null);
  const structuredContent = hasValue ? structuredForm(outcome, structured) : undefined;
  return { content, structuredContent, _meta: { ...named, ...related } };
}

function toContent({ name, mediaType, data, path, url }: Tool.Attachment, callID: string, root: string): ContentBlock {
  if (data === undefined) {
    const uri = url ?? pathToFileURL(resolve(root, path ?? name)).href;
    return { type: 'resource_link', uri, name, mimeType: mediaType };
  }
  if (mediaType.startsWith('image/')) return { type: 'image', data, mimeType: mediaType };
  if (mediaType.startsWith('audio/')) return { type: 'audio', data, mimeType: mediaType };
  const uri = URL.canParse(name) ? name : `toolgate://call/${callID}/${encodeURIComponent(name)}`;
  const content = isText(mediaType) ? { text: Buffer.from(data, 'base64').toString('utf8') } : { blob: data };
  return { type: 'resource', resource: { uri, mimeType: mediaType, ...content } };
}

const isText = (mediaType: string): boolean => /^text\/|^application\/(?:[\w.+-]*\+)?(?:json|xml)\b/.test(mediaType);

/**
 * A tool as it is listed. Its possible effects are told as hints; clients should not trust them, and the gate does not.
 * An output schema is told only where structured content is sent: the schema would oblige us to send some.
 */
export function toMcpTool(tool: CataloguedTool, structured: boolean): McpTool {
  const { name, description, parameters, returns, hints } = tool;
  return {
    name,
    description,
    // The protocol wants the type said, also of a schema that can have no other.
    inputSchema: { ...portableSchema(parameters), type: 'object' } as McpTool['inputSchema'],
    ...(structured && returns ? { outputSchema: structuredSchema(returns) as McpTool['outputSchema'] } : {}),
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}

/** The schema of an object in both eras; `value` is left out where even its beginning is too large. */
const structuredSchema = (returns: JsonSchema): JsonSchema => {
  const { $defs, definitions, ...value } = portableSchema(returns);
  return {
    type: 'object',
    properties: { output: { type: 'string' }, value },
    required: ['output'],
    // References inside the value lead to the root.
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
};

/** An outcome for programs: hosts that show a model the structured content alone show the cut output, and its notes. */
function structuredForm({ output, value, metadata }: Outcome, most: number) {
  const { outputPath } = metadata;
  return { output, value: boundValue(value, most, typeof outputPath === 'string' ? outputPath : undefined) };
}

/** Longest text and list that are tried, from the most generous length to the least that still says something. */
const STEPS = [16_384, 4_096, 1_024, 256, 64] as const;

/**
 * A value as plain JSON of at most so many characters: long texts and lists keep their beginning, and a cut text says so,
 * and where the rest is kept. Undefined where there is no value, or nothing of use is left.
 */
function boundValue(value: unknown, most: number, rest: string | undefined): unknown {
  const whole = JSON.stringify(value);
  if (whole === undefined || whole.length <= most) return whole && JSON.parse(whole);
  const place = rest === undefined ? '' : `; the rest is in ${rest}`;
  for (const step of STEPS) {
    const text = JSON.stringify(value, (_, part: unknown) => {
      if (Array.isArray(part)) return part.slice(0, step);
      if (typeof part !== 'string' || part.length <= step) return part;
      return `${part.slice(0, step).toWellFormed()}\n[… cut: it has ${part.length} characters${place}]`;
    });
    if (text.length <= most) return JSON.parse(text);
  }
  return undefined;
}
