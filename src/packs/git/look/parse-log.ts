import { z } from 'zod';
import { CHANGES } from './parse-diff.ts';
import { type ChangedPath, changedPath } from './parse-status.ts';

export const commit = z.object({
  hash: z.string(),
  parents: z.array(z.string()),
  author: z.string(),
  email: z.string(),
  date: z.string(),
  committer: z.string(),
  refs: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  files: z.array(changedPath).optional(),
});
export type Commit = z.output<typeof commit>;

const FIELDS = ['%H', '%P', '%an', '%ae', '%aI', '%cn <%ce>', '%D', '%s', '%b'] as const;

export const LOG_FORMAT: string = `tformat:${FIELDS.join('%x00')}`;

/** The most files of one commit in the answer: a commit that adds a whole tree would hide all others. */
const MOST_FILES = 300;

/** The commits in an output of `git log -z` with the format above, and with `--name-status` where files are wanted. */
export function parseLog(text: string, files: boolean): Commit[] {
  const entries = text.split('\0');
  // A piece that was cut off at the end is no commit.
  entries.pop();
  const commits: Commit[] = [];
  for (let at = 0; at + FIELDS.length <= entries.length; ) {
    const fields = entries.slice(at, at + FIELDS.length);
    at += FIELDS.length;
    const changed: ChangedPath[] = [];
    while (files && at < entries.length && /^\n?[A-Z]\d*$/.test(entries[at]!)) at = takeFile(changed, entries, at);
    commits.push(commitOf(fields, files ? changed.slice(0, MOST_FILES) : undefined));
  }
  return commits;
}

function takeFile(changed: ChangedPath[], entries: readonly string[], at: number): number {
  const letter = entries[at]!.trim()[0]!;
  const moved = letter === 'R' || letter === 'C';
  const [first = '', second = ''] = entries.slice(at + 1, at + 3);
  changed.push({ path: moved ? second : first, change: CHANGES[letter] ?? letter, ...(moved ? { from: first } : {}) });
  return at + (moved ? 3 : 2);
}

function commitOf(fields: readonly string[], files: ChangedPath[] | undefined): Commit {
  const [hash = '', parents = '', author = '', email = '', date = '', committer = '', refs = '', ...text] = fields;
  const [subject = '', body = ''] = text;
  return {
    hash,
    parents: parents.split(' ').filter(Boolean),
    author,
    email,
    date,
    committer,
    refs: refs.split(', ').filter(Boolean),
    subject,
    body: body.trimEnd(),
    files,
  };
}
