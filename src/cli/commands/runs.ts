import type { Toolgate } from '../../gate/toolgate.ts';
import type { RunRow } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { maskRecord, maskSafely } from '../../tool/text/mask.ts';
import { awaitRuns } from '../../workers/await-runs.ts';
import { loadHistory } from '../../workers/kept-history.ts';
import { NO_JOB } from '../../workers/run-spec.ts';
import { EXIT, exitCodeOfError } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { cutToTerminal } from '../output/columns.ts';
import { storyLines } from '../output/run-story.ts';
import { sayClock } from '../output/say-clock.ts';
import { withGate } from '../session.ts';
import { cutAfter, printable, type Terminal, table, toPrintableLine } from '../terminal/terminal.ts';

export function listRuns({ limit = 20, ...options }: CommonOptions & { readonly limit?: number }): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const rows = await gate.store.runs.list({ limit });
    const states = await statesOf(gate, rows);
    if (options.json) return terminal.json({ runs: rows.map((row, at) => shown(row, states[at])) });
    if (rows.length === 0) return terminal.note('There are no runs.');
    terminal.result(cutToTerminal(table([HEAD, ...rows.map((row, at) => cells(row, states[at]))])));
    if (rows.some(isLocal)) terminal.note('\nGo on with one of yours: toolgate run --continue RUN');
  });
}

const isLocal = ({ jobID }: RunRow): boolean => jobID === NO_JOB;

/** How each run stands. A person's own run that nobody is at work on was stopped, and can go on. */
async function statesOf({ store }: Toolgate, rows: readonly RunRow[]): Promise<readonly string[]> {
  const alive = new Set((await store.processes.list()).map(({ id }) => id));
  return rows.map(row => {
    if (!isLocal(row)) return row.status;
    const left = row.status === 'running' && !alive.has(row.processID ?? '');
    return left || row.error?.code === 'ABORTED' ? 'stopped' : row.status;
  });
}

const HEAD = ['RUN', 'STATUS', 'SINCE', 'FOR', 'WHAT'];

const cells = (row: RunRow, state: string = row.status): string[] => [
  ...[row.id, state, sayClock(row.changedAt), toPrintableLine(String(row.spec.agent)), toPrintableLine(whatOf(row))],
];

const MOST_PROMPT = 80;

function whatOf({ kind, spec }: RunRow): string {
  if (kind === 'call') return `call ${spec.name}`;
  const asked = String(spec.prompt ?? '').replace(/\s+/g, ' ');
  const short = cutAfter(maskRecord(asked.trim()), MOST_PROMPT);
  return short === '' ? `agent ${spec.agentType}` : `agent ${spec.agentType}: ${short}`;
}

export function printRun(id: string, options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const row = await runNamed(gate, id);
    const history = row.kind === 'agent' ? await loadHistory(gate.store.runs, id) : undefined;
    const [state] = await statesOf(gate, [row]);
    if (options.json || !history) print(row, options, terminal);
    else {
      const { error } = row;
      const failure = error ? ['', printable(`${error.code}: ${error.message}`)] : [];
      const head = `${id} ${state}: ${toPrintableLine(whatOf(row))}`;
      terminal.result([head, ...storyLines(history, await exitCodesOf(gate, id)), ...failure].join('\n'));
    }
    return exitCodeFor(row);
  });
}

/** The exit codes of the programs that a run's calls ran, by the ids that its history has for the calls. */
async function exitCodesOf({ store }: Toolgate, sessionID: string): Promise<ReadonlyMap<string, number>> {
  const rows = await store.calls.list({ sessionID, outcome: 'exit', limit: MOST_CALLS });
  return new Map(rows.map(({ label = '', exitCode = 0 }) => [label, exitCode]));
}

const MOST_CALLS = 10_000;

export function waitForRun(id: string, options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal, abort }) => {
    await runNamed(gate, id);
    const row = await awaitRuns(gate.store.runs)(id, abort);
    print(row, options, terminal);
    return exitCodeFor(row);
  });
}

export function cancelRun(id: string, options: CommonOptions): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const { status } = await runNamed(gate, id);
    const cancelled = await gate.store.runs.cancel(id, Date.now());
    if (options.json) terminal.json({ cancelled });
    else if (cancelled.length === 0) terminal.result(`It has ended before: ${status}.`);
    else terminal.result(cancelled.length === 1 ? 'Cancelled.' : `Cancelled, with ${cancelled.length - 1} below it.`);
  });
}

function print(row: RunRow, options: CommonOptions, terminal: Terminal): void {
  const { id, status, error, result } = row;
  const { text, outcome } = (result ?? {}) as { text?: string; outcome?: { output?: string } };
  const said = error ? `${error.code}: ${error.message}` : (text ?? outcome?.output);
  const lines = [`${id} ${status}: ${toPrintableLine(whatOf(row))}`, ...(said ? [printable(said)] : [])];
  if (options.json) terminal.json(shown(row));
  else terminal.result(lines.join('\n'));
}

/** A run without its policy, and with all masked that is not for everyone's eyes. */
function shown({ spec: { policy: _, ...spec }, ...row }: RunRow, state?: string): Record<string, unknown> {
  return { ...row, ...(state === undefined ? {} : { state }), spec: maskSafely(spec) };
}

/** The exit code for a run: whoever waits for it must not take one that was cancelled for one that is done. */
function exitCodeFor({ status, error }: RunRow): number {
  if (status === 'cancelled') return EXIT.interrupted;
  return status === 'failed' ? exitCodeOfError(error?.code ?? 'EXECUTION_ERROR') : EXIT.done;
}

async function runNamed({ store }: Toolgate, id: string): Promise<RunRow> {
  const row = await store.runs.get(id);
  if (row) return row;
  throw new ToolError('INVALID_ARGUMENTS', `There is no run ${toPrintableLine(id)}`, {
    suggestion: 'List them with: toolgate runs',
  });
}
