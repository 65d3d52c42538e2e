import type { CallRequest } from '../pipeline/call.ts';
import type { CallOptions } from '../pipeline/calls/calls.ts';
import type { DeadLetterRow, DeadLetterStore } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';
import type { Outcome } from '../tool/outcome.ts';
import { mask } from '../tool/text/mask.ts';

/** Calls that failed for good and wait for a person. Nothing is replayed by itself; secrets in arguments are masked. */
export interface DeadLetters {
  /** Lists letters, newest first; without a status, those that are still open. */
  list(query?: {
    readonly status?: DeadLetterRow['status'];
    readonly limit?: number;
  }): Promise<readonly DeadLetterRow[]>;
  /** Gets a letter, whatever has become of it. */
  get(id: string): Promise<DeadLetterRow | undefined>;
  /** Runs the call again, through all stages. A call that again fails by the system leaves a letter of its own. */
  retry(id: string, options?: CallOptions): Promise<Outcome>;
  /** Puts a letter away: nothing is to be done about it. */
  drop(id: string): Promise<void>;
}

type Execute = (call: CallRequest, options?: CallOptions) => Promise<Outcome>;

export function createDeadLetters(store: DeadLetterStore, execute: Execute): DeadLetters {
  async function open(id: string): Promise<DeadLetterRow> {
    const row = await store.get(id);
    if (!row) throw noLetter(id);
    if (row.status !== 'open') throw settledBefore(row);
    return row;
  }
  return {
    list: async ({ status = 'open', limit } = {}) => (await store.list({ status, limit })).map(shown),
    async get(id) {
      const row = await store.get(id);
      return row && shown(row);
    },
    async retry(id, options) {
      const row = await open(id);
      // The letter is marked before the call runs: of two who retry a letter, one does.
      if (!(await store.mark(id, 'retried'))) throw settledBefore({ ...row, status: 'retried' });
      const outcome = await execute({ name: row.tool, args: row.args }, options);
      // After any other failure than the system's, the letter is still to be dealt with.
      if (!outcome.ok && outcome.error.type !== 'system_error') await store.mark(id, 'open');
      return outcome;
    },
    async drop(id) {
      await open(id);
      await store.mark(id, 'dropped');
    },
  };
}

const shown = (row: DeadLetterRow): DeadLetterRow => ({ ...row, args: mask(row.args) });

export const noLetter = (id: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `No dead letter has the id ${JSON.stringify(id)}`, {
    suggestion: 'List them with: toolgate dead-letters',
  });

const settledBefore = ({ id, status }: DeadLetterRow): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `The dead letter ${id} was ${status} before`, {
    suggestion: 'What is left: toolgate dead-letters',
  });
