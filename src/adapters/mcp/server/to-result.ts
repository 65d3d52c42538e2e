import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { CataloguedTool, Outcome, Tool } from '../../../index.ts';
import { outputLink } from './kept-outputs.ts';

export interface ResultOptions {
  /** Undefined where no tool has the name that was asked for. */
  readonly tool: CataloguedTool | undefined;
  /** Real path of the workspace. */
  readonly root: string;
  /** The task of a background command that the call has started. */
  readonly jobTask?: string | undefined;
}

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** An outcome as clients of MCP read it: text always, the value where the tool has a schema for it, what is attached. */
export function toCallToolResult(outcome: Outcome, { tool, root, jobTask }: ResultOptions): CallToolResult {
  const attached = outcome.attachments.map(attachment => toContent(attachment, outcome.callID, root));
  const { outputPath } = outcome.metadata;
  const content: ContentBlock[] = [
    ...(outcome.output === '' && attached.length > 0 ? [] : [{ type: 'text' as const, text: outcome.output }]),
    ...attached,
    ...(typeof outputPath === 'string' ? [outputLink(outputPath)] : []),
  ];
  const _meta = {
    'toolgate/call': outcome.callID,
    ...(jobTask === undefined ? {} : { [RELATED_TASK]: { taskId: jobTask } }),
  };
  if (!outcome.ok) {
    const { code, type, retryable, details } = outcome.error;
    const error = { code, type, retryable, ...(details ? { details } : {}) };
    return { content, isError: true, _meta: { ..._meta, 'toolgate/error': error } };
  }
  const structured = tool?.returns && outcome.value !== undefined ? { structuredContent: plain(outcome.value) } : {};
  return { content, ...structured, _meta };
}

/** What goes over the wire is JSON, also for who looks before it is sent. */
const plain = (value: unknown): CallToolResult['structuredContent'] => JSON.parse(JSON.stringify(value));

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
