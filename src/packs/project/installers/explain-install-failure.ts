import type { JobEnd } from '../../../sandbox/port.ts';
import { sayList } from '../../../text/say.ts';
import { ToolError } from '../../../tool/error.ts';
import { sayRefused } from '../../shell/say-end.ts';
import type { InstallerChoice } from './detect-installer.ts';

interface InstallFailure {
  readonly found: InstallerChoice;
  readonly ended: JobEnd;
  readonly output: string;
  readonly packages: readonly string[];
  readonly scripts: boolean;
  readonly time: number;
}

type Kind = Readonly<{ kind: string; pattern: RegExp; says: string; next: string; forPeople?: string }>;

const OPENS = 'To open the host: a rule { "effect": "network", "match": HOST, "verdict": "allow" } in your own config.';

const KINDS: readonly Kind[] = [
  {
    kind: 'login',
    pattern:
      /\bE401\b|\bE403\b|ENEEDAUTH|FETCH_40[13]|\b401 (?:Client )?(?:Error|Unauthorized)|Unauthorized|requires authentication/i,
    says: 'the registry wants a login, and tokens of the person are not given to a command in the sandbox',
    next: 'Ask the person to install it by hand, or to have the project use a registry that needs no login.',
  },
  {
    kind: 'conflict',
    pattern:
      /ERESOLVE|ResolutionImpossible|conflicting dependencies|version solving failed|unmet peer|No solution found/i,
    says: 'the versions that it needs do not fit together',
    next: 'Ask for another version, one that fits what is installed.',
  },
  {
    kind: 'version not found',
    pattern:
      /ETARGET|No matching version|ERR_PNPM_NO_MATCHING_VERSION|Couldn't find any versions|from versions: (?!none)/i,
    says: 'there is no such version',
    next: 'Ask for another version, or for none.',
  },
  {
    kind: 'not found',
    pattern:
      /E404|404 Not Found|\b404\b|No matching distribution|Could not find a version|not found in the registry|was not found/i,
    says: 'the registry has no such package',
    next: 'Check the spelling of the name.',
  },
  {
    kind: 'network',
    pattern:
      /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET|Temporary failure in name resolution|Network is unreachable|ProxyError|NewConnectionError|403 Forbidden|tunneling socket/i,
    says: 'the registry could not be reached',
    next: 'Try again later; only a person can open further hosts.',
    forPeople: OPENS,
  },
  { kind: 'disk', pattern: /ENOSPC|No space left/, says: 'the disk is full', next: 'Make room, then try again.' },
];

const TAIL = 20;

/** The error for a failure, so that a model can mend it: the kind, and the end of the output. */
export function explainInstallFailure({ found, ended, output, packages, scripts, time }: InstallFailure): ToolError {
  const { manager } = found;
  const names = sayList(packages, 10);
  if (ended.stopped === 'time')
    return new ToolError('TIMEOUT', `${manager} was not done after ${time / 1000} s. Nothing was changed.`, {
      suggestion: 'Give a longer timeout.',
    });
  if (ended.code === 127)
    return new ToolError('EXECUTION_ERROR', `${manager} is not installed here, so nothing was installed`, {
      suggestion: `Install ${manager} so that it is on PATH, or give another manager.`,
    });
  const refused = ended.refused?.filter(({ host }) => !host.endsWith('.invalid')) ?? [];
  const tail = output.trimEnd().split('\n').slice(-TAIL).join('\n');
  const details = (kind: string) => ({ kind, exitCode: ended.code, output: tail });
  if (refused.length > 0)
    return new ToolError(
      'NETWORK_BLOCKED',
      `${manager} could not install ${names}. ${sayRefused(ended)} Nothing was changed.`,
      { suggestion: 'Only a person can open the host.', forPeople: OPENS, details: details('network') },
    );
  const known = KINDS.find(({ pattern }) => pattern.test(output));
  const wheel = manager === 'pip' && !scripts && known?.kind === 'not found';
  return new ToolError(
    'EXECUTION_ERROR',
    `${manager} could not install ${names}: ${known?.says ?? `it ended with exit code ${ended.code}`}. Nothing was changed.\n${tail}`,
    {
      suggestion: `${known?.next ?? 'See what it printed.'}${wheel ? ' It may also have no wheel: then scripts: true lets it be built.' : ''}`,
      forPeople: known?.forPeople,
      details: details(known?.kind ?? 'other'),
    },
  );
}
