import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createHttpApp, createMcpEndpoint, listen, tokenCheck } from '../../adapters/mcp/server/index.ts';
import { ConfigError } from '../../config/config-error.ts';
import { createConsole } from '../../console/create-console.ts';
import type { CommonOptions, ServedToolsOptions } from '../options.ts';
import { type CliSession, withGate } from '../session.ts';
import { knowPeoplesToken, refuseInsideJob } from '../terminal/require-person.ts';
import { toPrintableLine } from '../terminal/terminal.ts';
import type { ConsoleParts } from './demo/serve-demo.ts';
import { openServing } from './mcp/open-serving.ts';

interface ServeOptions extends CommonOptions, ServedToolsOptions {
  readonly port?: number;
  /** Commander's form of --no-wait. */
  readonly wait: boolean;
  /** A sample workspace, with a scripted agent that can be started from the page. */
  readonly demo?: boolean;
}

const PORT = 7717;
const SHORTEST = 16;

export async function serve(version: string, options: ServeOptions): Promise<void> {
  // Whoever starts the console reads the people's token.
  await refuseInsideJob('Serving the console');
  const tokens = {
    agents: tokenFrom('TOOLGATE_TOKEN'),
    asking: tokenFrom('TOOLGATE_ASKING_TOKEN'),
    people: tokenFrom('TOOLGATE_CONSOLE_TOKEN'),
  };
  checkApart(tokens);
  const withServed = (session: CliSession, served: ConsoleParts) =>
    serveGate(session, { ...options, tokens, version, served });
  if (options.demo) return (await import('./demo/serve-demo.ts')).serveDemo(options, withServed);
  return withGate({ ...options, input: false }, session => withServed(session, { settings: session.settings }), {
    agent: 'mcp',
    waitForAnswers: options.wait,
  });
}

/** The tokens. An agent that knows its own must not be able to answer its own questions with it. */
interface Tokens {
  readonly agents: string;
  /** The token of a client that puts questions to its person, who answers there. */
  readonly asking: string;
  readonly people: string;
}

/** The tokens must differ: with one token for two of them agents could answer for people. */
function checkApart({ agents, asking, people }: Tokens): void {
  if (agents !== asking && agents !== people) return;
  throw new ConfigError(
    `TOOLGATE_TOKEN is the same as ${agents === people ? 'TOOLGATE_CONSOLE_TOKEN' : 'TOOLGATE_ASKING_TOKEN'}, so agents could answer their own questions`,
    'Give each its own; one can be made with: openssl rand -hex 32',
  );
}

type ServeGateOptions = ServeOptions & { tokens: Tokens; version: string; served: ConsoleParts };

async function serveGate(session: CliSession, options: ServeGateOptions): Promise<void> {
  const { gate, settings, terminal, mcpServers, abort } = session;
  const { tokens, version, served } = options;
  // The servers come up meanwhile; what needs one waits for it.
  void mcpServers?.ready();
  const serving = await openServing(session, options, { version, elicit: options.yes !== true });
  const mcp = createMcpEndpoint(serving);
  const problem = (where: string) => (error: Error) => terminal.note(`${where}: ${toPrintableLine(error.message)}`);
  let port = 0;
  const people = createConsole({
    ...served,
    gate,
    version,
    page: readPage,
    port: () => port,
    isToken: tokenCheck(tokens.people),
    onProblem: problem('console'),
  });
  const app = createHttpApp({
    mcp,
    token: tokens.agents,
    asking: [tokens.asking, tokens.people],
    beside: people.fetch,
    onProblem: problem('mcp'),
  });
  const listening = await listenOn(app, options.port ?? (options.demo ? 0 : PORT));
  port = listening.port;
  const forgetToken = await knowPeoplesToken(gate.store, tokens.people);
  try {
    const url = `${listening.url}/mcp`;
    const link = `${listening.url}/?token=${encodeURIComponent(tokens.people)}`;
    if (options.json) terminal.json({ url, token: tokens.agents, askingToken: tokens.asking, console: link });
    else
      terminal.result(
        `Console: ${link}\nMCP:     ${url}\nToken:   ${tokens.agents}\nAsking:  ${tokens.asking}  (a token for clients that put questions to you)`,
      );
    if (readPage() === undefined) terminal.note('The console has no page yet; build it with: npm run build:page');
    terminal.note(`Serving ${toPrintableLine(settings.workspace.root)}. Ctrl-C ends it.`);
    if (gate.planned)
      terminal.note('Changes are planned, not written: apply or drop them in the console, or with toolgate plan.');
    if (!abort.aborted) await once(abort, 'abort');
  } finally {
    await forgetToken();
    people.close();
    serving.close();
    await mcp.close();
    await listening.close();
  }
}

/** The place of the page: beside the built program, or where a checkout builds it. */
const PAGE = import.meta.url.endsWith('.ts') ? '../../../dist/console.html' : './console.html';

/** Reads the page each time anew, so that one that is built meanwhile is there. */
function readPage(): string | undefined {
  try {
    return readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}

/** The user's own token, so that configs of clients need not change with each start; otherwise a new one. */
function tokenFrom(variable: 'TOOLGATE_TOKEN' | 'TOOLGATE_ASKING_TOKEN' | 'TOOLGATE_CONSOLE_TOKEN'): string {
  const given = process.env[variable];
  if (!given) return randomBytes(32).toString('base64url');
  // A header can carry only these characters.
  if (given.length >= SHORTEST && /^[!-~]+$/.test(given)) return given;
  throw new ConfigError(
    `${variable} must have at least ${SHORTEST} characters, all of them plain ASCII and none of them white space`,
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
