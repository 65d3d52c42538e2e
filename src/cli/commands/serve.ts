import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createHttpApp, createMcpEndpoint, createMcpServing, listen } from '../../adapters/mcp/server/index.ts';
import { ConfigError } from '../../config/config-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { oneLine } from '../terminal.ts';

export interface ServeOptions extends CommonOptions {
  readonly port?: number;
  /** Commander's form of --no-wait. */
  readonly wait: boolean;
}

const PORT = 7717;
const SHORTEST = 16;

/** Serves agents over HTTP, on this machine only, until it is stopped. */
export async function serve(options: ServeOptions, version: string): Promise<number> {
  const token = tokenFrom(process.env.TOOLGATE_TOKEN);
  const extra = { agent: 'mcp', waitForAnswers: options.wait };
  return withGate(
    { ...options, input: false },
    async ({ gate, settings, terminal, mcpServers, abort }) => {
      // They come up meanwhile; what needs one waits for it.
      void mcpServers?.ready();
      const { vocabulary } = settings;
      const serving = await createMcpServing(gate, { version, vocabulary, elicit: options.yes !== true });
      const mcp = createMcpEndpoint(serving);
      const onProblem = (error: Error) => terminal.note(`mcp: ${oneLine(error.message)}`);
      const listening = await listenOn(createHttpApp({ mcp, token, onProblem }), options.port ?? PORT);
      try {
        const url = `${listening.url}/mcp`;
        if (options.json) terminal.result(JSON.stringify({ url, token }));
        else terminal.result(`MCP:   ${url}\nToken: ${token}`);
        terminal.note(`Serving ${oneLine(settings.workspace.root)}. Ctrl-C ends it.`);
        if (!abort.aborted) await once(abort, 'abort');
      } finally {
        serving.close();
        await mcp.close();
        await listening.close();
      }
      return EXIT.done;
    },
    extra,
  );
}

/** The user's own, so that configs of clients need not change with each start; otherwise a new one. */
function tokenFrom(given: string | undefined): string {
  if (!given) return randomBytes(32).toString('base64url');
  // What a header can carry.
  if (given.length >= SHORTEST && /^[!-~]+$/.test(given)) return given;
  throw new ConfigError(
    `TOOLGATE_TOKEN must have at least ${SHORTEST} characters, all of them plain ASCII and none of them white space`,
    'Make one with: openssl rand -hex 32',
  );
}

async function listenOn(app: Parameters<typeof listen>[0], port: number) {
  try {
    return await listen(app, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'another program listens there' : message;
    throw new ConfigError(`Port ${port} cannot be used: ${why}`, 'Give another with --port; 0 takes a free one.');
  }
}
