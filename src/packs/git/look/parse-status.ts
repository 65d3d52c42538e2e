import { z } from 'zod';
import { CHANGES } from './parse-diff.ts';

export const changedPath = z.object({ path: z.string(), change: z.string(), from: z.string().optional() });
export type ChangedPath = z.output<typeof changedPath>;

export const statusValue = z.object({
  branch: z.string().nullable(),
  detached: z.boolean(),
  commit: z.string().nullable(),
  upstream: z.string().optional(),
  ahead: z.number().optional(),
  behind: z.number().optional(),
  operation: z.string().optional(),
  clean: z.boolean(),
  staged: z.array(changedPath),
  unstaged: z.array(changedPath),
  conflicted: z.array(changedPath),
  untracked: z.array(z.string()),
  counts: z.object({ staged: z.number(), unstaged: z.number(), conflicted: z.number(), untracked: z.number() }),
  filtered: z.array(z.string()),
});

export type GitStatus = z.output<typeof statusValue>;

const CONFLICTS: Readonly<Record<string, string>> = {
  DD: 'both deleted',
  AU: 'added by us',
  UD: 'deleted by them',
  UA: 'added by them',
  DU: 'deleted by us',
  AA: 'both added',
  UU: 'both modified',
};

type Lists = Pick<GitStatus, 'staged' | 'unstaged' | 'conflicted' | 'untracked'>;

/** The status in an output of porcelain v2 with NUL, an empty entry, then the answers of check-attr. */
export function parseStatus(text: string, { limit, isHidden }: { limit: number; isHidden: (path: string) => boolean }) {
  const entries = text.split('\0');
  const head = new Map<string, string>();
  const found: Lists = { staged: [], unstaged: [], conflicted: [], untracked: [] };
  let at = 0;
  for (; at < entries.length && entries[at] !== ''; at++) {
    const entry = entries[at]!;
    if (entry.startsWith('# ')) {
      const [, name = '', value = ''] = /^# (\S+) (.*)$/s.exec(entry) ?? [];
      head.set(name, value);
    } else if (entry.startsWith('2 ')) takeChange(found, entry, entries[++at]);
    else takeChange(found, entry);
  }
  const { lists, hidden } = withoutHidden(found, isHidden);
  const branch = head.get('branch.head') ?? '(detached)';
  const commit = head.get('branch.oid') ?? '(initial)';
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(head.get('branch.ab') ?? '') ?? [];
  const upstream = head.get('branch.upstream');
  const counts = {
    staged: lists.staged.length,
    unstaged: lists.unstaged.length,
    conflicted: lists.conflicted.length,
    untracked: lists.untracked.length,
  };
  const status = {
    branch: branch === '(detached)' ? null : branch,
    detached: branch === '(detached)',
    commit: commit === '(initial)' ? null : commit,
    ...(upstream === undefined ? {} : { upstream }),
    ...(ahead === undefined ? {} : { ahead: Number(ahead), behind: Number(behind) }),
    clean: Object.values(counts).every(count => count === 0),
    staged: lists.staged.slice(0, limit),
    unstaged: lists.unstaged.slice(0, limit),
    conflicted: lists.conflicted.slice(0, limit),
    untracked: lists.untracked.slice(0, limit),
    counts,
    filtered: parseFilters(entries.slice(at + 1))
      .filter(path => !isHidden(path))
      .slice(0, limit),
  };
  return { status, hidden };
}

/** The lists without hidden files: a file that a rule hides may still have a name in the index or in HEAD. */
function withoutHidden(found: Lists, isHidden: (path: string) => boolean): { lists: Lists; hidden: number } {
  const names = new Set<string>();
  const shown = <T>(list: T[], pathsOf: (entry: T) => readonly (string | undefined)[]): T[] =>
    list.filter(entry => {
      const hidden = pathsOf(entry).filter(path => path !== undefined && isHidden(path));
      for (const path of hidden) names.add(path!);
      return hidden.length === 0;
    });
  const changes = (list: Lists['staged']) => shown(list, ({ path, from }) => [path, from]);
  const lists = {
    staged: changes(found.staged),
    unstaged: changes(found.unstaged),
    conflicted: changes(found.conflicted),
    untracked: shown(found.untracked, path => [path]),
  };
  return { lists, hidden: names.size };
}

/** The number of words before the path, by the kind of the entry. */
const WORDS: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1 };

function takeChange(lists: Lists, entry: string, from?: string): void {
  const kind = entry[0]!;
  const words = entry.split(' ', WORDS[kind] ?? 1);
  const path = entry.slice(words.join(' ').length + 1);
  const code = words[1] ?? '..';
  if (kind === '?') lists.untracked.push(path);
  else if (kind === 'u') lists.conflicted.push({ path, change: CONFLICTS[code] ?? code });
  else if (kind === '1' || kind === '2') {
    const [index = '.', tree = '.'] = code;
    const moved = (letter: string) => (from !== undefined && /[RC]/.test(letter) ? { from } : {});
    if (index !== '.') lists.staged.push({ path, change: CHANGES[index] ?? index, ...moved(index) });
    if (tree !== '.') lists.unstaged.push({ path, change: CHANGES[tree] ?? tree, ...moved(tree) });
  }
}

/** The paths that name a filter, from triples of path, attribute and value. */
function parseFilters(entries: readonly string[]): string[] {
  const paths: string[] = [];
  for (let at = 0; at + 2 < entries.length; at += 3) {
    if (!['unspecified', 'unset', 'set'].includes(entries[at + 2]!)) paths.push(entries[at]!);
  }
  return paths;
}
