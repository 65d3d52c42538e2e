import type { ChangeRow, SettledChanges, StateStore } from '../../store/port.ts';
import type { ChangeMarks } from '../change/staging.ts';

/** All marks that are set at the end of a set, beside its own changes. */
export interface SetMarks extends Partial<ChangeMarks> {
  /** Changes that waited, and that this set has written. */
  readonly settles?: readonly SettledChanges[];
  /** Paths that others had changed since the set was begun, for a pending set. */
  readonly foreign?: readonly string[];
}

const keyOf = (setID: string): string => `journal.marks:${setID}`;
const writtenKeyOf = (setID: string): string => `journal.written:${setID}`;

/** Keeps marks beside the intent until the set is finished, so that whoever finishes it can mark the changes. */
export const rememberMarks = (state: StateStore, setID: string, marks: SetMarks): Promise<void> =>
  state.set(keyOf(setID), marks, { durable: true });

export async function recallMarks(state: StateStore, setID: string): Promise<SetMarks | undefined> {
  return (await state.get(keyOf(setID))) as SetMarks | undefined;
}

export const forgetMarks = (state: StateStore, setID: string): Promise<void> => state.delete(keyOf(setID));

/**
 * Whether the disk alone tells if a change was written. For a file too large for an image, only the second name of the
 * old file tells, and that name goes in the end.
 */
export const isTelling = ({ before, after }: ChangeRow): boolean =>
  before?.kind !== 'file' || before.sha !== undefined || after?.kind !== 'file';

/** Notes, before the old files go, that from here on the set is whole, whatever the disk looks like. */
export const noteWritten = (state: StateStore, setID: string): Promise<void> =>
  state.set(writtenKeyOf(setID), true, { durable: true });

export const wasWritten = async (state: StateStore, setID: string): Promise<boolean> =>
  (await state.get(writtenKeyOf(setID))) === true;

export const forgetWritten = (state: StateStore, setID: string): Promise<void> => state.delete(writtenKeyOf(setID));
