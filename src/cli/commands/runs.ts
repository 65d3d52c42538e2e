import type { RunRow } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { maskSafely } from '../../tool/text/mask.ts';
import { AwaitedRuns } from '../../workers/await-runs.ts';
import { EXIT, exitCodeOfError } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { printable, table, toPrintableLine } from '../terminal/terminal.ts';

export interface RunsOptions extends CommonOptions {
  readonly limit?: number;
}

const LIMIT = 20;

/** What workers run, newest first. */
export function listRuns(options: RunsOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const rows = await gate.store.runs.list({ limit: options.limit ?? LIMIT });
    if (options.json) terminal.result(JSON.stringify({ runs: rows.map(shown) }));
    else if (rows.length === 0) terminal.note('There are no runs.');
    else terminal.result(table([HEAD, ...rows.map(cells)]));
    return EXIT.done;
  });
}

const HEAD = ['RUN', 'STATUS', 'WHAT', 'FOR', 'SINCE'];

const cells = (row: RunRow): string[] => [
  row.id,
  row.status,
  toPrintableLine(whatOf(row)),
  toPrintableLine(String(row.spec.agent)),
  new Date(row.changedAt).toISOString(),
];

const whatOf = ({ kind, spec }: RunRow): string => (kind === 'agent' ? `agent ${spec.agentType}` : `call ${spec.name}`);

export function printRun(id: string, options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const row = await gate.store.runs.get(id);
    if (!row) throw noSuchRun(id);
    print(row, options, terminal.result.bind(terminal));
    return exitCodeFor(row);
  });
}

export function waitForRun(id: string, options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal, abort }) => {
    if (!(await gate.store.runs.get(id))) throw noSuchRun(id);
    const row = await new AwaitedRuns(gate.store.runs).ended(id, abort);
    print(row, options, terminal.result.bind(terminal));
    return exitCodeFor(row);
  });
}

export function cancelRun(id: string, options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const row = await gate.store.runs.get(id);
    if (!row) throw noSuchRun(id);
    const cancelled = await gate.store.runs.cancel(id, Date.now());
    if (options.json) terminal.result(JSON.stringify({ cancelled }));
    else if (cancelled.length === 0) terminal.result(`It has ended before: ${row.status}.`);
    else terminal.result(cancelled.length === 1 ? 'Cancelled.' : `Cancelled, with ${cancelled.length - 1} below it.`);
    return EXIT.done;
  });
}

function print(row: RunRow, options: CommonOptions, result: (text: string) => void): void {
  const { id, status, error, result: came } = row;
  const said = error ? `${error.code}: ${error.message}` : textOf(came);
  const lines = [`${id} ${status}: ${toPrintableLine(whatOf(row))}`, ...(said ? [printable(said)] : [])];
  result(options.json ? JSON.stringify(shown(row)) : lines.join('\n'));
}

/** What an agent said, or what its call gave. */
function textOf(result: RunRow['result']): string | undefined {
  const { text, outcome } = (result ?? {}) as { text?: string; outcome?: { output?: string } };
  return text ?? outcome?.output;
}

/** A run without what it may hold that is not for everyone's eyes, and without its policy. */
function shown({ spec: { policy: _, ...spec }, ...row }: RunRow): Record<string, unknown> {
  return { ...row, spec: maskSafely(spec) };
}

/** Whoever waits for it must not take a run that somebody cancelled for one that is done. */
function exitCodeFor({ status, error }: RunRow): number {
  if (status === 'cancelled') return EXIT.interrupted;
  return status === 'failed' ? exitCodeOfError(error?.code ?? 'EXECUTION_ERROR') : EXIT.done;
}

const noSuchRun = (id: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `There is no run ${toPrintableLine(id)}`, {
    suggestion: 'List them with: toolgate runs',
  });
