import type { Toolgate } from '../gate/toolgate.ts';
import type { DeadLetterRow } from '../store/port.ts';
import type { Outcome } from '../tool/outcome.ts';
import { mask } from '../tool/text/mask.ts';
import type { CallSummary, DeadLetterList } from './api.ts';
import { toSummary } from './calls.ts';
import type { People } from './people.ts';
import { ApiRefusal, quoteBeginning, resourceNotFound } from './refusal.ts';

const MOST = 500;
/** Calls that went wrong, among which those without a known outcome are looked for. */
const MOST_READ = 3_000;

export async function listDeadLetters({ store }: Toolgate): Promise<DeadLetterList> {
  const letters = await store.deadLetters.list({ status: 'open', limit: MOST });
  return { letters: letters.map(shown), unknown: await unknownOutcomes(store) };
}

/** Calls with an unknown outcome and without a letter: one with a letter is dealt with there, or was. */
async function unknownOutcomes({ calls, deadLetters }: Toolgate['store']): Promise<readonly CallSummary[]> {
  const failed = await calls.list({ ok: false, limit: MOST_READ });
  const found = failed.filter(({ error }) => error?.code === 'OUTCOME_UNKNOWN');
  if (found.length === 0) return [];
  const known = new Set((await deadLetters.list({ limit: 2 * MOST })).map(({ callID }) => callID));
  return found
    .filter(({ id }) => !known.has(id))
    .slice(0, MOST)
    .map(toSummary);
}

const shown = (row: DeadLetterRow): DeadLetterRow => ({ ...row, args: mask(row.args) });

/** Marked before it runs: of two who retry a letter, one does. */
export async function retryLetter(gate: Toolgate, people: People, { id, by }: ChosenLetter): Promise<Outcome> {
  const letters = gate.store.deadLetters;
  const row = await openLetter(gate, id);
  if (!(await letters.mark(id, 'retried'))) throw settledBefore({ ...row, status: 'retried' });
  const outcome = await people.call({ name: row.tool, args: row.args }, { by });
  // A failure of the system leaves a letter of its own; after any other this one is still to be dealt with.
  if (!outcome.ok && outcome.error.type !== 'system_error') await letters.mark(id, 'open');
  return outcome;
}

interface ChosenLetter {
  readonly id: string;
  readonly by: string | undefined;
}

export async function dropLetter(gate: Toolgate, id: string): Promise<void> {
  await openLetter(gate, id);
  await gate.store.deadLetters.mark(id, 'dropped');
}

async function openLetter({ store }: Toolgate, id: string): Promise<DeadLetterRow> {
  const row = await store.deadLetters.get(id);
  if (!row) throw resourceNotFound(`dead letter ${quoteBeginning(id)}`);
  if (row.status !== 'open') throw settledBefore(row);
  return row;
}

const settledBefore = ({ status }: DeadLetterRow): ApiRefusal =>
  new ApiRefusal(409, 'CONFLICT', { message: `This dead letter was ${status} before` });
