import { loadSettings, type Settings } from '../config/load-settings.ts';
import { builtInToolNames } from '../gate/built-in-packs.ts';
import { createToolgate, type ToolgateOptions } from '../gate/create-toolgate.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { CommonOptions } from './options.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** What a command works with. */
export interface CliSession {
  readonly settings: Settings;
  readonly gate: Toolgate;
  readonly terminal: Terminal;
  /** Fires on the first interrupt. */
  readonly abort: AbortSignal;
}

export function terminalFor(options: CommonOptions): Terminal {
  return createTerminal({ quiet: options.quiet === true, stdout: process.stdout, stderr: process.stderr });
}

export async function settingsFor(options: CommonOptions, terminal: Terminal): Promise<Settings> {
  const settings = await loadSettings({
    flags: options,
    env: process.env,
    cwd: process.cwd(),
    tools: builtInToolNames(),
  });
  for (const warning of settings.warnings) terminal.note(`warning: ${warning}`);
  return settings;
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
  const onSignal = () => interrupt.abort();
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  const gate = await createToolgate({
    workspace: settings.workspace.root,
    policy: settings.policy,
    agent: 'cli',
    approver: await approverFor(options, extra),
    ...(settings.packs ? { packs: settings.packs } : {}),
    ...(settings.store ? { store: settings.store } : {}),
    ...(settings.approvalTimeout ? { approvalTimeout: settings.approvalTimeout * 1000 } : {}),
    ...extra,
  });
  try {
    return await run({ settings, gate, terminal, abort: interrupt.signal });
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    await gate.close();
  }
}

/** `--yes` answers by itself; a person at a terminal is asked; otherwise there is no one. */
async function approverFor(
  options: CommonOptions,
  extra: Partial<ToolgateOptions>,
): Promise<ToolgateOptions['approver']> {
  if (extra.approver) return extra.approver;
  if (options.yes) return () => 'allow_once';
  if (!options.input || !process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const { createTerminalApprover } = await import('./terminal-approver.ts');
  return createTerminalApprover();
}
