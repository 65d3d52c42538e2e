import {
  Client,
  type ElicitRequest,
  type ElicitResult,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ToolError } from '../../../index.ts';
import { explainFailure, hasForgotten, saidBy } from './explain-failure.ts';
import { boundedFetch } from './limit-body.ts';
import { listPages } from './list-pages.ts';
import { type CallOptions, checkListed, type Listed, type ListedTool } from './listed-tools.ts';
import { fillFrom, isHttp, type McpServerConfig } from './server-config.ts';
import { type SignIn, withSignIn } from './sign-in.ts';
import { timedValidator } from './timed-validator.ts';

export interface ConnectionOptions {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Milliseconds until a server that says nothing has not come up. */
  readonly patience: number;
  readonly signIn?: SignIn;
  /** Answers what the server asks the user; without it nothing can be asked. */
  readonly elicit?: Elicit;
  /** The list of tools is not what it was. */
  readonly onChange: (before: Listed, now: Listed) => void;
}

export type Elicit = (params: ElicitRequest['params']) => Promise<ElicitResult>;

/** Milliseconds between two attempts to bring a dead server up again, doubled with every failure. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
/** Milliseconds between two looks at the list of a server that says without end that it has changed. */
const RELIST_PAUSE = 1_000;

const EMPTY: Listed = { tools: new Map(), aside: [] };

/** One server: brought up when it is needed, and again when it has died; its failures are those of its own calls. */
export class Connection {
  readonly name: string;
  readonly #options: ConnectionOptions;
  #client: Promise<Client> | undefined;
  #listing: Promise<Listed> | undefined;
  #listed: Listed = EMPTY;
  /** The way to a server over HTTP, for who signs in. */
  #http: StreamableHTTPClientTransport | undefined;
  #failures = 0;
  #notBefore = 0;
  #closed = false;
  readonly #closing = new AbortController();
  #relistNotBefore = 0;
  #relistLater: NodeJS.Timeout | undefined;
  /** Why it is not there, for people. */
  problem: string | undefined;

  constructor(options: ConnectionOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** What is known now; nothing before the first `list`. */
  get listed(): Listed {
    return this.#listed;
  }

  /** The tools, asked for once for each connection and again when the server says that they have changed. */
  list(): Promise<Listed> {
    this.#listing ??= this.#connected()
      .then(client => this.#signedIn(() => this.#ask(client)))
      .catch(error => {
        this.#listing = undefined;
        this.problem ??= saidBy(error);
        throw error instanceof ToolError ? error : this.#gone(saidBy(error));
      });
    return this.#listing;
  }

  async call(tool: ListedTool, args: Record<string, unknown>, options: CallOptions): Promise<unknown> {
    const client = await this.#connected();
    await this.#mustBeAsItWas(tool);
    const timeout = this.timeout;
    const { name, own, inputSchema, outputSchema } = tool;
    try {
      return await this.#signedIn(() =>
        client.callTool(
          { name: own, arguments: args },
          {
            ...options,
            timeout,
            maxTotalTimeout: timeout,
            toolDefinition: { name: own, inputSchema, ...(outputSchema ? { outputSchema } : {}) } as never,
          },
        ),
      );
    } catch (error) {
      if (hasForgotten(error)) this.#drop(client);
      throw explainFailure(error, { server: this.name, tool: name, timeout });
    }
  }

  /** It may be another server since the tool was looked at and allowed, or one that changed its mind. */
  async #mustBeAsItWas(tool: ListedTool): Promise<void> {
    const now = (await this.list()).tools.get(tool.name);
    if (JSON.stringify(now) === JSON.stringify(tool)) return;
    throw new ToolError('EXECUTION_ERROR', `${tool.name} is not what it was, and was not called; find it again`, {
      retryable: true,
    });
  }

  /** Milliseconds. */
  get timeout(): number {
    return (this.#options.config.timeout ?? 60) * 1000;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#closing.abort();
    clearTimeout(this.#relistLater);
    const client = this.#client;
    this.#client = undefined;
    await client?.then(open => open.close()).catch(() => {});
  }

  #connected(): Promise<Client> {
    if (this.#closed) return Promise.reject(this.#gone('the gate is closed'));
    if (this.#client) return this.#client;
    const wait = this.#notBefore - Date.now();
    if (wait > 0)
      return Promise.reject(
        this.#gone(`${this.problem ?? 'it died'}; it is tried again in ${Math.ceil(wait / 1000)} s`),
      );
    const client = this.#signedIn(() => this.#tryToOpen()).then(
      open => {
        this.#failures = 0;
        this.problem = undefined;
        return open;
      },
      error => {
        this.#lost(saidBy(error));
        throw this.#gone(this.problem ?? 'it could not be started');
      },
    );
    this.#client = client;
    return client;
  }

  /** A server may want someone to sign in at any request. */
  #signedIn<T>(attempt: () => Promise<T>): Promise<T> {
    return withSignIn({
      signIn: this.#options.signIn,
      attempt,
      finish: async answer => this.#http?.finishAuth(answer),
    });
  }

  async #tryToOpen(): Promise<Client> {
    const { patience } = this.#options;
    const client = this.#newClient();
    client.onclose = () => this.#lost('it ended');
    const late = AbortSignal.timeout(patience);
    const transport = this.#newTransport();
    try {
      const given = AbortSignal.any([late, this.#closing.signal]);
      await within(client.connect(transport, { timeout: patience }), given);
    } catch (error) {
      client.onclose = undefined;
      // While it tries out what the server speaks, the client does not know of the transport yet.
      await within(Promise.all([client.close(), transport.close()]), AbortSignal.timeout(2_000)).catch(() => {});
      throw late.aborted ? new Error(`it did not come up within ${patience / 1000} s`) : error;
    }
    // Newer servers tell of changes only who asks for it; of the older ones none knows the request.
    if (client.getServerCapabilities()?.tools?.listChanged)
      client.listen({ toolsListChanged: true }, { timeout: patience }).catch(() => {});
    return client;
  }

  #newClient(): Client {
    const { version, elicit } = this.#options;
    const client = new Client(
      { name: 'toolgate', version },
      {
        versionNegotiation: { mode: 'auto' },
        jsonSchemaValidator: timedValidator,
        ...(elicit ? { capabilities: { elicitation: { form: { applyDefaults: true } } } } : {}),
      },
    );
    client.setNotificationHandler('notifications/tools/list_changed', () => this.#relist());
    if (elicit) client.setRequestHandler('elicitation/create', ({ params }) => elicit(params));
    // Odd messages are the server's own trouble; a call that they belong to ends by its time.
    client.onerror = () => {};
    return client;
  }

  #newTransport(): Transport {
    const { config, env, signIn } = this.#options;
    this.#http = undefined;
    if (isHttp(config)) {
      this.#http = new StreamableHTTPClientTransport(new URL(config.url), {
        fetch: boundedFetch,
        requestInit: { headers: fillFrom(env, config.headers) },
        ...(signIn ? { authProvider: signIn.provider } : {}),
      });
      return this.#http;
    }
    const { command, args = [], cwd } = config;
    return new StdioClientTransport({
      command,
      args: [...args],
      env: { ...getDefaultEnvironment(), ...fillFrom(env, config.env) },
      stderr: 'ignore',
      ...(cwd === undefined ? {} : { cwd }),
    });
  }

  async #ask(client: Client): Promise<Listed> {
    const raw = await listPages(client, this.#options.patience);
    const now = await checkListed(this.name, raw, this.#options.config.tools);
    const before = this.#listed;
    this.#listed = now;
    this.problem = undefined;
    this.#options.onChange(before, now);
    return now;
  }

  /** Looks again at once, and then not before a pause is over, however often the server says so. */
  #relist(): void {
    const wait = this.#relistNotBefore - Date.now();
    if (wait > 0) {
      this.#relistLater ??= setTimeout(() => this.#relist(), wait).unref();
      return;
    }
    clearTimeout(this.#relistLater);
    this.#relistLater = undefined;
    this.#relistNotBefore = Date.now() + RELIST_PAUSE;
    if (this.#closed || !this.#client) return;
    this.#listing = undefined;
    this.list().catch(() => {});
  }

  #drop(client: Client): void {
    client.onclose = undefined;
    client.close().catch(() => {});
    this.#lost('it has forgotten us');
  }

  /** The next call brings it up again, after a pause that grows. */
  #lost(why: string): void {
    this.#client = undefined;
    this.#listing = undefined;
    this.problem = why;
    this.#notBefore = Date.now() + Math.min(FIRST_PAUSE * 2 ** this.#failures, LONGEST_PAUSE);
    this.#failures++;
  }

  #gone(why: string): ToolError {
    return new ToolError('EXECUTION_ERROR', `The MCP server ${this.name} is not there: ${why}`, { retryable: true });
  }
}

/** What it is given, or an error once the signal fires. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {});
  return Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('too late')))),
  ]);
}
