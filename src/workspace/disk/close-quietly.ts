import { closeSync } from 'node:fs';

/**
 * Closes a descriptor whose work is done: what was read is read, and what was written has been synced or will be
 * looked at. The system frees it whatever it answers, so an error here says nothing that anybody could act on, and
 * must not make a failure of what went well.
 */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // The reason stands above.
  }
}
