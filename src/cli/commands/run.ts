import type { AgentResult } from '../../agents/loop/agent-run.ts';
import type { AgentType } from '../../agents/types/agent-type.ts';
import type { Settings } from '../../config/load-settings.ts';
import type { CliAgents } from '../agents/agents-for.ts';
import { EXIT, exitCodeOfError } from '../exit-codes.ts';
import { readPrompt } from '../input/read-prompt.ts';
import type { CommonOptions } from '../options.ts';
import {
  type AgentUse,
  agentsElsewhere,
  changesOf,
  describeChanges,
  describeUse,
  filesOf,
  type RunChanges,
  tokensOfAll,
  turnsOf,
  useOf,
} from '../output/run-summary.ts';
import { showRun } from '../output/show-run.ts';
import { type CliSession, terminalFor, withGate } from '../session.ts';
import { outputGone } from '../terminal/streams.ts';
import { printable, toPrintableLine } from '../terminal/terminal.ts';
import { asUsage, toUsage } from '../usage-error.ts';

export interface RunCommandOptions extends CommonOptions {
  readonly agent?: string;
  readonly model?: string;
}

const USUAL_AGENT = 'coder';

/** Gives a task to an agent and shows what it does. */
export async function runTask(given: string | undefined, options: RunCommandOptions): Promise<number> {
  const prompt = await readPrompt(given, terminalFor(options));
  const prepared = Promise.withResolvers<PreparedRun>();
  prepared.promise.catch(() => {});
  return withGate(
    options,
    async session => play(session, await prepared.promise, { prompt, options }),
    async settings => {
      const made = await prepare(settings, options);
      prepared.resolve(made);
      return { agent: 'main', agents: made.agents };
    },
  );
}

interface PreparedRun {
  readonly agents: CliAgents;
  readonly type: AgentType;
  readonly model: string;
  readonly sessions: Set<string>;
  /** What each agent has used, in the order of their end; the first agent is the last. */
  readonly uses: AgentUse[];
}

/** What is missing is told before anything is opened. */
async function prepare(settings: Settings, options: RunCommandOptions): Promise<PreparedRun> {
  const { agentsFor } = await import('../agents/agents-for.ts');
  const agents = await agentsFor(settings);
  for (const note of agents.notes) terminalFor(options).note(`agents: ${toPrintableLine(note)}`);
  const type = asUsage(() => agents.types.get(options.agent ?? USUAL_AGENT));
  const { name: model } = await agents.model(options.model ?? type.model).catch(error => {
    throw toUsage(error);
  });
  if (type.packs?.includes('spawn') && !settings.policy.capabilities.includes('execute'))
    terminalFor(options).note(
      `agents: under the policy ${toPrintableLine(settings.policy.name)} ${type.name} can start no others. To allow it: --policy privileged`,
    );
  return { agents, type, model, sessions: new Set(), uses: [] };
}

interface Task {
  readonly prompt: string;
  readonly options: RunCommandOptions;
}

async function play(
  { gate, terminal, mcpServers, abort }: CliSession,
  prepared: PreparedRun,
  { prompt, options }: Task,
): Promise<number> {
  // The servers come up meanwhile; what needs one waits for it.
  void mcpServers?.ready();
  const { agents, type, model, sessions, uses } = prepared;
  const tty = process.stdout.isTTY === true;
  const shown = showRun({
    gate,
    stdout: options.json ? undefined : process.stdout,
    stderr: options.quiet ? undefined : process.stderr,
    clean: text => (tty ? printable(text) : text),
  });
  gate.activity.subscribe('agent_started', ({ sessionID }) => void sessions.add(sessionID));
  gate.activity.subscribe('agent_ended', ({ agent, data }) => {
    if (data.tokens) uses.push({ ...data, agent } as unknown as AgentUse);
  });
  const { run: start } = await agents.load();
  const result = await start({
    gate,
    type,
    prompt,
    model,
    abort: AbortSignal.any([abort, outputGone]),
    onText: delta => shown.text(delta),
    onRetry: ({ message, wait, said }) =>
      shown.note(
        `  wait ${printable(message)}; asking again in ${(wait / 1000).toFixed(1)} s${said ? ', from the beginning' : ''}`,
      ),
  });
  await gate.activity.settle();
  shown.end();
  const elsewhere = await agentsElsewhere(gate.store.runs, agents.elsewhere);
  for (const { id } of elsewhere) sessions.add(id);
  for (const run of elsewhere.toReversed()) uses.unshift(useOf(run));
  const changes = await changesOf(gate, sessions);
  if (options.json) terminal.result(JSON.stringify(resultJson(result, changes, prepared)));
  else if (result.error) terminal.problem(printable(sayFailure(result.error)));
  terminal.note(['', ...describeChanges(changes, options), describeUse(uses, `${type.name} with ${model}`)].join('\n'));
  return result.error ? exitCodeOfError(result.error.code) : EXIT.done;
}

const sayFailure = ({ code, message, suggestion = '' }: NonNullable<AgentResult['error']>): string =>
  `toolgate: ${code}: ${message}\n${suggestion}`.trimEnd();

function resultJson(
  result: AgentResult,
  changes: RunChanges,
  { type, model, uses }: PreparedRun,
): Record<string, unknown> {
  const { ok, text, error, steps, calls } = result;
  return {
    ok,
    text,
    error,
    agent: type.name,
    model,
    steps,
    calls,
    tokens: tokensOfAll(uses),
    agents: uses.map(({ agent, type: kind, ok: done, tokens }) => ({ agent, type: kind, ok: done, tokens })),
    changes: filesOf(changes),
    changeSets: changes.sets.map(({ id }) => id),
    pending: changes.pending.map(({ id }) => id),
    undo: { command: 'toolgate undo', times: turnsOf(changes) },
  };
}
