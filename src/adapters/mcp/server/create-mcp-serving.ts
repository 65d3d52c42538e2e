import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type jsonSchemaValidator,
  McpServer,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Toolgate, Vocabulary } from '../../../index.ts';
import { checkOptions } from '../../../index.ts';
import { type Conversation, Conversations } from './asking/conversation.ts';
import { createRequestStates } from './asking/request-state.ts';
import { callerOf, TASKS } from './caller.ts';
import { type ForeignOffers, serveOffers } from './serve-offers.ts';
import { LEGACY_TASKS, mayBeLegacyTask, serveLegacyTasks, serveTasks } from './tasks/serve-tasks.ts';
import { type McpTasks, openMcpTasks } from './tasks/tasks.ts';
import { createCallTool, type TaskMode } from './tools/call-tool.ts';
import { serveKeptOutputs } from './tools/kept-outputs.ts';
import { ServedTools } from './tools/served-tools.ts';
import { toCallToolResult, toMcpTool } from './tools/to-mcp.ts';

export interface McpServingOptions {
  readonly name?: string;
  readonly version?: string;
  readonly vocabulary?: Vocabulary;
  /**
   * The tools that are listed: names of tools and packs, `core` (files, search, the shell, undo, and all that are not
   * built in) or `all`. Default `core`: the others are found by find_tools and called by call_tool. Without call_tool
   * among them no other tool can be called.
   */
  readonly tools?: readonly string[];
  /** The prefix of each name, such as `tg_`, for hosts that drop a tool which is named like one of theirs. */
  readonly prefix?: string;
  /** Whether the client's own person is asked, where the client can show a form. Default true. */
  readonly elicit?: boolean;
  /** When calls become tasks. Default: after ten seconds for every tool. */
  readonly taskMode?: (tool: string) => TaskMode;
  /**
   * Whether values are sent beside the text, for programs: an output schema for each tool that has one, and structured
   * content, bounded as the text is. Most hosts would show the values to the model in place of the text. Default false.
   */
  readonly structured?: boolean;
  /** Prompts and resources of other servers, which are passed on: the `offers` of `connectMcpServers`. */
  readonly offers?: () => readonly ForeignOffers[];
  /** Capabilities that are served beside tools: prompts, resources, completions of one's own. */
  readonly capabilities?: ServerCapabilities;
  readonly extend?: (server: McpServer) => void;
}

/** One gate, served to any number of clients of both eras. */
export interface McpServing {
  readonly factory: McpServerFactory;
  readonly tasks: McpTasks;
  /** Calls the listener when the list of tools has changed. */
  onToolsChanged(listener: () => void): () => void;
  /** Cancels the calls that still run; the gate stays open. */
  close(): void;
}

const CORE = ['core'] as const;
const TASK_AFTER = 10_000;
const CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const;

/** The SDK's validator of people's answers, a third of its code: loaded only on demand, which ours never need. */
const SELDOM_USED: jsonSchemaValidator = { getValidator: schema => new AjvJsonSchemaValidator().getValidator(schema) };

/** A gate as an MCP server. Every call takes the way of all calls; questions are put to the client's person. */
export async function createMcpServing(gate: Toolgate, options: McpServingOptions = {}): Promise<McpServing> {
  checkOptions('createMcpServing', options, {
    name: true,
    version: true,
    vocabulary: true,
    tools: true,
    prefix: true,
    elicit: true,
    taskMode: true,
    structured: true,
    offers: true,
    capabilities: true,
    extend: true,
  });
  const { vocabulary, tools = CORE, prefix, elicit = true, taskMode = () => TASK_AFTER, structured = false } = options;
  const { root } = gate.workspace;
  const conversations = new Conversations();
  const states = createRequestStates(gate);
  const list = new ServedTools(gate, { vocabulary, tools, prefix });

  const resultOf = ({ tool, ended, jobTask }: Conversation): CallToolResult => {
    const most = structured ? gate.policy().limits.outputBytes : undefined;
    if (ended && 'outcome' in ended) return toCallToolResult(ended.outcome, { tool, root, jobTask, structured: most });
    throw ended?.failure instanceof ProtocolError ? ended.failure : new Error('The call came to no outcome');
  };
  const tasks = await openMcpTasks(gate, resultOf);
  const callTool = createCallTool({ gate, conversations, tasks, states, elicit, taskMode, resultOf });

  const factory: McpServerFactory = async ({ era, requestInfo }) => {
    await list.load();
    const modern = era === 'modern';
    const server = new McpServer(
      { name: options.name ?? 'toolgate', title: 'Toolgate', version: options.version ?? '0.0.0' },
      {
        capabilities: {
          logging: {},
          ...(options.offers ? { prompts: { listChanged: true } } : {}),
          ...options.capabilities,
          tools: { listChanged: true },
          ...(modern ? { extensions: { ...options.capabilities?.extensions, [TASKS]: {} } } : { tasks: LEGACY_TASKS }),
        },
        instructions: instructionsFor(root, prefix),
        cacheHints: { 'tools/list': CACHE },
        jsonSchemaValidator: SELDOM_USED,
        requestState: { verify: states.verify },
        // A client of the old era is asked while its request is open.
        inputRequired: { legacyShim: false },
      },
    );
    let session: string | undefined;
    const caller = (ctx: ServerContext) => {
      session ??= randomUUID();
      return callerOf(server, ctx, { modern, request: requestInfo, session });
    };
    // The schemas are the registry's, and arguments reach the gate as they were sent: it repairs and checks them.
    server.toolInputSchemaJson = name => list.get(name)?.parameters as Record<string, unknown> | undefined;
    server.server.setRequestHandler('tools/list', async () => ({
      // The SDK leaves out the fields that only the old era knows.
      tools: [...(await list.load()).values()].map(tool => ({
        ...toMcpTool(tool, structured),
        ...(mayBeLegacyTask(tool) ? { execution: { taskSupport: 'optional' as const } } : {}),
      })),
    }));
    const legacyTasks = modern ? undefined : serveLegacyTasks(server, { tasks, callerOf: caller });
    if (modern) serveTasks(server, { tasks, callerOf: caller });
    server.server.setRequestHandler('tools/call', async (request, ctx) => {
      // The tool is taken as it is listed now: tools that the call loads meanwhile do not change it.
      const tool = (await list.load()).get(request.params.name);
      const params = list.toOwn(request.params);
      if (!params) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);
      const result = await callTool(params, ctx, { caller: caller(ctx), tool });
      legacyTasks?.follow(result, ctx);
      return result as CallToolResult;
    });
    const optionsFor = (ctx: ServerContext) => ({ sessionID: caller(ctx).sessionID, agent: caller(ctx).name });
    serveKeptOutputs(server, gate, optionsFor);
    if (options.offers) serveOffers(server, gate, options.offers, { callTool, callerOf: caller });
    options.extend?.(server);
    return server;
  };

  return {
    factory,
    tasks,
    onToolsChanged: listener => list.onChange(listener),
    close() {
      list.close();
      conversations.cancelAll();
      tasks.close();
    },
  };
}

const instructionsFor = (root: string, prefix = ''): string =>
  `Tools for the workspace ${root}; paths are relative to it. Some calls wait for a person's approval. ` +
  'An output that is too long is cut, and says how to read the rest.' +
  (prefix === '' ? '' : ` Texts name the tools without the ${prefix} that stands before each name.`);
