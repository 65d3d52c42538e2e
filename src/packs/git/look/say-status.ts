import { sayCount, sayHidden, sayList, withNotes } from '../../../text/say.ts';
import { hasUnseen, showUnseen } from '../../../tool/text/unseen.ts';
import type { ChangedPath, GitStatus } from './parse-status.ts';

export function sayStatus(status: GitStatus, hidden: number): string {
  const { counts, staged, unstaged, conflicted, untracked, filtered } = status;
  const parts = [
    ...section('In conflict', conflicted.map(sayChange), counts.conflicted),
    ...section('Staged', staged.map(sayChange), counts.staged),
    ...section('Not staged', unstaged.map(sayChange), counts.unstaged),
    ...section('Untracked', untracked.map(sayPath), counts.untracked),
  ];
  return withNotes([sayHead(status), ...(parts.length > 0 ? parts : ['Nothing has changed.'])].join('\n'), [
    filtered.length > 0 &&
      `Filters are not run here, so these may count as changed though they are not: ${sayList(filtered.map(sayPath))}.`,
    sayHidden(hidden),
  ]);
}

const COMMIT_ENDS_IT = ' Resolve what is in conflict; git_commit ends it.';

/** The ways to end each operation. */
const NEXT: Readonly<Record<string, string>> = {
  merge: COMMIT_ENDS_IT,
  'cherry-pick': COMMIT_ENDS_IT,
  revert: COMMIT_ENDS_IT,
  rebase: ' Resolve what is in conflict, git_commit it, then with bash: git rebase --continue.',
};

function sayHead({ branch, commit, upstream, ahead, behind, operation }: GitStatus): string {
  const where = branch === null ? `Detached at ${commit?.slice(0, 10) ?? 'nothing'}` : `On ${branch}`;
  const unborn = commit === null ? ', without a commit yet' : '';
  const doing = operation === undefined ? '' : `\nA ${operation} is in progress.${NEXT[operation] ?? ''}`;
  return `${where}${unborn}${sayTracking(upstream, ahead, behind)}${doing}`;
}

function sayTracking(upstream: string | undefined, ahead: number | undefined, behind: number | undefined): string {
  if (upstream === undefined) return '';
  if (ahead === undefined || behind === undefined) return `, following ${upstream}, which is gone or not fetched`;
  if (ahead === 0 && behind === 0) return `, level with ${upstream}`;
  return `, ${ahead} ahead of and ${behind} behind ${upstream}`;
}

function section(title: string, lines: readonly string[], count: number): string[] {
  if (count === 0) return [];
  const more = count - lines.length;
  return [
    `${title}:`,
    ...lines.map(line => `  ${line}`),
    ...(more > 0 ? [`  and ${sayCount(more, 'more path')}`] : []),
  ];
}

/** A file, and the path where it came from. */
export const sayMove = ({ path, from }: Pick<ChangedPath, 'path' | 'from'>): string =>
  `${from ? `${sayPath(from)} -> ` : ''}${sayPath(path)}`;

/** A change of a file as one line, in columns. */
export const sayChange = (file: ChangedPath): string => `${file.change.padEnd(12)} ${sayMove(file)}`;

/** A name in one line: a name with control characters is quoted. */
export const sayPath = (path: string): string =>
  /[\u0000-\u001f\u007f"]|^\s|\s$/.test(path) || hasUnseen(path) ? showUnseen(JSON.stringify(path)) : path;
