import type { ChangeRow, StateStore } from '../../store/port.ts';

const keyOf = (setID: string): string => `journal.written:${setID}`;

/**
 * Whether the disk alone tells if a change was written. For a file too large for an image, only the second name of the
 * old file tells, and that name goes in the end.
 */
export const isTelling = ({ before, after }: ChangeRow): boolean =>
  before?.kind !== 'file' || before.sha !== undefined || after?.kind !== 'file';

/** Notes, before the old files go, that from here on the set is whole, whatever the disk looks like. */
export const noteWritten = (state: StateStore, setID: string): Promise<void> =>
  state.set(keyOf(setID), true, { durable: true });

export const wasWritten = async (state: StateStore, setID: string): Promise<boolean> =>
  (await state.get(keyOf(setID))) === true;

export const forgetWritten = (state: StateStore, setID: string): Promise<void> => state.delete(keyOf(setID));
