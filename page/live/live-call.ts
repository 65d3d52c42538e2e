import type { CallSummary } from '../../src/console/api.ts';
import type { Failure } from '../../src/tool/error.ts';

export type CallState = 'running' | 'waiting' | 'ok' | 'failed' | 'denied';

/** A call as the page knows it, from the ledger or from events; whichever comes later adds to it. */
export interface LiveCall {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly agent: string;
  readonly sessionID: string;
  readonly turn?: number;
  readonly state: CallState;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly title?: string;
  /** The tool wants no sign that it is at work. */
  readonly quiet?: boolean;
  /** A few lines of its result. */
  readonly preview?: readonly string[];
  readonly error?: Failure;
  /** The end of what it printed so far. */
  readonly output: string;
  /** Of the last event that is in it, so that one that comes twice counts once. */
  readonly seq: number;
}

const MOST_OUTPUT = 16_384;

export const addOutput = (output: string, chunk: string): string => {
  const all = output + chunk;
  return all.length > MOST_OUTPUT ? all.slice(-MOST_OUTPUT) : all;
};

export const isOver = ({ state }: Pick<LiveCall, 'state'>): boolean => state !== 'running' && state !== 'waiting';

export function stateOf(ok: boolean | undefined, error: Failure | undefined): CallState {
  if (ok) return 'ok';
  return error?.type === 'permission_error' || error?.type === 'security_error' ? 'denied' : 'failed';
}

export function fromRow(row: CallSummary): LiveCall {
  const { id, tool, args, agent, sessionID, turn, error } = row;
  const settled = row.status === 'settled';
  return {
    ...{ id, tool, args, agent, sessionID, turn, output: '', seq: 0 },
    state: settled ? stateOf(row.ok, error) : 'running',
    startedAt: row.preparedAt,
    ...(settled && row.settledAt !== undefined ? { endedAt: row.settledAt } : {}),
    ...(error ? { error } : {}),
  };
}

/** What the ledger says beside what the events have said. */
export function mergeRow(known: LiveCall, row: LiveCall): LiveCall {
  const base = isOver(row) && !isOver(known) ? { ...known, ...row, output: known.output, seq: known.seq } : known;
  return { ...base, turn: row.turn, startedAt: Math.min(known.startedAt, row.startedAt), args: row.args ?? known.args };
}
