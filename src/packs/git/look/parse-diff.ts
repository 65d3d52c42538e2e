import { z } from 'zod';
import { cutBetweenWords } from '../../../tool/text/mask.ts';

/** A file of a commit or of a comparison, as tools return it. */
export const changedFile = z.object({
  path: z.string(),
  from: z.string().optional(),
  change: z.string(),
  additions: z.number(),
  deletions: z.number(),
  binary: z.boolean(),
});
type FileDiff = z.output<typeof changedFile>;

export const comparison = z.object({
  files: z.array(changedFile),
  additions: z.number(),
  deletions: z.number(),
  /** The number of files; `files` may hold fewer. */
  total: z.number(),
  patch: z.string(),
  truncated: z.boolean(),
});

export interface Diff extends z.output<typeof comparison> {
  /** Every path in the answer, also those where files came from. */
  readonly paths: readonly string[];
}

/** The letters that git writes for the changes of a file. */
export const CHANGES: Readonly<Record<string, string>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type changed',
  U: 'unmerged',
};

/** The most files that are listed, and characters of the patch in the value; the counts are of all. */
const MOST_FILES = 1_000;
const MOST_PATCH = 1024 * 1024;

/** The diff in an output of `--raw --numstat -z`, NULs, then a patch. */
export function parseDiff(text: string, cut: boolean): Diff {
  const { entries, patch } = split(text);
  const files = new Map<string, FileDiff>();
  for (let at = 0; at < entries.length; ) at = takeEntry(files, entries, at);
  const all = [...files.values()];
  return {
    files: all.slice(0, MOST_FILES),
    additions: all.reduce((sum, file) => sum + file.additions, 0),
    deletions: all.reduce((sum, file) => sum + file.deletions, 0),
    total: all.length,
    patch: cutBetweenWords(patch, MOST_PATCH),
    truncated: cut || patch.length > MOST_PATCH,
    paths: all.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])),
  };
}

/** The entries and the patch. No entry is empty, so the first empty one ends them. */
function split(text: string): { entries: string[]; patch: string } {
  const end = text.startsWith('\0') ? 0 : text.indexOf('\0\0');
  if (end < 0) return { entries: text.split('\0').slice(0, -1), patch: '' };
  const patch = text.slice(end).replace(/^\0+/, '');
  return { entries: end === 0 ? [] : text.slice(0, end).split('\0'), patch };
}

/** Takes the entry that begins at `at`; gives back where the next begins. */
function takeEntry(files: Map<string, FileDiff>, entries: readonly string[], at: number): number {
  const entry = entries[at]!;
  if (entry.startsWith(':')) {
    const letter = /([A-Z])\d*$/.exec(entry)?.[1] ?? 'X';
    const moved = letter === 'R' || letter === 'C';
    const [first = '', second = ''] = entries.slice(at + 1, at + 3);
    const path = moved ? second : first;
    const change = CHANGES[letter] ?? letter;
    files.set(path, { path, ...(moved ? { from: first } : {}), change, additions: 0, deletions: 0, binary: false });
    return at + (moved ? 3 : 2);
  }
  const [, added = '', deleted = '', name = ''] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(entry) ?? [];
  const path = name === '' ? (entries[at + 2] ?? '') : name;
  const known = files.get(path);
  if (known) {
    const counts = { additions: Number(added) || 0, deletions: Number(deleted) || 0 };
    files.set(path, { ...known, ...counts, binary: added === '-' });
  }
  return at + (name === '' ? 3 : 1);
}
