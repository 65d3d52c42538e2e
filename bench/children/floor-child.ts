// A process of its own for floors: does what it is told to, and says what that took.

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { measured } from '../contest.ts';

export type FloorWork =
  /** Reads a file and cuts lines out of it. */
  | { readonly kind: 'cut'; readonly path: string; readonly from: number; readonly to: number }
  /** Replaces text in a file, durably. */
  | { readonly kind: 'replace'; readonly path: string; readonly old: string; readonly fresh: string };

const WORKS = {
  cut: ({ path, from, to }: FloorWork & { kind: 'cut' }) =>
    readFileSync(path, 'utf8').split('\n').slice(from, to).join('\n'),
  replace: ({ path, old, fresh }: FloorWork & { kind: 'replace' }) => {
    const text = readFileSync(path, 'utf8').replace(old, fresh);
    const fd = openSync(`${path}.tmp`, 'w');
    writeSync(fd, text);
    fsyncSync(fd);
    closeSync(fd);
    renameSync(`${path}.tmp`, path);
  },
};

process.on('message', async (work: FloorWork) => {
  process.send?.(await measured(() => (work.kind === 'cut' ? WORKS.cut(work) : WORKS.replace(work))));
});
