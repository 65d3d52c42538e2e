import { sayList } from '../text/say.ts';

/** What became of the folders that are left out of undo. */
export function sayOutside(folders: readonly string[], planned: boolean): string | undefined {
  if (folders.length === 0) return undefined;
  const names = sayList(folders);
  return planned
    ? `Left out of undo, so not planned; what it wrote there is gone: ${names}.`
    : `Outside of undo: ${names}.`;
}
