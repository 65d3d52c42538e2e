import {
  type GetPromptResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Outcome, Toolgate } from '../../../index.ts';
import type { Offers } from '../client/offers/listed-offers.ts';
import type { Caller } from './caller.ts';
import type { CallTool } from './tools/call-tool.ts';

/** Another server's offers beside tools; its own tools ask it for them, so the policy and the records hold. */
export interface ForeignOffers extends Offers {
  readonly server: string;
}

const PREFIX = 'toolgate://server/';

/** Tells the client of a server that the lists have changed; the offers of servers change with their tools. */
export function sendListChanged(server: McpServer): void {
  server.sendToolListChanged();
  const { prompts } = server.server.getCapabilities();
  if (!prompts?.listChanged || !passingOn.has(server)) return;
  server.sendPromptListChanged();
  server.sendResourceListChanged();
}

/** The servers that pass on the offers of others. */
const passingOn = new WeakSet<McpServer>();

/** Prompts and resources of other servers, each with its server's name before it, so that none can take another's. */
export function serveOffers(
  server: McpServer,
  gate: Toolgate,
  offers: () => readonly ForeignOffers[],
  { callTool, callerOf }: { callTool: CallTool; callerOf: (ctx: ServerContext) => Caller },
): void {
  passingOn.add(server);
  const call = async <R extends Result>(
    params: { readonly name: string; readonly arguments: Record<string, unknown> },
    ctx: ServerContext,
    toResult: (value: unknown) => R,
  ): Promise<R> => {
    // A client that names the tool has seen its parameters.
    await gate.registry.show(params.name).catch(() => undefined);
    const answer = ({ ok, output, value }: Outcome): R => {
      if (!ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, output);
      return toResult(value);
    };
    // A client of the modern era gets questions in place of the result, and asks again with the answers.
    return (await callTool(params, ctx, { caller: callerOf(ctx), answer })) as R;
  };

  server.server.setRequestHandler('prompts/list', () => ({
    prompts: offers().flatMap(({ server: from, prompts }) =>
      prompts.map(prompt => ({
        ...prompt,
        arguments: [...prompt.arguments],
        name: `${from}__${prompt.name}`,
        description: `From the MCP server ${from}: ${prompt.description}`,
      })),
    ),
  }));
  server.server.setRequestHandler('prompts/get', async ({ params }, ctx) => {
    const from = offers().find(({ server: each }) => params.name.startsWith(`${each}__`))?.server;
    if (from === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}`);
    const args = { name: params.name.slice(from.length + 2), arguments: params.arguments ?? {} };
    return call({ name: `${from}__get_prompt`, arguments: args }, ctx, value => {
      const { messages } = value as { messages: GetPromptResult['messages'] };
      return { description: `From the MCP server ${from}, which is not trusted`, messages };
    });
  });
  server.registerResource(
    'servers',
    new ResourceTemplate(`${PREFIX}{from}/{uri}`, {
      list: () => ({
        resources: offers().flatMap(({ server: from, resources }) =>
          resources.map(({ uri, description, ...resource }) => ({
            ...resource,
            uri: `${PREFIX}${from}/${encodeURIComponent(uri)}`,
            description: `From the MCP server ${from}, ${uri}: ${description}`,
          })),
        ),
      }),
    }),
    { title: 'Resources of other servers', description: 'What other MCP servers have to read' },
    async (uri, { from, uri: encoded }, ctx) => {
      const known = offers().some(({ server: each }) => each === from);
      const own = decoded(String(encoded));
      if (!known || own === undefined) throw new ResourceNotFoundError(uri.href);
      return call({ name: `${String(from)}__read_resource`, arguments: { uri: own } }, ctx, value => {
        const { contents } = value as { contents: { mimeType?: string; text?: string; blob?: string }[] };
        const told = contents.map(({ mimeType, text = '', blob }) => {
          return { uri: uri.href, mimeType, ...(blob === undefined ? { text } : { blob }) };
        });
        return { contents: told };
      });
    },
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
