import { decide } from './decide.ts';
import type { Facts, Reason, RuntimePolicy, Verdict } from './types.ts';

/** A row of the ledger, as far as replaying needs it. */
interface ReplayRow {
  readonly id: string;
  readonly tool: string;
  readonly args?: unknown;
  readonly verdict?: Verdict;
  /** The facts that `decide` was given; rows without them cannot be tried. */
  readonly facts?: unknown;
}

export interface VerdictDifference {
  readonly id: string;
  readonly tool: string;
  readonly args?: unknown;
  readonly before: Verdict;
  readonly after: Verdict;
  readonly reasons: readonly Reason[];
}

/** Tries a proposed policy on recorded calls, and gives the calls on which it would have decided otherwise. */
export function replay(rows: Iterable<ReplayRow>, proposed: RuntimePolicy): readonly VerdictDifference[] {
  const differences: VerdictDifference[] = [];
  for (const { id, tool, args, verdict: before, facts } of rows) {
    if (before === undefined || !isFacts(facts)) continue;
    const { verdict: after, reasons } = decide({ ...facts, args }, proposed);
    if (after !== before)
      differences.push({ id, tool, ...(args === undefined ? {} : { args }), before, after, reasons });
  }
  return differences;
}

/** Whether facts from a store are whole; facts of another version may lack some. */
function isFacts(value: unknown): value is Facts {
  if (typeof value !== 'object' || value === null) return false;
  const { tool, required, effects, danger, session, root } = value as Partial<Facts>;
  return (
    typeof tool === 'string' &&
    Array.isArray(required) &&
    (effects === 'everything' || Array.isArray(effects)) &&
    typeof danger === 'string' &&
    typeof session === 'object' &&
    session !== null &&
    typeof root === 'string'
  );
}
