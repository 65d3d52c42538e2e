import { readFileSync } from 'node:fs';
import { isBelow } from '../../system/is-below.ts';

/** Sockets with a name below a folder: whoever listens there is outside, so they are a way out. */
export function listeningBelow(root: string): readonly string[] {
  try {
    const lines = readFileSync('/proc/net/unix', 'utf8').split('\n');
    const paths = lines.flatMap(line => /^\S+: \S+ \S+ \S+ \S+ \S+ +\d+ (\/.*)$/.exec(line)?.[1] ?? []);
    return [...new Set(paths)].filter(path => isBelow(path, root));
  } catch {
    return [];
  }
}
