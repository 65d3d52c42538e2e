import { closeSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';

/**
 * Closes a descriptor whose work is done: all reads have ended, and each write has been synced or will be looked at.
 * The system frees the descriptor whatever it answers, so an error here says nothing that anybody could act on, and
 * must not make a failure of work that went well.
 */
export const closeQuietly = (fd: number): void => tryOr(() => closeSync(fd), undefined);

/** Lends an open descriptor to some work, and closes it when that has ended. */
export function withOpen<T>(fd: number, work: (fd: number) => T): T {
  try {
    return work(fd);
  } finally {
    closeQuietly(fd);
  }
}
