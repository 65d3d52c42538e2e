import { Tool } from '../../../../index.ts';
import { isRecord } from '../../../../schema/json.ts';
import { readSaidList } from '../../../read-said.ts';
import type { McpConnection } from '../connection.ts';

/** The most characters of one text, and of one base64. */
const MOST_TEXT = 1024 * 1024;
const MOST_BLOB = 8 * 1024 * 1024;

/** Settings that all tools of a server share. */
type Settings = Pick<Tool.Definition, 'permissions' | 'effects' | 'danger' | 'timeout'>;

/**
 * Prompts and resources of a server as tools, so that a model or a client that wants one takes the way of all calls. A
 * tool of the server's own that has the name comes first.
 */
export function offeredTools(connection: McpConnection, settings: Settings): readonly Tool.Info[] {
  const { name, offers } = connection;
  const { prompts, resources } = offers;
  return [
    ...(resources.length > 0 ? [readResource(connection, settings)] : []),
    ...(prompts.length > 0 ? [getPrompt(connection, settings)] : []),
  ].filter(tool => !connection.listed.tools.has(tool.id) && tool.id.startsWith(`${name}__`));
}

/** Defines a tool that only looks: by the protocol neither prompts nor resources change anything. */
const offeredTool = (name: string, definition: object): Tool.Info =>
  Tool.define(name, { ...definition, readOnly: true } as Tool.Definition) as Tool.Info;

function readResource(connection: McpConnection, settings: Settings): Tool.Info {
  const { name: server, offers } = connection;
  const name = `${server}__read_resource`;
  return offeredTool(name, {
    ...settings,
    description: `Read a resource of the MCP server ${server}, such as ${shown(offers.resources.map(({ uri }) => uri))}.`,
    parameters: { type: 'object', properties: { uri: { type: 'string' } }, required: ['uri'] },
    execute: async ({ uri }: { uri: string }, ctx: Tool.Context) => {
      const answer = await connection.ask(name, ctx.abort, (client, options) => client.readResource({ uri }, options));
      const contents = readSaidList(answer.contents).flatMap(contentOf);
      const output = contents.map(({ text, blob }) => text ?? `[${blob?.length ?? 0} characters of base64]`).join('\n');
      return { output, value: { contents } };
    },
  });
}

function contentOf(entry: unknown): { mimeType?: string; text?: string; blob?: string }[] {
  if (!isRecord(entry)) return [];
  const type = typeof entry.mimeType === 'string' ? { mimeType: entry.mimeType } : {};
  if (typeof entry.text === 'string') return [{ ...type, text: entry.text.slice(0, MOST_TEXT).toWellFormed() }];
  return typeof entry.blob === 'string' && entry.blob.length <= MOST_BLOB ? [{ ...type, blob: entry.blob }] : [];
}

function getPrompt(connection: McpConnection, settings: Settings): Tool.Info {
  const { name: server, offers } = connection;
  const name = `${server}__get_prompt`;
  const given = { type: 'object', additionalProperties: { type: 'string' } };
  return offeredTool(name, {
    ...settings,
    description: `Get a prompt of the MCP server ${server}, such as ${shown(offers.prompts.map(one => one.name))}.`,
    parameters: { type: 'object', properties: { name: { type: 'string' }, arguments: given }, required: ['name'] },
    execute: async (args: { name: string; arguments?: Record<string, string> }, ctx: Tool.Context) => {
      const prompt = { name: args.name, arguments: args.arguments ?? {} };
      const answer = await connection.ask(name, ctx.abort, (client, options) => client.getPrompt(prompt, options));
      const written = JSON.stringify(readSaidList(answer.messages));
      if (written.length > MOST_BLOB) throw new Error(`${args.name} is too long`);
      const messages = JSON.parse(written) as Parameters<typeof sayMessage>[0][];
      return { output: messages.map(sayMessage).join('\n'), value: { messages } };
    },
  });
}

const sayMessage = ({ role, content }: { role: string; content: unknown }): string =>
  `${role}: ${isRecord(content) && typeof content.text === 'string' ? content.text : '[no text]'}`;

const shown = (names: readonly string[]): string => names.slice(0, 3).join(', ').slice(0, 200);
