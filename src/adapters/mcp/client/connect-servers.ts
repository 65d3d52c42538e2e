import { setTimeout as sleep } from 'node:timers/promises';
import { changesState, checkOptions, connects, Tool, ToolError, type Toolgate } from '../../../index.ts';
import { clientOfCall } from '../server/client-of-call.ts';
import { askApprover, whileCalling } from './ask-approver.ts';
import { McpConnection } from './connection.ts';
import { saidBy } from './explain-call-failure.ts';
import type { Offers } from './offers/listed-offers.ts';
import { isServerName, type ListedTool, type ToolListing, toInfo } from './offers/listed-tools.ts';
import { offeredTools } from './offers/offered-tools.ts';
import { hasOwnToken, isHttp, type McpServerConfig, readLabel, runsOutside } from './server-config.ts';
import { keptAuth } from './sign-in/kept-auth.ts';
import type { KeptSignIns } from './sign-in/kept-sign-ins.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import type { Elicitor } from './transport/open-client.ts';

export interface McpServersOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds after which a server that says nothing counts as not come up; default 15 seconds. */
  readonly patience?: number;
  /** Whether the servers start now, in the background, or when a tool of theirs is needed. Default true. */
  readonly start?: boolean;
  readonly version?: string;
  /** The sign-in to a server that wants one. */
  readonly signIn?: (server: string) => SignIn | undefined;
  /** Sign-ins kept by `toolgate sign-in`, for servers that want someone to be signed in and have no `signIn` here. */
  readonly keptSignIns?: KeptSignIns;
  /**
   * Answers a server's questions to the user, in the place of the caller. Default: the person at the MCP client that
   * made the call; for a call that came in another way, whoever answers the gate's questions.
   */
  readonly elicit?: (server: string, params: Parameters<Elicitor>[0]) => ReturnType<Elicitor>;
  /** Receives the problems of a server or one of its tools. */
  readonly onProblem?: (server: string, problem: string) => void;
}

const SERVERS_OPTIONS: Readonly<Record<keyof McpServersOptions, true>> = {
  env: true,
  patience: true,
  start: true,
  version: true,
  signIn: true,
  keptSignIns: true,
  elicit: true,
  onProblem: true,
};

export interface McpServerState {
  readonly name: string;
  readonly tools: readonly string[];
  readonly aside: ToolListing['aside'];
  /** Whether the server is a process outside of the sandbox, with all the rights of its user. */
  readonly outside: boolean;
  readonly problem?: string;
}

export interface McpServers {
  /** Resolves when every server has come up with its tools or has failed to. */
  ready(): Promise<void>;
  state(): readonly McpServerState[];
  /** The offers of running servers beside tools; a gate that is served passes them on (`offers`). */
  offers(): readonly (Offers & { readonly server: string })[];
  close(): Promise<void>;
}

const PATIENCE = 15_000;
/** Milliseconds that people may take to answer a server's question in the middle of a call. */
const ANSWERING = 10 * 60_000;
const AT_ONCE = 4;

/**
 * The tools of other servers, as lazy tools of a gate: known by a line each, loaded when they are asked for, untrusted.
 * The servers come up in the background, and whoever shows the gate's tools is told when one has. Nothing waits for a
 * server but the calls that need it.
 */
export function connectMcpServers(
  gate: Pick<Toolgate, 'registry' | 'approvals' | 'startServer'>,
  servers: Readonly<Record<string, McpServerConfig>>,
  options: McpServersOptions = {},
): McpServers {
  checkOptions('connectMcpServers', options, SERVERS_OPTIONS);
  const { env = process.env, patience = PATIENCE, version = '0', start = true, onProblem = () => {} } = options;
  const connections = Object.entries(servers)
    .filter(([, config]) => config.disabled !== true)
    .map(([name, config]) => {
      if (!isServerName(name)) throw new TypeError(`An MCP server cannot be named ${JSON.stringify(name)}`);
      const signIn = options.signIn?.(name);
      const { elicit = askItsPerson(gate), keptSignIns: signIns } = options;
      const usesKept = signIns && !signIn && isHttp(config) && !hasOwnToken(config);
      const connection = new McpConnection({
        name,
        config,
        env,
        version,
        patience,
        signIn,
        start: server => gate.startServer(server),
        auth: usesKept ? keptAuth({ name, config, env, signIns }) : undefined,
        elicit: params => elicit(name, params),
        onChange: (before, now) => {
          for (const tool of changedTools(before, now))
            if (gate.registry.find(tool)?.tool.pack === packOf(name)) gate.registry.unregister(tool);
          if (linesOf(before) !== linesOf(now)) gate.registry.announceAgain();
          for (const { tool, reason } of now.aside) onProblem(name, `its tool ${tool} was set aside: ${reason}`);
        },
      });
      return { connection, config };
    });

  const inTurn = limited(AT_ONCE);
  const coming = new Map<McpConnection, Promise<void>>();
  /** Lists the tools of a server, and never throws; a list that failed is asked for again the next time. */
  const come = (connection: McpConnection): Promise<void> => {
    const list = async () => {
      try {
        await inTurn(() => connection.list());
      } catch (error) {
        // The server's line in the list of tools is another one now.
        gate.registry.announceAgain();
        onProblem(connection.name, connection.problem ?? saidBy(error));
      } finally {
        coming.delete(connection);
      }
    };
    const tried = coming.get(connection) ?? list();
    coming.set(connection, tried);
    return tried;
  };

  for (const { connection, config } of connections) {
    const beside = () => {
      const tools = offeredTools(connection, settingsOf(connection, config));
      return tools.map(({ id, definition }) => ({ id, definition: asked(definition as Tool.Definition) }));
    };
    gate.registry.addLazy({
      summaries: () => [
        ...[...connection.listed.tools.values()].map(({ name, description }) => ({ name, description })),
        ...beside().map(({ id, definition: { description } }) => ({ name: id, description })),
      ],
      absent: () => absence(connection),
      // A failed server is tried again, but nobody waits for it any more, nor for long for a server that is downloaded.
      ready: () => {
        const tried = come(connection);
        return connection.problem === undefined ? Promise.race([tried, after(patience)]) : Promise.resolve();
      },
      resolve: async name => {
        if (!name.startsWith(`${connection.name}__`)) return null;
        const listed = await Promise.race([connection.list(), after(patience)]);
        if (!listed) throw stillComing(connection.name);
        const tool = listed.tools.get(name);
        return tool ? asLazyTool(tool, connection, config) : (beside().find(({ id }) => id === name) ?? null);
      },
      options: { origin: 'foreign', trust: 'untrusted', pack: packOf(connection.name) },
    });
  }

  if (start) for (const { connection } of connections) void come(connection);

  return {
    ready: async () => void (await Promise.all(connections.map(({ connection }) => come(connection)))),
    state: () =>
      connections.map(({ connection: { name, listed, problem }, config }) => ({
        name,
        problem,
        aside: listed.aside,
        outside: runsOutside(config),
        tools: [...listed.tools.keys()],
      })),
    offers: () => connections.map(({ connection: { name, offers } }) => ({ server: name, ...offers })),
    close: async () => void (await Promise.all(connections.map(({ connection }) => connection.close()))),
  };
}

/** Asks the person of the call, never a model. */
const askItsPerson =
  (gate: Pick<Toolgate, 'approvals'>): NonNullable<McpServersOptions['elicit']> =>
  async (server, params) => {
    const client = clientOfCall();
    if (!client) return askApprover(gate, server, params);
    return (await client.askFor?.(server, params)) ?? { action: 'cancel' };
  };

/** The announced part of a list. */
const linesOf = ({ isKnown, tools }: ToolListing): string =>
  JSON.stringify([isKnown, [...tools.values()].map(({ name, description }) => [name, description])]);

/** The line for models on a server whose tools are not known. Why the server failed is for people. */
function absence({ name, listed, problem }: McpConnection): { name: string; description: string } | undefined {
  if (listed.isKnown) return undefined;
  const state = problem === undefined ? 'its tools are not known yet; find_tools waits for them' : 'it did not come up';
  return { name, description: `An MCP server: ${state}.` };
}

const stillComing = (server: string): ToolError =>
  new ToolError('EXECUTION_ERROR', `The MCP server ${server} is still being started`, {
    retryable: true,
    suggestion: 'Do something else, and try again in a while.',
  });

/** Resolves with nothing after a time, and keeps no process alive. */
const after = (time: number): Promise<undefined> => sleep(time, undefined, { ref: false });

const packOf = (server: string): string => `mcp:${server}`;

/** The tools that have changed: they must be looked at anew, by the model and by people. */
const changedTools = (before: ToolListing, now: ToolListing): readonly string[] =>
  [...before.tools]
    .filter(([name, tool]) => JSON.stringify(now.tools.get(name)) !== JSON.stringify(tool))
    .map(([name]) => name);

/**
 * Settings of a server's tools. What a tool does is the server's word, so it counts as a way out of the machine, and as
 * dangerous. Calls of one server run one after another.
 */
function settingsOf(connection: McpConnection, config: McpServerConfig) {
  const host = isHttp(config) ? new URL(config.url).host : `${connection.name}.mcp`;
  const effects = [connects(host), changesState(`mcp:${connection.name}`)];
  return {
    permissions: { required: ['network'] },
    effects: () => effects,
    danger: 'dangerous',
    // The connection's own time is over first: it can say more, and stands still while a person answers the server.
    timeout: connection.timeout + ANSWERING,
  } as const;
}

/** The tool, run so that the server's questions meanwhile are asked for its call. */
const asked = (definition: Tool.Definition): Tool.Definition => ({
  ...definition,
  execute: (args, ctx) => whileCalling(ctx, () => definition.execute(args, ctx)),
});

function asLazyTool(tool: ListedTool, connection: McpConnection, config: McpServerConfig): Tool.Info {
  const { definition } = toInfo(tool, (params, options) => connection.call(tool, params.arguments, options));
  return Tool.define(tool.name, {
    ...asked(definition as Tool.Definition),
    ...settingsOf(connection, config),
    ...readLabel(connection.name, config.labels?.[tool.own]),
  }) as Tool.Info;
}

/** Runs at most so many pieces of work at a time, the others in the order in which they came. */
function limited(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
