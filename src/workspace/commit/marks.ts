import type { SettledChanges, StateStore } from '../../store/port.ts';
import type { Staging } from '../change/staging.ts';

/** Marks of changes, by their ids, that an undo or redo takes back or brings back. */
export type ChangeMarks = NonNullable<Staging['marks']>;

/** All marks that are set at the end of a set, beside its own changes. */
export interface SetMarks extends Partial<ChangeMarks> {
  /** Changes that waited, and that this set has written. */
  readonly settles?: readonly SettledChanges[];
  /** Paths that others had changed since the set was begun, for a pending set. */
  readonly foreign?: readonly string[];
}

const keyOf = (setID: string): string => `journal.marks:${setID}`;

/** Keeps marks beside the intent until the set is finished, so that whoever finishes it can mark the changes. */
export const rememberMarks = (state: StateStore, setID: string, marks: SetMarks): Promise<void> =>
  state.set(keyOf(setID), marks, { durable: true });

export async function recallMarks(state: StateStore, setID: string): Promise<SetMarks | undefined> {
  return (await state.get(keyOf(setID))) as SetMarks | undefined;
}

export const forgetMarks = (state: StateStore, setID: string): Promise<void> => state.delete(keyOf(setID));
