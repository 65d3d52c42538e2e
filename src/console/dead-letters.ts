import { createDeadLetters } from '../gate/dead-letters.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import { ToolError } from '../tool/error.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { CallSummary, DeadLetterList } from './api.ts';
import { toSummary } from './calls/list-calls.ts';
import type { People } from './people.ts';
import { ApiRefusal, resourceNotFound } from './refusal.ts';

const MOST = 500;
/** Calls that went wrong, among which those without a known outcome are looked for. */
const MOST_READ = 3_000;

export async function listDeadLetters({ store, deadLetters }: Toolgate): Promise<DeadLetterList> {
  return { letters: await deadLetters.list({ limit: MOST }), unknown: await unknownOutcomes(store) };
}

/** Calls with an unknown outcome and without a letter: a call with a letter is dealt with there, or was. */
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

/** A retry by a person of the console, who is asked about the call like any other. */
export function retryLetter(gate: Toolgate, people: People, id: string, by: string | undefined): Promise<Outcome> {
  const letters = createDeadLetters(gate.store.deadLetters, call => people.call(call, { by }));
  return orRefusal(gate, id, letters.retry(id));
}

export const dropLetter = (gate: Toolgate, id: string): Promise<void> => orRefusal(gate, id, gate.deadLetters.drop(id));

/** Does the work, and tells a refusal of the letters as this API says it. */
async function orRefusal<T>({ deadLetters }: Toolgate, id: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const row = await deadLetters.get(id);
    if (!row) throw resourceNotFound('dead letter', id);
    throw new ApiRefusal(409, 'CONFLICT', { message: `This dead letter was ${row.status} before` });
  }
}
