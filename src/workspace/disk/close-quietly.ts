import { closeSync } from 'node:fs';

/**
 * Closes a descriptor whose work is done: all reads have ended, and each write has been synced or will be looked at.
 * The system frees the descriptor whatever it answers, so an error here says nothing that anybody could act on, and
 * must not make a failure of work that went well.
 */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // The reason stands above.
  }
}
