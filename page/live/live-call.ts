import type { CallSummary } from '../../src/console/api.ts';
import type { Failure } from '../../src/tool/error.ts';
import { nameOutcome, type OutcomeName } from '../../src/tool/outcome.ts';

export type CallState = 'running' | 'waiting' | OutcomeName;

/** A call as the page knows it, from the ledger or from events; whichever comes later adds to it. */
export interface LiveCall {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  /** What was asked for, where a person has changed it. */
  readonly askedArgs?: unknown;
  readonly agent: string;
  readonly sessionID: string;
  /** The call whose script has made it. */
  readonly parent?: string;
  readonly turn?: number;
  readonly state: CallState;
  readonly startedAt: number;
  /** Milliseconds from its coming to its end, as on the ledger; there when it is over. */
  readonly elapsed?: number;
  /** Of these, those in which it waited for people or its turn. */
  readonly waited?: number;
  /** Since when it waits for an answer. */
  readonly waitsSince?: number;
  readonly exitCode?: number;
  readonly title?: string;
  /** The tool wants no sign that it is at work. */
  readonly quiet?: boolean;
  /** A few lines of its result. */
  readonly preview?: readonly string[];
  readonly error?: Failure;
  /** The end of what it printed so far, for the list. */
  readonly output: string;
  /** Of the last event that is in it, so that one that comes twice counts once. */
  readonly seq: number;
}

const MOST_OUTPUT = 2_048;

export const addOutput = (output: string, chunk: string): string => (output + chunk).slice(-MOST_OUTPUT);

export const isOver = ({ state }: Pick<LiveCall, 'state'>): boolean => state !== 'running' && state !== 'waiting';

export const endOf = ({ startedAt, elapsed }: Pick<LiveCall, 'startedAt' | 'elapsed'>): number | undefined =>
  elapsed === undefined ? undefined : startedAt + elapsed;

export function fromRow(row: CallSummary): LiveCall {
  const { id, tool, args, agent, sessionID, turn, error, preparedAt, settledAt } = row;
  const settled = row.status === 'settled';
  return {
    id,
    tool,
    args,
    agent,
    sessionID,
    turn,
    output: '',
    seq: 0,
    state: settled ? (nameOutcome(row) ?? 'failed') : 'running',
    startedAt: preparedAt,
    ...(settled && settledAt !== undefined ? { elapsed: Math.max(0, settledAt - preparedAt) } : {}),
    ...given('parent', row.parentID),
    ...given('waited', row.waited),
    ...given('exitCode', row.exitCode),
    ...given('title', row.title),
    ...given('askedArgs', row.askedArgs),
    ...given('error', error),
  };
}

const given = <Key extends keyof LiveCall>(key: Key, value: LiveCall[Key] | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Pick<LiveCall, Key>>;

/** What the ledger says beside what the events have said. The ledger's times are those that stay. */
export function mergeRow(known: LiveCall, row: LiveCall): LiveCall {
  const { output, seq } = known;
  if (isOver(row)) return { ...known, ...row, output, seq };
  const { title, args, startedAt, ...more } = row;
  if (isOver(known)) return { ...known, turn: row.turn };
  return { ...more, ...known, turn: row.turn, startedAt, args: args ?? known.args };
}
