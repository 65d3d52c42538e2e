import { lstatSync } from 'node:fs';
import type { StateStore } from '../../store/port.ts';

const keyOf = (folder: string): string => `outside-undo.made:${folder}`;

/** A text that says which folder it is, whatever is in it: one that takes its name later is another one. */
export function folderIdentity(absolute: string): string | undefined {
  try {
    const stats = lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
    return stats?.isDirectory() ? `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` : undefined;
  } catch {
    return undefined;
  }
}

/** Notes that calls have made this folder themselves, with what says how to make it again. */
export async function rememberMade(state: StateStore, folder: string, absolute: string): Promise<void> {
  const identity = folderIdentity(absolute);
  const known = await state.get(keyOf(folder));
  if (known !== identity) await state.set(keyOf(folder), identity);
}

export async function isMadeByCalls(state: StateStore, folder: string, identity: string | undefined): Promise<boolean> {
  return identity !== undefined && (await state.get(keyOf(folder))) === identity;
}
