import { setTimeout as sleep } from 'node:timers/promises';
import type { CallRow, StepRow, Store } from '../../store/port.ts';
import { type Failure, ToolError, toFailure } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { LOOK_FIRST } from './recover-calls.ts';

interface RecallOptions {
  readonly store: Pick<Store, 'calls'>;
  /** Ends the calls that dead processes left open. */
  readonly recover: () => Promise<unknown>;
  readonly abort: AbortSignal;
}

/** Milliseconds until a process that cannot be proved dead is taken for dead. */
const PATIENCE = 30_000;
const PAUSE = 500;

/**
 * The outcome of a call whose process is gone; undefined where the call may simply be made again. A call that was begun
 * and may have done something is never run a second time.
 */
export async function recallStep(step: Omit<StepRow, 'key'>, options: RecallOptions): Promise<Outcome | undefined> {
  if (step.outcome) return step.outcome as unknown as Outcome;
  if (step.repeatable) return undefined;
  const row = await settledRow(step.callID, options);
  // The call is not on the ledger: its process died between the two writes, and a tool is started only after both.
  if (!row) return undefined;
  if (row.ok) return outcomeOf(row, undefined);
  if (row.status !== 'settled' || !row.error) return outcomeOf(row, unknown());
  if (row.error.code !== 'ABORTED') return outcomeOf(row, row.error);
  // The call was stopped by a worker that left: nothing of it was done, or nobody knows.
  return row.error.retryable || row.repeatable ? undefined : outcomeOf(row, unknown());
}

async function settledRow(callID: string, { store, recover, abort }: RecallOptions): Promise<CallRow | undefined> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const row = await store.calls.get(callID);
    if (!row || row.status === 'settled' || performance.now() > until || abort.aborted) return row;
    await recover();
    await sleep(PAUSE, undefined, { signal: abort }).catch(() => {});
  }
}

const unknown = (): Failure =>
  toFailure(
    new ToolError(
      'OUTCOME_UNKNOWN',
      'The process that ran it was lost in the middle of the call; its effect may have happened',
      { suggestion: LOOK_FIRST },
    ),
  );

function outcomeOf(row: CallRow, error: Failure | undefined): Outcome {
  const { id: callID, label: id, tool } = row;
  const common = { callID, id, tool, value: undefined, metadata: {}, attachments: [] };
  if (error) {
    const output = [`${error.code}: ${error.message}`, error.suggestion].filter(Boolean).join('\n');
    return { ...common, ok: false, title: `${tool}: ${error.code}`, output, error };
  }
  const output = `[${tool} was done. What it said was lost with the process that ran it.]`;
  return { ...common, ok: true, title: tool, output, error: undefined };
}
