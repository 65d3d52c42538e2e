import { posix } from 'node:path';
import type { Difference } from '../snapshot.ts';

/** Whether two runs did the same, by the folders in which entries came, changed or went. */
export const isSameWork = (a: readonly Difference[], b: readonly Difference[]): boolean => folders(a) === folders(b);

/** The folders of changes. Names that may be made of the time or a hash do not count, nor folders made for a file. */
const folders = (changes: readonly Difference[]): string =>
  changes
    .filter(({ path }) => !changes.some(other => other.path.startsWith(`${path}/`)))
    .map(({ change, path }) => `${change} ${posix.dirname(path).replace(HASH_OR_TIME, '*')}`)
    .sort()
    .join('\n');

const HASH_OR_TIME = /(?<![^/])[0-9a-f]{2,}(?![^/])/g;
