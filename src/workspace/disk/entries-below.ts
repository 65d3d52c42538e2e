import type { Dirent } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import type { RootHandle } from './dir-handle.ts';
import { withFolder } from './folders.ts';

/** Entries of a folder of the workspace; none where it cannot be opened. */
export const entriesBelow = (root: RootHandle, folder: string): Dirent[] =>
  tryOr(() => withFolder(root, folder, dir => dir.entries()), []);
