import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ResourceLink,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CallOptions, Toolgate } from '../../../../index.ts';

const PREFIX = 'toolgate://output/';
const ID = /^[0-9a-f-]{36}$/;
/** The most bytes of a resource; a longer output is paged with read_file. */
const MOST = 8 * 2 ** 20;

/** A link to the whole of an output that was too long to be shown; `path` as read_file takes it. */
export const outputLink = (path: string): ResourceLink => ({
  type: 'resource_link',
  uri: `${PREFIX}${path.replace(/^output:/, '')}`,
  name: path,
  title: 'The whole output',
  mimeType: 'text/plain',
});

/** Kept outputs as resources. They are read by a call like any other, so the policy and the records hold. */
export function serveKeptOutputs(server: McpServer, gate: Toolgate, optionsFor: (ctx: ServerContext) => CallOptions) {
  server.registerResource(
    'output',
    new ResourceTemplate(`${PREFIX}{callID}`, { list: undefined }),
    { title: 'Kept outputs', description: 'The whole of an output that was cut', mimeType: 'text/plain' },
    async (uri, { callID }, ctx) => {
      if (!ID.test(String(callID))) throw new ResourceNotFoundError(uri.href);
      const path = `output:${String(callID)}`;
      const read = (limit: number) => gate.execute({ name: 'read_file', args: { path, limit } }, optionsFor(ctx));
      const first = await read(1);
      if (!first.ok) throw new ResourceNotFoundError(uri.href);
      const { size } = first.value as { size: number };
      if (size > MOST) {
        const message = `${path} has ${size} bytes; page it with read_file, 2,000 lines at a time`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri: uri.href });
      }
      const whole = await read(0);
      if (!whole.ok) throw new ResourceNotFoundError(uri.href);
      const { content: text } = whole.value as { content: string };
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
    },
  );
}
