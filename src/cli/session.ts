import { isAbsolute } from 'node:path';
import type { McpServerConfig, McpServers } from '../adapters/mcp/client/index.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadSettings, type Settings } from '../config/load-settings.ts';
import { builtInToolNames, createDefaultToolRegistry } from '../gate/built-in-packs.ts';
import { createToolgate, type ToolgateOptions } from '../gate/create-toolgate.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import { ToolError } from '../tool/error.ts';
import { StartError } from './failure.ts';
import type { CommonOptions } from './options.ts';
import { canAsk, createTerminal, oneLine, type Terminal } from './terminal.ts';

/** What a command works with. */
export interface CliSession {
  readonly settings: Settings;
  readonly gate: Toolgate;
  readonly terminal: Terminal;
  /** Those of the config; started when one of their tools is needed, or asked to be ready. */
  readonly mcpServers: McpServers | undefined;
  /** Fires on the first interrupt. */
  readonly abort: AbortSignal;
}

export function terminalFor(options: CommonOptions): Terminal {
  return createTerminal({ quiet: options.quiet === true, stdout: process.stdout, stderr: process.stderr });
}

/** What flags, variables and files say; warnings are told. */
export async function settingsFor(options: CommonOptions, terminal: Terminal): Promise<Settings> {
  const settings = await readSettings(options);
  for (const warning of settings.warnings) terminal.note(`warning: ${oneLine(warning)}`);
  return settings;
}

export function readSettings(options: CommonOptions): Promise<Settings> {
  const { workspace, policy, store } = options;
  return loadSettings({
    flags: { workspace, policy, store },
    env: process.env,
    cwd: workingFolder(options),
    tools: builtInToolNames(),
    // The last two get what they need only when a gate is made.
    packNames: () => [...createDefaultToolRegistry().listPackNames(), 'shell', 'code'],
  });
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

/** Opens a gate as flags, variables and files say, runs the command and closes it again. */
export async function withGate<T>(
  options: CommonOptions,
  run: (session: CliSession) => Promise<T>,
  extra: Partial<ToolgateOptions> = {},
): Promise<T> {
  const terminal = terminalFor(options);
  const settings = await settingsFor(options, terminal);
  const interrupt = new AbortController();
  // The second one ends the process at once.
  const onSignal = () => interrupt.abort();
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    const gate = await openGate({
      workspace: settings.workspace.root,
      policy: settings.policy,
      agent: 'cli',
      approver: await approverFor(options, onSignal),
      ...(settings.packs ? { packs: settings.packs } : {}),
      ...(settings.store ? { store: settings.store } : {}),
      ...(settings.approvalTimeout ? { approvalTimeout: settings.approvalTimeout * 1000 } : {}),
      ...(settings.outsideUndo === undefined ? {} : { outsideUndo: settings.outsideUndo }),
      ...extra,
    });
    let mcpServers: McpServers | undefined;
    try {
      mcpServers = await connectServers(gate, settings, terminal);
      return await run({ settings, gate, terminal, mcpServers, abort: interrupt.signal });
    } finally {
      await gate.close();
      await mcpServers?.close();
    }
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

/** Most configs name none, and then their code is not even loaded. */
async function connectServers(
  gate: Toolgate,
  { mcpServers }: Settings,
  terminal: Terminal,
): Promise<McpServers | undefined> {
  if (Object.keys(mcpServers).length === 0) return undefined;
  const { connectMcpServers } = await import('../adapters/mcp/client/index.ts');
  return connectMcpServers(gate, mcpServers as Readonly<Record<string, McpServerConfig>>, {
    onProblem: (server, problem) => terminal.note(`mcp: ${oneLine(`${server}: ${problem}`)}`),
  });
}

async function openGate(options: ToolgateOptions): Promise<Toolgate> {
  try {
    return await createToolgate(options);
  } catch (error) {
    throw error instanceof ToolError ? new StartError(error) : error;
  }
}

/** `--yes` answers by itself; a person at a terminal is asked; otherwise there is no one. */
async function approverFor(options: CommonOptions, interrupt: () => void): Promise<ToolgateOptions['approver']> {
  if (options.yes) return () => 'allow_once';
  if (!canAsk(options)) return undefined;
  const { createTerminalApprover } = await import('./terminal-approver.ts');
  return createTerminalApprover({ interrupt });
}
