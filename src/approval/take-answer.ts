import type { Rule } from '../policy/types.ts';
import type { ApprovalRow, Store } from '../store/port.ts';
import type { MaybePromise } from '../tool/maybe-promise.ts';
import { requestOf } from './approval-row.ts';
import { rulesOf } from './parse-answer.ts';
import type { ApprovalAnswer } from './request.ts';
import { restoreAnswer } from './shown-request.ts';

export interface TakeOptions {
  readonly store: Pick<Store, 'approvals' | 'rules'>;
  readonly now: () => number;
  readonly newId: () => string;
  /** Called when rules were added to the store. */
  readonly onRuleSaved?: () => MaybePromise<void>;
}

/** A row that is settled now, by this end or an earlier one. */
type SettledRow = { readonly row: ApprovalRow; readonly first: boolean };

interface TakenAnswer extends SettledRow {
  readonly saved: readonly Rule[];
  /** The reason why no rule was saved. */
  readonly note?: string;
}

/** Settles a row. The first end of a request counts; a later end gets the first. */
export async function settleRow(
  row: ApprovalRow,
  end: Pick<ApprovalRow, 'status' | 'answer' | 'answeredBy'>,
  { store, now }: TakeOptions,
): Promise<SettledRow> {
  const settled = { ...row, ...end, answeredAt: now() };
  if (await store.approvals.settle(row.id, settled)) return { row: settled, first: true };
  const stored = await store.approvals.get(row.id);
  return { row: stored ?? { ...settled, status: 'withdrawn', answer: undefined }, first: false };
}

/** Takes an answer, if it is the first, and saves the rules of an "always". */
export async function takeAnswer(
  row: ApprovalRow,
  given: { readonly answer: ApprovalAnswer; readonly by: string },
  options: TakeOptions,
): Promise<TakenAnswer> {
  const { by } = given;
  const answer = restoreAnswer(given.answer, requestOf(row));
  const settled = await settleRow(row, { status: 'answered', answer: { ...answer }, answeredBy: by }, options);
  if (!settled.first || !answer.answer.endsWith('_always')) return { ...settled, saved: [] };
  // A suggestion is about the call as it was, which the person did not want.
  if (answer.modifiedArgs && !answer.rule)
    return { ...settled, saved: [], note: 'The arguments were changed, so no rule was saved; the answer counts once' };
  const rules = rulesOf(answer, requestOf(row));
  if (rules.length === 0)
    return { ...settled, saved: [], note: 'No rule of a sensible width would do; the answer counts once' };
  const saved: Rule[] = [];
  try {
    for (const rule of rules) {
      const createdAt = options.now();
      await options.store.rules.add({ id: options.newId(), rule: { ...rule }, createdAt, createdBy: by });
      saved.push(rule);
    }
    await options.onRuleSaved?.();
    return { ...settled, saved };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...settled, saved, note: `The rule could not be saved or loaded: ${why}` };
  }
}
