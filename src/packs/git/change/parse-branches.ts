import { z } from 'zod';

const branch = z.object({
  name: z.string(),
  commit: z.string(),
  subject: z.string(),
  date: z.string(),
  current: z.boolean(),
  remote: z.boolean(),
  upstream: z.string().optional(),
  ahead: z.number().optional(),
  behind: z.number().optional(),
});
export type Branch = z.output<typeof branch>;

/** A list of branches; `total` is how many there are, and `branches` may hold fewer. */
export const branchList = z.object({ current: z.string().nullable(), branches: z.array(branch), total: z.number() });

const FIELDS = [
  'refname',
  'objectname',
  'HEAD',
  'upstream:short',
  'upstream:track,nobracket',
  'committerdate:iso-strict',
  'symref',
  'contents:subject',
] as const;

export const LIST_FORMAT: string = FIELDS.map(field => `%(${field})`).join('%00');

/** The most branches in the answer; a repository may have any number. */
const MOST_BRANCHES = 500;

/** The branches in an output: the branch of HEAD, NUL, then a line for each branch. */
export function parseBranches(text: string, wanted = (_: string) => true): z.output<typeof branchList> {
  const end = text.indexOf('\0');
  const lines = text
    .slice(end + 1)
    .split('\n')
    .filter(line => line !== '');
  // A line whose last field is set is only a name for another branch, as origin/HEAD is.
  const own = lines.map(line => line.split('\0')).filter(fields => fields[6] === '');
  const found = own.map(branchOf).filter(({ name }) => wanted(name));
  const current = text.slice(0, end).trim() || null;
  return { current, branches: found.slice(0, MOST_BRANCHES), total: found.length };
}

function branchOf(fields: readonly string[]): Branch {
  const [ref = '', commit = '', head, upstream = '', track = '', date = '', , subject = ''] = fields;
  const gone = track === 'gone';
  const count = (word: string) => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
  return {
    name: ref.replace(/^refs\/(?:heads|remotes)\//, ''),
    commit,
    subject,
    date,
    current: head === '*',
    remote: ref.startsWith('refs/remotes/'),
    ...(upstream === '' ? {} : { upstream, ...(gone ? {} : { ahead: count('ahead'), behind: count('behind') }) }),
  };
}
