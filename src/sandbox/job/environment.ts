import { isBelow } from '../../system/is-below.ts';

/** Names that are taken over from the own environment; nothing else is. */
const KEPT = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|COLUMNS|LINES)$/;

/** Places where a job finds its own home and its temp folder. */
export type JobPlaces = { readonly home: string; readonly temp: string };

/** The usual places, unless the workspace lies over them: then they would be the workspace's files. */
export function placesBeside(root: string): JobPlaces {
  const beside = (usual: string, other: string) => (isBelow(usual, root) ? other : usual);
  return { home: beside('/home/user', '/run/toolgate/home'), temp: beside('/tmp', '/run/toolgate/tmp') };
}

/** Folders where the sandbox's own programs are looked for, never one that somebody else may fill. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin';

export const cacheIn = ({ home }: Pick<JobPlaces, 'home'>): string => `${home}/.cache`;

/** Variables by which package managers keep what they fetch in a cache. */
export const cacheVariables = (cache: string): Readonly<Record<string, string>> => ({
  XDG_CACHE_HOME: cache,
  npm_config_cache: `${cache}/npm`,
  CARGO_HOME: `${cache}/cargo`,
  GOMODCACHE: `${cache}/go-mod`,
});

/** Variables for which nothing waits for a person: no prompt, no pager, no editor. */
const UNATTENDED = {
  CI: '1',
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_MERGE_AUTOEDIT: 'no',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  SSH_ASKPASS: 'true',
  SUDO_ASKPASS: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
  PIP_NO_INPUT: '1',
  npm_config_yes: 'true',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
  npm_config_update_notifier: 'false',
  PYTHONUNBUFFERED: '1',
} as const;

/** Names besides those by which programs know the terminal of a person. */
const OF_TERMINAL = /^(?:TERM|COLORTERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|NO_COLOR|FORCE_COLOR)$/;

interface EnvironmentOptions {
  /** The own environment; only a few harmless names of it are kept. */
  readonly own: Readonly<Record<string, string | undefined>>;
  readonly path: readonly string[];
  readonly user: string;
  readonly places: JobPlaces;
  /** Whether a person sits at the job's terminal. */
  readonly attended?: boolean;
}

/** The whole environment of a job, before what the caller adds. Secrets are not left out: nothing is let in. */
export function plainEnvironment(options: EnvironmentOptions): Record<string, string> {
  const { own, path, user, places, attended = false } = options;
  const isKept = (name: string) => KEPT.test(name) || (attended && OF_TERMINAL.test(name));
  const kept = Object.entries(own).flatMap(([name, value]) =>
    value !== undefined && isKept(name) ? [[name, value] as const] : [],
  );
  return {
    LANG: 'C.UTF-8',
    ...Object.fromEntries(kept),
    ...(attended ? {} : UNATTENDED),
    PATH: path.join(':'),
    HOME: places.home,
    USER: user,
    LOGNAME: user,
    SHELL: '/bin/bash',
    TMPDIR: places.temp,
    ...cacheVariables(cacheIn(places)),
    GRADLE_USER_HOME: `${cacheIn(places)}/gradle`,
  };
}
