import type { StateStore } from '../../store/port.ts';
import { lstatQuietly } from '../disk/identity.ts';

const keyOf = (folder: string): string => `outside-undo.made:${folder}`;
const filledKeyOf = (folder: string): string => `outside-undo.filled:${folder}`;

/** A text that says which folder it is, whatever is in it: a later folder of the same name is another one. */
export function folderIdentity(absolute: string): string | undefined {
  const stats = lstatQuietly(absolute);
  return stats?.isDirectory() ? `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` : undefined;
}

/** Notes that calls have made this folder themselves, with the file that says how to make it again. */
export async function rememberMade(state: StateStore, folder: string, absolute: string): Promise<void> {
  const identity = folderIdentity(absolute);
  const known = await state.get(keyOf(folder));
  if (known !== identity) await state.set(keyOf(folder), identity);
}

export async function isMadeByCalls(state: StateStore, folder: string, identity: string | undefined): Promise<boolean> {
  return identity !== undefined && (await state.get(keyOf(folder))) === identity;
}

/** Notes that all in this folder was made by calls, up to a time by the clock of the file system. */
export async function rememberFilled(
  state: StateStore,
  folder: string,
  { absolute, time }: { absolute: string; time: bigint },
): Promise<void> {
  const identity = folderIdentity(absolute);
  await state.set(filledKeyOf(folder), identity && `${identity}@${time}`);
}

/** The time up to which calls have made all in this folder; undefined where somebody else's files may be in it. */
export async function filledUpTo(state: StateStore, folder: string, absolute: string): Promise<bigint | undefined> {
  const identity = folderIdentity(absolute);
  const known = identity === undefined ? undefined : await state.get(filledKeyOf(folder));
  const [of, time] = typeof known === 'string' ? known.split('@') : [];
  return of === identity && time !== undefined ? BigInt(time) : undefined;
}
