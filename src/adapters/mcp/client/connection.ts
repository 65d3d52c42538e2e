import type { Client } from '@modelcontextprotocol/client';
import { ToolError } from '../../../index.ts';
import { CallsUnderWay, LateCallError, type RequestBounds } from './calls-under-way.ts';
import { explainCallFailure, hasForgotten, isUnauthorized, saidBy, toolTooLate } from './explain-call-failure.ts';
import { listOffers, NO_OFFERS, type Offers } from './offers/listed-offers.ts';
import {
  checkListed,
  type ListedTool,
  listPages,
  type McpCallOptions,
  type ToolListing,
} from './offers/listed-tools.ts';
import { hasOwnToken, isFetchedServer, isHttp } from './server-config.ts';
import { isSignInNeeded, type KeptAuth, signInNeeded } from './sign-in/kept-auth.ts';
import { type SignIn, withSignIn } from './sign-in/sign-in.ts';
import type { HttpTransport } from './transport/http-transport.ts';
import { type OpenClientOptions, openClient } from './transport/open-client.ts';

type OwnOption = 'auth' | 'signal' | 'onWay' | 'onEnd' | 'onListChanged';

interface ConnectionOptions extends Omit<OpenClientOptions, OwnOption> {
  readonly signIn?: SignIn;
  /** The kept result of an earlier sign-in; nobody is asked. */
  readonly auth?: KeptAuth;
  readonly onChange: (before: ToolListing, now: ToolListing) => void;
}

/** Milliseconds between two attempts to bring a dead server up again, doubled with every failure. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
/** Milliseconds between two looks at the list of a server that says without end that it has changed. */
const RELIST_PAUSE = 1_000;

/** Milliseconds for the first start of a server that may have to be downloaded. */
const FETCHING = 120_000;

const EMPTY: ToolListing = { isKnown: false, tools: new Map(), aside: [] };

/** One server: started when it is needed, and again when it has died; its failures are those of its own calls. */
export class McpConnection {
  readonly name: string;
  readonly #options: ConnectionOptions;
  #client: Promise<Client> | undefined;
  #listing: Promise<ToolListing> | undefined;
  #listed: ToolListing = EMPTY;
  /** The last words of the process of the last attempt, and what it may lack. */
  #hint: () => string = () => '';
  /** The way to a server over HTTP, for whoever signs in. */
  #http: HttpTransport | undefined;
  /** The server's wish that someone sign in, while the pause after it lasts. */
  #signInNeeded: ToolError | undefined;
  #failures = 0;
  #wasUp = false;
  #notBefore = 0;
  #closed = false;
  readonly #closing = new AbortController();
  readonly #calls = new CallsUnderWay();
  #relistNotBefore = 0;
  #relistLater: NodeJS.Timeout | undefined;
  offers: Offers = NO_OFFERS;
  /** The reason why the server is not there, for people. */
  problem: string | undefined;

  constructor(options: ConnectionOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** The tools as known now; nothing before the first `list`. */
  get listed(): ToolListing {
    return this.#listed;
  }

  /** The tools, asked for once for each connection and again when the server says that they have changed. */
  list(): Promise<ToolListing> {
    this.#listing ??= this.#connected()
      .then(client => this.#signedIn(() => this.#ask(client)))
      .catch(error => {
        this.#listing = undefined;
        const known = this.#refused(error) ?? error;
        this.problem ??= told(known);
        throw known instanceof ToolError ? known : this.#gone(saidBy(known));
      });
    return this.#listing;
  }

  async call(tool: ListedTool, args: Record<string, unknown>, options: McpCallOptions): Promise<unknown> {
    const client = await this.#connected();
    await this.#mustBeAsItWas(tool);
    const { own: name, inputSchema, outputSchema } = tool;
    const toolDefinition = { name, inputSchema, outputSchema } as never;
    return this.#timed(client, { ...options, tool: tool.name }, timed =>
      client.callTool({ name, arguments: args }, { ...options, ...timed, toolDefinition }),
    );
  }

  /** Asks the server for something beside its tools; `tool` is the name of the request in errors. */
  async ask<T>(tool: string, signal: AbortSignal, work: (client: Client, timed: RequestBounds) => Promise<T>) {
    const client = await this.#connected();
    return this.#timed(client, { tool, signal }, timed => work(client, timed));
  }

  async #timed<T>(
    client: Client,
    { tool, signal }: { readonly tool: string; readonly signal: AbortSignal },
    work: (timed: RequestBounds) => Promise<T>,
  ): Promise<T> {
    const { timeout } = this;
    try {
      return await this.#calls.run({ timeout, signal }, timed => this.#signedIn(() => work(timed)));
    } catch (error) {
      if (error instanceof LateCallError) throw toolTooLate(tool, timeout);
      if (hasForgotten(error)) this.#drop(client);
      throw this.#refused(error) ?? explainCallFailure(error, { server: this.name, tool, timeout });
    }
  }

  /** Refuses a changed tool: since it was looked at and allowed, the server may be another one, or think otherwise. */
  async #mustBeAsItWas(tool: ListedTool): Promise<void> {
    const now = (await this.list()).tools.get(tool.name);
    if (JSON.stringify(now) === JSON.stringify(tool)) return;
    const message = `${tool.name} is not what it was, and was not called; find it again`;
    throw new ToolError('EXECUTION_ERROR', message, { retryable: true });
  }

  /** Milliseconds that one call may take. */
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
    const why = `${this.problem ?? 'it died'}; it is tried again in ${Math.ceil(wait / 1000)} s`;
    if (wait > 0) return Promise.reject(this.#signInNeeded ?? this.#gone(why));
    this.#client = this.#signedIn(() => this.#open()).then(
      open => {
        this.#failures = 0;
        this.#wasUp = true;
        this.problem = undefined;
        return open;
      },
      error => {
        const refused = this.#refused(error);
        // A person who signs in meanwhile need not wait longer and longer.
        if (refused) this.#failures = 0;
        const problem = refused ? told(refused) : `${told(error)}${saidBy(this.#hint())}`;
        this.#lost(problem);
        this.#signInNeeded = refused;
        throw refused ?? this.#gone(problem);
      },
    );
    return this.#client;
  }

  /** Makes a request; a server may want someone to sign in at any of them. */
  #signedIn<T>(attempt: () => Promise<T>): Promise<T> {
    return withSignIn(this.#options.signIn, { attempt, finish: async answer => this.#http?.finishAuth(answer) });
  }

  /** The error of a request that the server refused because of who we are, or are not. */
  #refused(error: unknown): ToolError | undefined {
    if (isSignInNeeded(error)) return error;
    const { config, auth, signIn } = this.#options;
    if (!isUnauthorized(error) || !isHttp(config) || signIn) return undefined;
    if (hasOwnToken(config)) return this.#gone('it refuses the Authorization header of its config');
    const { requiredScope } = error as { readonly requiredScope?: string };
    if (requiredScope) auth?.wants(requiredScope);
    return signInNeeded(this.name, requiredScope ? 'it wants more than you have granted' : undefined);
  }

  /** Milliseconds after which the server counts as not come up. */
  get #patience(): number {
    const { patience, config } = this.#options;
    return this.#wasUp || isHttp(config) || !isFetchedServer(config) ? patience : Math.max(patience, FETCHING);
  }

  #open(): Promise<Client> {
    const { signIn, auth, elicit } = this.#options;
    return openClient({
      ...this.#options,
      patience: this.#patience,
      auth: signIn?.provider ?? auth,
      signal: this.#closing.signal,
      elicit: elicit && (params => this.#calls.ask(() => elicit(params))),
      onWay: (http, hint) => {
        this.#http = http;
        this.#hint = hint;
      },
      onEnd: () => this.#lost(`it ended${saidBy(this.#hint())}`),
      onListChanged: () => this.#relist(),
    });
  }

  async #ask(client: Client): Promise<ToolListing> {
    const { config, patience, onChange } = this.#options;
    const raw = await listPages(client, patience);
    const headers = isHttp(config) && client.getProtocolEra() === 'modern';
    const now = await checkListed(this.name, raw, { only: config.tools, headers });
    const before = this.#listed;
    this.offers = await listOffers(client, patience);
    this.#listed = now;
    this.problem = undefined;
    onChange(before, now);
    return now;
  }

  /** Lists the tools again at once, and then not before a pause is over, however often the server reports a change. */
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

  /** Notes that the server is lost. The next call brings it up again, after a pause that grows. */
  #lost(why: string): void {
    this.#client = undefined;
    this.#listing = undefined;
    this.#signInNeeded = undefined;
    this.problem = why;
    this.#notBefore = Date.now() + Math.min(FIRST_PAUSE * 2 ** this.#failures, LONGEST_PAUSE);
    this.#failures++;
  }

  #gone(why: string): ToolError {
    return new ToolError('EXECUTION_ERROR', `The MCP server ${this.name} is not there: ${why}`, { retryable: true });
  }
}

/** An error for people, with the line to run where there is one. */
const told = (error: unknown): string =>
  isSignInNeeded(error) ? `${error.message}. ${error.suggestion}` : saidBy(error);
