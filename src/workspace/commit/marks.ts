import type { StateStore } from '../../store/port.ts';
import type { Staging } from '../change/staging.ts';

/** Marks of changes, by their ids, that an undo or redo takes back or brings back. */
export type ChangeMarks = NonNullable<Staging['marks']>;

const keyOf = (setID: string): string => `journal.marks:${setID}`;

/** Keeps marks beside the intent until the set is finished, so that whoever finishes it can mark the changes. */
export const rememberMarks = (state: StateStore, setID: string, marks: ChangeMarks): Promise<void> =>
  state.set(keyOf(setID), marks, { durable: true });

export async function recallMarks(state: StateStore, setID: string): Promise<ChangeMarks | undefined> {
  return (await state.get(keyOf(setID))) as ChangeMarks | undefined;
}

export const forgetMarks = (state: StateStore, setID: string): Promise<void> => state.delete(keyOf(setID));
