import { dirname, isAbsolute, join } from 'node:path';
import type { McpServerConfig, McpServers } from '../adapters/mcp/client/index.ts';
import type { Approver } from '../approval/request.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadSettings, type Settings } from '../config/load-settings.ts';
import { createToolgate } from '../gate/create-toolgate.ts';
import { builtInToolNames } from '../gate/packs/pack-facts.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { ToolgateOptions } from '../gate/toolgate-options.ts';
import type { Spawner } from '../packs/spawn/port.ts';
import { stateFolder } from '../store/state-folder.ts';
import { ToolError } from '../tool/error.ts';
import type { CliAgents } from './agents/agents-for.ts';
import { embeddingModelFor } from './agents/embedding-model.ts';
import { visionModelFor } from './agents/vision-model.ts';
import { StartError } from './failure.ts';
import type { CommonOptions } from './options.ts';
import { ownCodeOf } from './own-code.ts';
import { packNames } from './pack-names.ts';
import type { TerminalApproverOptions } from './terminal/approver.ts';
import { isCliInsideJob, personHere, refuseInsideJob } from './terminal/require-person.ts';
import { tellPeople } from './terminal/tell-people.ts';
import { canAsk, createTerminal, type Terminal, toPrintableLine } from './terminal/terminal.ts';
import { withTraces } from './traces/with-traces.ts';

export interface CliSession {
  readonly settings: Settings;
  readonly gate: Toolgate;
  readonly terminal: Terminal;
  /** The MCP servers of the config; started when one of their tools is needed, or asked to be ready. */
  readonly mcpServers: McpServers | undefined;
  /** The agents that can be started; undefined where none may be started. */
  readonly agents: CliAgents | undefined;
  readonly abort: AbortSignal;
}

export function terminalFor(options: CommonOptions): Terminal {
  return createTerminal(options.quiet === true);
}

/** What flags, variables and files say; warnings are told. */
export async function settingsFor(options: CommonOptions, terminal: Terminal): Promise<Settings> {
  const settings = await readSettings(options);
  for (const warning of settings.warnings) terminal.note(`warning: ${toPrintableLine(warning)}`);
  return settings;
}

export function readSettings(options: CommonOptions): Promise<Settings> {
  const { workspace, policy, store } = options;
  return loadSettings({
    flags: { workspace, policy, store },
    env: process.env,
    cwd: workingFolder(options),
    tools: builtInToolNames(),
    packNames,
  });
}

/**
 * The policy for agents that people already use, where nobody has said one: the usual one lets no command be run, and
 * such an agent runs commands. These run in the sandbox, and what is dangerous is asked about.
 */
export async function policyForHosts(options: CommonOptions): Promise<string | undefined> {
  if (options.policy !== undefined) return options.policy;
  const { sources, trusted } = await readSettings(options);
  const said = Object.keys(sources).some(source => source !== 'project' || trusted);
  return said ? undefined : 'privileged';
}

/** The folder we are in may be gone; that matters only when it is needed. */
export function workingFolder({ workspace }: Pick<CommonOptions, 'workspace'>): string {
  try {
    return process.cwd();
  } catch {
    if (workspace && isAbsolute(workspace)) return workspace;
    throw new ConfigError(
      'The working directory no longer exists',
      'Go to one that does, or name a folder by its absolute path with --workspace.',
    );
  }
}

/** What a command wants of its gate; `agents` where it has made them itself. */
type ExtraOptions = Partial<ToolgateOptions> & {
  readonly agents?: CliAgents;
  /** Where a person at this terminal is asked, if not on standard error. */
  readonly asking?: Pick<TerminalApproverOptions, 'place' | 'interrupt'> | undefined;
};

/** Opens a gate as flags, variables and files say, runs the command and closes it again. */
export function withGate<T>(
  options: CommonOptions,
  run: (session: CliSession) => Promise<T>,
  extra: ExtraOptions | ((settings: Settings) => Promise<ExtraOptions>) = {},
): Promise<T> {
  const terminal = terminalFor(options);
  return withTraces(terminal, () => withOpenGate({ ...options, terminal }, run, extra));
}

/** Opens a gate without traces, for a command that opens several and sends the spans of all of them itself. */
export async function withOpenGate<T>(
  { terminal, ...options }: CommonOptions & { readonly terminal: Terminal },
  run: (session: CliSession) => Promise<T>,
  extra: ExtraOptions | ((settings: Settings) => Promise<ExtraOptions>),
): Promise<T> {
  const settings = await settingsFor(options, terminal);
  // Own code is loaded before signals are taken, so that code that hangs can be ended.
  const own = await ownCodeOf(settings, message => terminal.note(`warning: ${toPrintableLine(message)}`));
  const interrupt = new AbortController();
  // The second signal ends the process at once.
  const onSignal = () => interrupt.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const { agents: given, asking, ...more } = typeof extra === 'function' ? await extra(settings) : extra;
    const agents = given ?? (await agentsHere(settings, terminal));
    let opened: Toolgate | undefined;
    const settled = async (id: string) => opened?.approvals.get(id);
    const gate = await openGate({
      workspace: settings.workspace.root,
      policy: settings.policy,
      agent: 'cli',
      role: options.role,
      mode: options.plan ? 'plan' : 'direct',
      approver: await approverFor(options, { interrupt: onSignal, settled, ...asking }),
      packs: settings.packs?.filter(name => packNames().includes(name)),
      tools: own?.tools,
      offer: settings.offer,
      toolResolver: own?.toolResolver,
      store: settings.store,
      workspaceID: settings.workspaceID,
      approvalTimeout: settings.approvalTimeout && settings.approvalTimeout * 1000,
      outsideUndo: settings.outsideUndo,
      retention: settings.retention,
      visionModel: visionModelFor(settings),
      web: settings.web,
      embeddingModel: embeddingModelFor(settings),
      spawner: agents?.spawner ?? (() => NO_AGENTS),
      ...more,
    });
    opened = gate;
    own?.register(gate);
    agents?.bind(gate, message => terminal.note(toPrintableLine(message)));
    tellPeople(gate, { terminal, waits: more.waitForAnswers === true, answered: options.yes === true });
    let mcpServers: McpServers | undefined;
    try {
      mcpServers = await connectServers(gate, settings, { terminal, answered: options.yes === true });
      return await run({ settings, gate, terminal, mcpServers, agents, abort: interrupt.signal });
    } finally {
      await agents?.close();
      await gate.close();
      await mcpServers?.close();
    }
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

/** What the config says for single packs. */
/** Connects the MCP servers. Most configs name none, and then their code is not even loaded. */
async function connectServers(
  gate: Toolgate,
  { mcpServers, workspace }: Settings,
  { terminal, answered }: { readonly terminal: Terminal; readonly answered: boolean },
): Promise<McpServers | undefined> {
  if (Object.keys(mcpServers).length === 0) return undefined;
  const { connectMcpServers, keptSignIns } = await import('../adapters/mcp/client/index.ts');
  return connectMcpServers(gate, mcpServers as Readonly<Record<string, McpServerConfig>>, {
    keptSignIns: keptSignIns(() => signInFolder(workspace.root)),
    // A yes to every question of Toolgate is no answer to what a server asks a person.
    ...(answered ? { elicit: async () => ({ action: 'decline' }) as const } : {}),
    // Most commands need no server; those that serve or run agents start them.
    start: false,
    onProblem: (server, problem) => terminal.note(`mcp: ${toPrintableLine(`${server}: ${problem}`)}`),
  });
}

/** The folder of sign-ins, one for all workspaces: a person signs in to a server once. */
export const signInFolder = (root: string): string => join(dirname(stateFolder(root, process.env)), 'sign-ins');

async function openGate(options: ToolgateOptions): Promise<Toolgate> {
  try {
    return await createToolgate(options);
  } catch (error) {
    throw error instanceof ToolError ? new StartError(error) : error;
  }
}

/** The agents of this command. Who may run nothing may start none, and then their code is not even loaded. */
async function agentsHere(settings: Settings, terminal: Terminal): Promise<CliAgents | undefined> {
  if (!settings.policy.capabilities.includes('execute')) return undefined;
  const { agentsFor } = await import('./agents/agents-for.ts');
  try {
    return await agentsFor(settings);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // A mistake in an agent's file must not end commands that need no agent.
    terminal.note(`agents: ${toPrintableLine(error.message)}`);
    return undefined;
  }
}

const NO_AGENTS: Spawner = {
  types: () => [],
  spawn: () => Promise.reject(new ToolError('LLM_ASSIST_REQUIRED', 'No agent can be started here')),
};

/** `--yes` answers by itself; a person at a terminal is asked; otherwise there is no one. */
async function approverFor(
  options: CommonOptions,
  asking: TerminalApproverOptions,
): Promise<ToolgateOptions['approver']> {
  if (options.yes) {
    await refuseInsideJob('Answering with --yes');
    // A call that acts at once in spite of a plan is left to a person's own word.
    const answer: Approver = ({ unplanned }) => (unplanned ? 'reject_once' : 'allow_once');
    return Object.assign(answer, { by: '--yes' });
  }
  // A command of an agent can make a terminal for itself, and nobody sits at that.
  if (!canAsk(options) || (await isCliInsideJob())) return undefined;
  const { createTerminalApprover } = await import('./terminal/approver.ts');
  return Object.assign(createTerminalApprover(asking), { by: personHere() });
}
