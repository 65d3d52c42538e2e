import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { CataloguedTool, Outcome, Tool } from '../../../../index.ts';
import { outputLink } from './kept-outputs.ts';
import { structuredForm } from './structured-form.ts';

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
  const related = jobTask === undefined ? {} : { [RELATED_TASK]: { taskId: jobTask } };
  if (!outcome.ok) {
    const { code, type, retryable, details } = outcome.error;
    const error = { code, type, retryable, details };
    return { content, isError: true, _meta: { ...named, ...related, 'toolgate/error': error } };
  }
  if (structured === undefined) return { content, _meta: jobTask === undefined ? undefined : related };
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
  const text = isText(mediaType) ? Buffer.from(data, 'base64').toString('utf8') : undefined;
  return {
    type: 'resource',
    resource: { uri, mimeType: mediaType, ...(text === undefined ? { blob: data } : { text }) },
  };
}

const isText = (mediaType: string): boolean => /^text\/|^application\/(?:[\w.+-]*\+)?(?:json|xml)\b/.test(mediaType);
