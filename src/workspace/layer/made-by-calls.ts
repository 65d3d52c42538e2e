import { lstatQuietly } from '../disk/identity.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';

const keyOf = (folder: string): string => `outside-undo.made:${folder}`;
const filledKeyOf = (folder: string): string => `outside-undo.filled:${folder}`;

/** A text that says which folder it is, whatever is in it: a later folder of the same name is another one. */
function folderIdentity(absolute: string): string | undefined {
  const stats = lstatQuietly(absolute);
  return stats?.isDirectory() ? `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` : undefined;
}

/** Notes that calls have made this folder themselves, with the file that says how to make it again. */
export async function rememberMade({ root, store: { state } }: Ground, folder: string): Promise<void> {
  const identity = folderIdentity(joinBelow(root.absolute, folder));
  if ((await state.get(keyOf(folder))) !== identity) await state.set(keyOf(folder), identity);
}

export async function isMadeByCalls({ root, store: { state } }: Ground, folder: string): Promise<boolean> {
  const identity = folderIdentity(joinBelow(root.absolute, folder));
  return identity !== undefined && (await state.get(keyOf(folder))) === identity;
}

/** Notes that all in this folder was made by calls, up to a time by the clock of the file system. */
export async function rememberFilled({ root, store: { state } }: Ground, folder: string, time: bigint): Promise<void> {
  const identity = folderIdentity(joinBelow(root.absolute, folder));
  await state.set(filledKeyOf(folder), identity && `${identity}@${time}`);
}

/** The time up to which calls have made all in this folder; undefined where somebody else's files may be in it. */
export async function filledUpTo({ root, store: { state } }: Ground, folder: string): Promise<bigint | undefined> {
  const identity = folderIdentity(joinBelow(root.absolute, folder));
  const known = identity === undefined ? undefined : await state.get(filledKeyOf(folder));
  const [of, time] = typeof known === 'string' ? known.split('@') : [];
  return of === identity && time !== undefined ? BigInt(time) : undefined;
}
