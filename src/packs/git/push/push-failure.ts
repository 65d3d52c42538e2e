import { z } from 'zod';
import { ToolError } from '../../../tool/error.ts';
import { cutBetweenWords } from '../../../tool/text/mask.ts';
import type { GitRun } from '../run-git.ts';
import type { PushTarget } from './remote-url.ts';

export const pushedRef = z.object({ from: z.string(), to: z.string(), result: z.string(), summary: z.string() });
export type PushedRef = z.output<typeof pushedRef>;

const KINDS: readonly (readonly [kind: string, shape: RegExp, suggestion: string])[] = [
  [
    'stale',
    /stale info/i,
    'Someone has pushed since it was last fetched. Have a person fetch and look; nothing was overwritten.',
  ],
  [
    'non-fast-forward',
    /non-fast-forward|fetch first|tip of your current branch is behind/i,
    'The remote has commits that are not here. Have them fetched and merged first, or give force: true to overwrite what was last seen.',
  ],
  [
    'authentication',
    /authentication failed|could not read (?:username|password)|permission denied|host key verification|terminal prompts disabled|403|401|access denied|invalid credentials/i,
    'Nobody can be asked for a password here. Have a person set up a credential helper or an ssh agent, or push once by hand.',
  ],
  [
    'unreachable',
    /could not resolve host|failed to connect|couldn't connect|connection (?:refused|timed out|reset)|no route to host|network is unreachable|timed out|name or service not known|could not resolve hostname/i,
    'Check the remote and the network, then try again.',
  ],
  ['not found', /not found|does not exist|does not appear to be a git repository/i, 'Check the URL of the remote.'],
  [
    'elsewhere',
    /its objects (?:are links|lie in other)/,
    'What lies outside of the workspace is not pushed. A person can make it whole: git repack -a -d, then remove objects/info/alternates.',
  ],
  [
    'checked out',
    /refusing to update checked out branch|branch is currently checked out/i,
    'Push to a bare repository, or to another branch.',
  ],
];

const MOST_SAID = 2_000;

export function pushFailure(ran: GitRun, refs: readonly PushedRef[], target: PushTarget): ToolError {
  const where = target.kind === 'host' ? target.host : target.path;
  if (ran.stopped === 'time')
    return new ToolError('TIMEOUT', `${where} did not take the push in time. It may or may not have arrived`, {
      suggestion: 'Check the network; give a longer timeout. Pushing the same again does no harm.',
      details: { kind: 'timeout' },
    });
  if (ran.stopped)
    return new ToolError(
      ran.stopped === 'aborted' ? 'ABORTED' : 'EXECUTION_ERROR',
      `The push was stopped (${ran.stopped})`,
    );
  const rejected = refs.filter(({ result }) => result === 'rejected').map(({ to, summary }) => `${to}: ${summary}`);
  const said = [...rejected, ran.stderr.replace(/^hint:.*\n?/gm, '').trim()].filter(Boolean).join('\n');
  const [kind, , suggestion] = KINDS.find(([, shape]) => shape.test(said)) ?? ['failed', /$/, 'See what git says.'];
  return new ToolError(
    'EXECUTION_ERROR',
    `Nothing was pushed to ${where}: ${cutBetweenWords(said, MOST_SAID) || `exit code ${ran.code}`}`,
    { suggestion, details: { kind, refs }, retryable: kind === 'unreachable' },
  );
}
