import { createHash } from 'node:crypto';
import type { Approver, Toolgate } from '../../index.ts';
import { oneByOne } from '../one-by-one.ts';
import { recordOf, sortKeys } from '../read-said.ts';
import { showQuestion } from '../show-question.ts';

export type AskedQuestions = ReturnType<typeof askedQuestions>;

const MOST_OPEN = 1000;

/**
 * Questions that a framework has put to a person, and whose yes comes as a call that runs. They are kept with the gate's
 * state: a run that waits for a person may go on in another process.
 */
export function askedQuestions(gate: Toolgate, framework: string) {
  const place = `${framework}:asked`;

  const change = <Result>(work: (open: Map<string, string>) => Result): Promise<Result> =>
    oneByOne(gate, async () => {
      const { state } = gate.store;
      const kept = Object.entries(recordOf(await state.get(place)));
      const open = new Map(kept.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
      const before = JSON.stringify([...open]);
      const result = work(open);
      if (JSON.stringify([...open]) !== before) await state.set(place, Object.fromEntries([...open].slice(-MOST_OPEN)));
      return result;
    });

  return {
    /** Notes the question shown for a call; `keep`: unless one was shown for it before, which then counts. */
    note: (key: unknown, shown: string, { keep = false } = {}) =>
      change(open => {
        const name = digestOf(key);
        if (keep && open.has(name)) return;
        open.delete(name);
        open.set(name, digestOf(shown));
      }),
    /** Whether this text is the last that was shown for the call. */
    isShown: (key: unknown, shown: string) => change(open => open.get(digestOf(key)) === digestOf(shown)),
    /** Answers yes to the very question shown for the call, and once. Others are left to the gate's approver. */
    approver:
      (key: unknown): Approver =>
      async request => {
        const name = digestOf(key);
        const shown = digestOf(showQuestion(request));
        const isShown = await change(open => open.get(name) === shown && open.delete(name));
        return isShown ? 'allow_once' : undefined;
      },
  };
}

/** A digest of a value. Frameworks may keep arguments and give them back with their keys in another order. */
const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, sortKeys) ?? '')
    .digest('hex');
