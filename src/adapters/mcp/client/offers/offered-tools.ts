import { Tool } from '../../../../index.ts';
import { isJsonObject } from '../../../is-json-object.ts';
import { readSaidList } from '../../../read-said.ts';
import type { McpConnection } from '../connection.ts';

/** Characters of one text, and of one base64. */
const MOST_TEXT = 1024 * 1024;
const MOST_BLOB = 8 * 1024 * 1024;

/** Settings that all tools of a server share. */
type Settings = Pick<Tool.Definition, 'permissions' | 'effects' | 'danger' | 'timeout'>;

/**
 * Prompts and resources of a server as tools, so that whoever wants one, a model or a client, takes the way of all calls.
 * A tool of the server's own that has the name comes first.
 */
export function offeredTools(connection: McpConnection, settings: Settings): readonly Tool.Info[] {
  const { name, offers } = connection;
  const { prompts, resources } = offers;
  return [
    ...(resources.length > 0 ? [readResource(connection, settings)] : []),
    ...(prompts.length > 0 ? [getPrompt(connection, settings)] : []),
  ].filter(tool => !connection.listed.tools.has(tool.id) && tool.id.startsWith(`${name}__`));
}

const resourceTool = (server: string): string => `${server}__read_resource`;
const promptTool = (server: string): string => `${server}__get_prompt`;

function readResource(connection: McpConnection, settings: Settings): Tool.Info {
  const { name, offers } = connection;
  return Tool.define(resourceTool(name), {
    ...settings,
    // By the protocol it only looks; so does a prompt.
    readOnly: true,
    description: `Read a resource of the MCP server ${name}, such as ${shown(offers.resources.map(({ uri }) => uri))}.`,
    parameters: { type: 'object', properties: { uri: { type: 'string' } }, required: ['uri'] },
    execute: async (args, ctx) => {
      const { uri } = args as { uri: string };
      const answer = await connection.ask(`${name}__read_resource`, ctx.abort, (client, options) =>
        client.readResource({ uri }, options),
      );
      const contents = readSaidList(answer.contents).flatMap(contentOf);
      const output = contents.map(({ text, blob }) => text ?? `[${blob?.length ?? 0} characters of base64]`).join('\n');
      return { output, value: { contents } };
    },
  } as Tool.Definition) as Tool.Info;
}

function contentOf(entry: unknown): { mimeType?: string; text?: string; blob?: string }[] {
  if (!isJsonObject(entry)) return [];
  const type = typeof entry.mimeType === 'string' ? { mimeType: entry.mimeType } : {};
  if (typeof entry.text === 'string') return [{ ...type, text: entry.text.slice(0, MOST_TEXT).toWellFormed() }];
  return typeof entry.blob === 'string' && entry.blob.length <= MOST_BLOB ? [{ ...type, blob: entry.blob }] : [];
}

function getPrompt(connection: McpConnection, settings: Settings): Tool.Info {
  const { name, offers } = connection;
  return Tool.define(promptTool(name), {
    ...settings,
    readOnly: true,
    description: `Get a prompt of the MCP server ${name}, such as ${shown(offers.prompts.map(one => one.name))}.`,
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        arguments: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['name'],
    },
    execute: async (args, ctx) => {
      const { name: prompt, arguments: given = {} } = args as { name: string; arguments?: Record<string, string> };
      const answer = await connection.ask(`${name}__get_prompt`, ctx.abort, (client, options) =>
        client.getPrompt({ name: prompt, arguments: given }, options),
      );
      const messages = JSON.parse(JSON.stringify(readSaidList(answer.messages))) as {
        role: string;
        content: unknown;
      }[];
      if (JSON.stringify(messages).length > MOST_BLOB) throw new Error(`${prompt} is too long`);
      const said = ({ role, content }: (typeof messages)[number]) =>
        `${role}: ${isJsonObject(content) && typeof content.text === 'string' ? content.text : '[no text]'}`;
      return { output: messages.map(said).join('\n'), value: { messages } };
    },
  } as Tool.Definition) as Tool.Info;
}

const shown = (names: readonly string[]): string => names.slice(0, 3).join(', ').slice(0, 200);
