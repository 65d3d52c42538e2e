import type { ActivityStream } from '../../activity/activity-stream.ts';
import { ActivityEventType } from '../../activity/event-types.ts';
import type { CallRow, ChangeSetRow, Store } from '../../store/port.ts';
import type { ErrorCode } from '../../tool/codes.ts';
import { type Failure, ToolError, type ToolErrorOptions, toFailure } from '../../tool/error.ts';
import { newId } from '../../tool/id.ts';
import { nameOutcome } from '../../tool/outcome.ts';

interface RecoverOptions {
  readonly store: Store;
  readonly activity: ActivityStream;
  readonly now: () => number;
  /** A process that is proved dead, and whose files have been made whole before. */
  readonly processID: string;
}

/**
 * Gives every call that a dead process left open its one outcome and its end event. Nothing is run again: a call whose
 * effect may have happened is `OUTCOME_UNKNOWN` and waits for a person as a dead letter.
 */
export async function recoverCalls({ store, activity, now, processID }: RecoverOptions): Promise<readonly CallRow[]> {
  const settled: CallRow[] = [];
  for (const status of ['prepared', 'started'] as const) {
    for await (const row of openCalls(store, processID, status)) {
      const end = await endOf(row, store);
      const ok = end === undefined;
      const outcome = nameOutcome({ ok, error: end });
      const closed: CallRow = { ...row, status: 'settled', settledAt: now(), ok, outcome, error: end };
      const data = { toolName: row.tool, success: end === undefined, recovered: true, ...(end ? { error: end } : {}) };
      // The event comes first and the row in the same breath: the store writes both in one transaction.
      activity.emit(ActivityEventType.TOOL_CALL_END, { ...row, callID: row.id }, data);
      await store.calls.save(closed, { durable: true });
      if (end?.code === 'OUTCOME_UNKNOWN') await bury(closed, end, { store, activity, now });
      settled.push(closed);
    }
  }
  return settled;
}

export const LOOK_FIRST = 'Look at what is there before trying again. It is never run again by itself.';
const PAGE = 1_000;

/** Open calls, page by page, however many: a call that is settled is no longer among them. */
async function* openCalls(store: Store, processID: string, status: CallRow['status']): AsyncGenerator<CallRow> {
  for (let after = ''; ; ) {
    const page = await store.calls.list({ processID, status, after, limit: PAGE });
    yield* page;
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) return;
  }
}

/** The failure of a call; undefined: the journal shows that its changes are there. */
async function endOf(row: CallRow, store: Store): Promise<Failure | undefined> {
  if (row.status === 'prepared')
    return failure('ABORTED', 'The process ended before the call was started; nothing was done', { retryable: true });
  const sets = await store.journal.sets({ sessionID: row.sessionID, turn: row.turn });
  const has = (status: ChangeSetRow['status']) => sets.some(set => set.callID === row.id && set.status === status);
  if (has('committed')) return undefined;
  // An intent that is still open could be neither finished nor taken back.
  const isWhole = row.repeatable && !has('intent');
  const middle = 'The process ended in the middle of the call';
  return isWhole
    ? failure('ABORTED', `${middle}; no change of it was kept, it may be run again`, { retryable: true })
    : failure('OUTCOME_UNKNOWN', `${middle}; its effect may or may not have happened`, { suggestion: LOOK_FIRST });
}

const failure = (code: ErrorCode, message: string, options: ToolErrorOptions): Failure =>
  toFailure(new ToolError(code, message, options));

type BuryParts = Omit<RecoverOptions, 'processID'>;

async function bury(row: CallRow, error: Failure, { store, activity, now }: BuryParts): Promise<void> {
  const id = newId();
  const { id: callID, sessionID, agent, tool, args } = row;
  const call = { callID, sessionID, agent };
  await store.deadLetters.add({
    ...call,
    id,
    tool,
    args,
    error,
    attempts: row.attempts ?? 1,
    at: now(),
    status: 'open',
  });
  activity.emit(ActivityEventType.DEAD_LETTER, call, { id, toolName: tool, error });
}
