import { closeSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';

/** Closes a descriptor whose work is done: the system frees it whatever it answers, and an error says nothing more. */
export const closeQuietly = (fd: number): void => tryOr(() => closeSync(fd), undefined);

/** Lends an open descriptor to some work, and closes it when that has ended. */
export function withOpen<T>(fd: number, work: (fd: number) => T): T {
  try {
    return work(fd);
  } finally {
    closeQuietly(fd);
  }
}
