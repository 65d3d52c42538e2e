import { type Dirent, readdirSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { tryOr } from '../../system/try-or.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import { fromNameBytes, toNameBytes } from '../../tool/text/name-bytes.ts';
import type { RootHandle } from './dir-handle.ts';
import { errorCodeOf } from './disk.ts';
import { withFolder } from './folders.ts';

export interface EntryAt {
  /** The name as our texts have it, also where it is no text. */
  readonly name: string;
  readonly kind: 'folder' | 'link' | 'other';
}

/** The entries of a folder at an absolute path; none where there is no such folder. */
export function entriesAt(folder: string): readonly EntryAt[] | 'closed' {
  try {
    return readdirSync(toNameBytes(folder), { withFileTypes: true, encoding: 'buffer' }).map(entry => ({
      name: fromNameBytes(entry.name),
      kind: entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other',
    }));
  } catch (error) {
    return errorCodeOf(error) === 'EACCES' ? 'closed' : [];
  }
}

/** The folders that are looked at before others get their turn. */
const AT_ONCE = 200;

/** Enters a folder, then those that `enter` gives, and so on. */
export async function eachFolder(top: string, enter: (folder: string) => readonly string[]): Promise<void> {
  const waiting = [top];
  for (let looked = 1, folder = waiting.pop(); folder !== undefined; folder = waiting.pop(), looked++) {
    if (looked % AT_ONCE === 0) await turn();
    addAll(waiting, enter(folder));
  }
}

/** Entries of a folder of the workspace; none where it cannot be opened. */
export const entriesBelow = (root: RootHandle, folder: string): Dirent[] =>
  tryOr(() => withFolder(root, folder, dir => dir.entries()), []);
