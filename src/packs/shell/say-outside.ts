import { sayList } from '../../text/say.ts';
import type { LayerOutcome } from '../../tool/files.ts';

/** A sentence on the folders that are left out of undo. */
export function sayOutside(folders: readonly string[], planned: boolean): string | undefined {
  if (folders.length === 0) return undefined;
  const names = sayList(folders);
  return planned
    ? `Left out of undo, so not planned; what it wrote there is gone: ${names}.`
    : `Outside of undo: ${names}.`;
}

/** The parts of a command's work that were not taken over, and why. */
export function sayNotKept({ odd, modes }: Pick<LayerOutcome<unknown>, 'odd' | 'modes'>): readonly string[] {
  const files = modes.filter(path => path !== '.');
  return [
    ...(odd.length > 0 ? [`Not kept, for they are pipes, sockets or devices: ${sayList(odd)}.`] : []),
    ...(modes.includes('.')
      ? ["The mode of the workspace's own folder is not changed by commands; it is as before."]
      : []),
    ...(files.length > 0
      ? [`Kept without the bits that lend the rights of their owner or group: ${sayList(files)}.`]
      : []),
  ];
}
