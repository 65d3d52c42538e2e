import { ToolError } from '../../tool/error.ts';
import { cutBetweenWords } from '../../tool/text/mask.ts';
import type { GitRun } from './run-git.ts';

const MOST_SAID = 2_000;

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/would make\s+it empty/, 'Give allowEmpty: true to keep it as an empty commit.'],
  [/would be overwritten by checkout/, 'Commit the changes with git_commit, or take them back, then switch.'],
  [
    /needs merge|resolve your current index|unmerged files|not possible because you have unmerged/i,
    'Resolve the conflicts that git_status lists, then git_commit with their paths.',
  ],
  [/during a merge/, 'Finish the merge as a whole: git_commit with all: true and without paths.'],
  [/is not fully merged/, 'Its commits would be lost. Merge it first, or give force: true, which asks a person.'],
  [/already exists/, 'Choose another name, or switch to it with action: "switch".'],
  [
    /already (?:checked out at|used by worktree)/,
    'It is checked out in another worktree: work there by giving directory, or take another branch.',
  ],
  [
    /cannot switch branch (?:while|in the middle)/,
    'Finish what is in progress first, or have a person give it up; for a rebase with bash: git rebase --continue.',
  ],
  [/checked out at|used by worktree/, 'Switch to another branch first.'],
  [/not a valid branch name/, 'A name has no spaces, no "..", no leading "-" and none of ~^:?*[\\.'],
  [/did not match any file/, 'See git_status for the paths that have changed.'],
  [/beyond a symbolic link/, 'Give the path that the link leads to.'],
  [
    /index\.lock|cannot lock ref|Unable to create .*\.lock/,
    'Another git is at work, or one was killed: wait, or have a person remove the lock file.',
  ],
  [
    /object .* missing|missing blob|unable to read tree|bad object|promisor/i,
    'Objects are missing here: they may lie in another repository (alternates) or were never fetched. A person can run git fsck.',
  ],
  [
    /index file corrupt|bad index file|bad signature/,
    'The index is broken. A person can make it anew: rm .git/index, git reset',
  ],
  [/bad config|bad numeric config|bad boolean config|maximum include depth/, 'Have a person mend .git/config.'],
  [/paths are ignored by one of your \.gitignore/, 'Leave ignored paths out.'],
];

const noGit = (): ToolError =>
  new ToolError('EXECUTION_ERROR', 'There is no git on this machine, or not where programs are looked for (PATH)', {
    suggestion: 'Have a person install git: apt-get install git, dnf install git, brew install git.',
  });

/** Work at which git_status would fail in the same way. */
const LOOKING = /^(?:tell the status|read the repository)$/;

/** The error for a failure of git, with git's own words and the next step. */
export function sayGitError(what: string, { code, stopped, stdout, stderr, cut }: GitRun): ToolError {
  if (stopped === 'time')
    return new ToolError('TIMEOUT', `Git took too long to ${what} and was stopped. Nothing was changed.`, {
      suggestion: 'Ask for less: fewer paths, a smaller range.',
    });
  if (stopped) return new ToolError('EXECUTION_ERROR', `Git was stopped (${stopped}). Nothing was changed.`);
  if (cut)
    return new ToolError('TOO_LARGE', `Git said more than can be kept when it should ${what}`, {
      suggestion: 'Ask for less: fewer paths, a smaller range.',
    });
  if (/\bgit: (?:command )?not found/.test(stderr) || code === 127) return noGit();
  const said = (stderr.trim() || stdout.trim()).replace(/^(?:hint|Aborting).*\n?/gm, '').trim();
  const suggestion =
    ADVICE.find(([shape]) => shape.test(said))?.[1] ??
    (LOOKING.test(what)
      ? 'Have a person look at the repository: git status, git fsck.'
      : 'See git_status for how things stand.');
  const short = said.length > MOST_SAID ? `${cutBetweenWords(said, MOST_SAID)}…` : said;
  return new ToolError('EXECUTION_ERROR', `Git could not ${what}: ${short || `exit code ${code}`}`, { suggestion });
}
