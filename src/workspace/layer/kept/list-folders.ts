import type { FolderBefore } from '../../../tool/files.ts';
import type { RootHandle } from '../../disk/dir-handle.ts';
import { listFolder } from '../before/folder-names.ts';

/** The most names that are noted: with more, nothing is known of the deepest folders. */
const MOST = 300_000;

/** The folders of a workspace as they were at a time that has just been; those nearest to its top come first. */
export function listFolders(root: RootHandle, begun: bigint): ReadonlyMap<string, FolderBefore> {
  const noted = new Map<string, FolderBefore>();
  const waiting = ['.'];
  let count = 0;
  for (let at = 0; at < waiting.length && count < MOST; at++) {
    const folder = waiting[at]!;
    const listed = listFolder(root, folder);
    if (!listed) continue;
    count += listed.names.size;
    if (listed.changed <= begun) noted.set(folder, listed);
    for (const name of listed.folders) waiting.push(folder === '.' ? name : `${folder}/${name}`);
  }
  return noted;
}
