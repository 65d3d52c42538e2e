import type { Transport } from '@modelcontextprotocol/server';
import { type CallOptions, checkOptions, type Toolgate, type Vocabulary } from '../../index.ts';
import { ServedTools } from '../mcp/server/tools/served-tools.ts';
import { recordOf } from '../read-said.ts';
import { questionOn, showQuestion } from '../show-question.ts';
import { askedQuestions } from '../slots/asked-questions.ts';
import { createClaudeServer } from './server.ts';

export interface ClaudeOptionsInput<Asked extends ClaudeAsked = ClaudeAsked, Answer = ClaudePermission> {
  /** The name of the server: the model sees `mcp__NAME__bash`. Default `toolgate`. */
  readonly name?: string;
  /**
   * The person who is asked where the policy asks, with the question and its diff in `description`; also about tools
   * beside the gate's, where they may run at all. Left out: the gate asks its own approver.
   */
  readonly canUseTool?: ClaudeCanUseTool<Asked, Answer>;
  /** Tools beside the gate's that may run, such as `mcp__other__look`; the gate sees nothing of them. Default none. */
  readonly others?: readonly string[];
  /** The names that the model sees. */
  readonly vocabulary?: Vocabulary;
  /** Options of every call: the session, the agent, an approver. */
  readonly call?: CallOptions;
}

/** Options of `query`, to be spread into one's own. */
export interface ClaudeOptions<Asked extends ClaudeAsked = ClaudeAsked, Answer = ClaudePermission> {
  cwd: string;
  mcpServers: Record<string, ClaudeServer>;
  strictMcpConfig: true;
  settingSources: [];
  tools: [];
  toolAliases: Record<string, string>;
  canUseTool: ClaudeCanUseTool<Asked, Answer | ClaudePermission>;
  hooks: { PreToolUse: ClaudeHook[]; UserPromptSubmit: ClaudeHook[] };
}

/**
 * The tools of a gate in the place of Claude Code's own, for `query` of the Claude Agent SDK: a server in this process,
 * under the names that the model knows, questions with their diff, and a hook that lets no call pass the gate by.
 */
export async function toClaudeOptions<Asked extends ClaudeAsked = ClaudeAsked, Answer = ClaudePermission>(
  gate: Toolgate,
  options: ClaudeOptionsInput<Asked, Answer> = {},
): Promise<ClaudeOptions<Asked, Answer>> {
  const known = { name: true, canUseTool: true, others: true, vocabulary: true, call: true } as const;
  checkOptions('toClaudeOptions', options, known);
  const { name = 'toolgate', canUseTool, others = [], vocabulary, call = {} } = options;
  const prefix = `mcp__${name}__`;
  const tools = new ServedTools(gate, { vocabulary });
  const offered = new Set((await tools.load()).keys());
  const asked = askedQuestions(gate, 'claude');
  const keyOf = (toolUseID: string) => [call.sessionID, toolUseID];
  const parts = { name, call, tools, approver: (id: string) => asked.approver(keyOf(id)) };
  // The same options may serve several queries, each with a connection of its own.
  const instance = { connect: (transport: Transport) => createClaudeServer(gate, parts).connect(transport) };

  async function mayRun(toolName: string, input: Record<string, unknown>, context: Asked) {
    const isOurs = toolName.startsWith(prefix) && (context.mcpServer?.source ?? 'sdk') === 'sdk';
    if (!isOurs && !others.includes(toolName)) return { behavior: 'deny', message: sayNotOurs(toolName) } as const;
    if (!canUseTool) return allow(input);
    if (!isOurs) return canUseTool(toolName, input, context);
    const request = { id: context.toolUseID, name: toolName.slice(prefix.length), args: input };
    const question = await questionOn(gate, request, call);
    // A call that is denied, or fails before anyone is asked, goes on to the gate, which says so and records it.
    if (!question) return allow(input);
    const shown = showQuestion(question);
    await asked.note(keyOf(context.toolUseID), shown);
    const told = { ...context, decisionReason: question.reason, description: shown };
    const answer = await canUseTool(toolName, input, told);
    const { behavior, message } = recordOf(answer);
    if (behavior === 'allow') return answer;
    // The denied call will not come to the gate; so it is put on record here.
    await gate.execute(request, { ...call, refused: typeof message === 'string' ? { message } : {} });
    return answer;
  }

  return {
    cwd: gate.workspace.root,
    mcpServers: { [name]: { type: 'sdk', name, instance: instance as never } },
    strictMcpConfig: true,
    settingSources: [],
    tools: [],
    toolAliases: toolAliases(offered, tool => `${prefix}${tool}`),
    canUseTool: mayRun,
    hooks: {
      PreToolUse: [blocking(async input => refuseOthers(recordOf(input), { name, prefix, others }))],
      UserPromptSubmit: [
        blocking(async input => {
          const { prompt, source } = recordOf(input);
          const isPerson = source === undefined || source === 'user' || source === 'sdk';
          if (typeof prompt === 'string' && isPerson) gate.session(call.sessionID).said(prompt);
          return {};
        }),
      ],
    },
  };
}

const allow = (updatedInput: Record<string, unknown>): ClaudePermission => ({ behavior: 'allow', updatedInput });

const sayNotOurs = (tool: string): string => `${tool} does not go through the gate. Use one of the tools of the gate.`;

/** A hook that blocks: a callback that throws would let the call run. */
const blocking = (hook: ClaudeHook['hooks'][number]): ClaudeHook => ({ hooks: [hook], onFailure: 'block' });

type GateNames = { readonly name: string; readonly prefix: string; readonly others: readonly string[] };

/** Denies tools that are neither the gate's nor named: rules and modes of the host may let a tool run unasked. */
function refuseOthers(call: Readonly<Record<string, unknown>>, { name, prefix, others }: GateNames): ClaudeHookAnswer {
  const tool = String(call.tool_name);
  const { name: from = name, source = 'sdk' } = recordOf(call.mcp_server);
  const isOurs = tool.startsWith(prefix) && from === name && source === 'sdk';
  if (isOurs || others.includes(tool)) return {};
  const decision = { permissionDecision: 'deny', permissionDecisionReason: sayNotOurs(tool) } as const;
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } };
}

/** Claude Code's own tools, and the gate's tools that do the same. */
const SAME: Readonly<Record<string, string>> = {
  Bash: 'bash',
  BashOutput: 'bash_output',
  KillShell: 'bash_kill',
  Read: 'read_file',
  Write: 'write_file',
  Edit: 'edit_file',
  MultiEdit: 'edit_file',
  LS: 'list_directory',
  Glob: 'glob',
  Grep: 'grep',
  TodoWrite: 'todowrite',
  WebFetch: 'web_fetch',
  WebSearch: 'web_search',
};

/** For `toolAliases`: a call by a name that the model knows comes to the gate. */
function toolAliases(offered: ReadonlySet<string>, toName: (tool: string) => string): Record<string, string> {
  const there = Object.entries(SAME).filter(([, tool]) => offered.has(tool));
  return Object.fromEntries(there.map(([known, tool]) => [known, toName(tool)]));
}

/** The types of the Claude Agent SDK, as far as they are needed: its package is large, and not needed to run this. */
export interface ClaudeServer {
  readonly type: 'sdk';
  readonly name: string;
  /** A server with `connect`; the type is whatever the SDK wants, for its own class has private parts. */
  readonly instance: never;
}

export type ClaudePermission =
  | { behavior: 'allow'; updatedInput?: Record<string, unknown> }
  | { behavior: 'deny'; message: string; interrupt?: boolean };

export interface ClaudeAsked {
  signal: AbortSignal;
  toolUseID: string;
  mcpServer?: { name: string; source: string };
  title?: string;
  description?: string;
  decisionReason?: string;
}

/** `canUseTool` of the SDK: a call that a person is asked about. */
export type ClaudeCanUseTool<Asked extends ClaudeAsked = ClaudeAsked, Answer = ClaudePermission> = (
  toolName: string,
  input: Record<string, unknown>,
  asked: Asked,
) => Promise<Answer>;

/** A hook that is sure to block its calls when it breaks. */
export type ClaudeHook = { hooks: ((input: object) => Promise<ClaudeHookAnswer>)[]; onFailure: 'block' };

export interface ClaudeHookAnswer {
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'deny';
    permissionDecisionReason: string;
  };
}
