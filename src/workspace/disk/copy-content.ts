import { closeSync, readSync, writeSync } from 'node:fs';
import { withOpen } from './close-quietly.ts';
import type { DirHandle } from './dir-handle.ts';

const CHUNK = 1024 * 1024;

/** Copies a regular file by opened files: a name could lead elsewhere by the time it is used again. */
export function copyContent(
  from: DirHandle,
  name: string,
  openTarget: () => number,
  finish: (target: number) => void = () => {},
): void {
  withOpen(from.openRegular(name).fd, source => {
    const target = openTarget();
    try {
      const chunk = Buffer.allocUnsafe(CHUNK);
      for (let count = readSync(source, chunk); count > 0; count = readSync(source, chunk)) {
        for (let at = 0; at < count; ) at += writeSync(target, chunk, at, count - at);
      }
      finish(target);
    } finally {
      closeSync(target);
    }
  });
}
