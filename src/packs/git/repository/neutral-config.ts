import { ToolError } from '../../../tool/error.ts';

export type ConfigPair = readonly [key: string, value: string];

/**
 * Settings that hold whatever a repository says: nothing of it runs, git asks and fetches nothing, and its output has
 * one form. They are laid over every config file.
 */
const PINNED: readonly ConfigPair[] = [
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['sequence.editor', 'true'],
  ['core.sshCommand', 'false'],
  ['core.askPass', ''],
  ['core.attributesFile', '/dev/null'],
  ['core.alternateRefsCommand', 'true'],
  ['core.quotePath', 'false'],
  // The sandbox maps users and inodes: only size and time tell whether a file is as git left it.
  ['core.checkStat', 'minimal'],
  ['core.trustctime', 'false'],
  ['credential.helper', ''],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['push.gpgSign', 'false'],
  ['gpg.program', 'false'],
  ['log.showSignature', 'false'],
  ['log.mailmap', 'false'],
  ['diff.external', ''],
  ['diff.orderFile', '/dev/null'],
  ['commit.template', '/dev/null'],
  ['commit.verbose', 'false'],
  ['submodule.recurse', 'false'],
  ['status.submoduleSummary', 'false'],
  ['protocol.allow', 'never'],
  ['uploadpack.packObjectsHook', ''],
  ['color.ui', 'false'],
  ['column.ui', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['rerere.enabled', 'false'],
  ['user.useConfigOnly', 'true'],
  ['i18n.commitEncoding', 'utf-8'],
  ['i18n.logOutputEncoding', 'utf-8'],
  ['safe.directory', '*'],
  ['safe.bareRepository', 'explicit'],
];

const NO_HOOKS: ConfigPair = ['core.hooksPath', '/dev/null'];

/** Keys whose values are data to git, never a program; the defaults above leave them to the repository. */
const HARMLESS: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|bare|worktree|logallrefupdates|ignorecase|precomposeunicode|symlinks)$/,
  /^core\.(?:autocrlf|eol|safecrlf|whitespace|commentchar|sharedrepository|abbrev|sparsecheckout|sparsecheckoutcone)$/,
  /^core\.(?:compression|loosecompression|bigfilethreshold|protecthfs|protectntfs|disambiguate|notesref|fsync|fsyncmethod|createobject)$/,
  /^extensions\.\w+$/,
  /^remote\..+\.(?:url|pushurl|fetch|push|mirror|tagopt|prune|promisor|partialclonefilter)$/s,
  /^branch\..+\.(?:remote|merge|rebase|pushremote|description)$/s,
  /^submodule\..+\.(?:url|active|path|branch|ignore)$/s,
  /^(?:user|author|committer)\.(?:name|email)$/,
  /^diff\..+\.(?:xfuncname|funcname|binary|wordregex|algorithm)$/s,
  /^(?:pull|fetch|push|index|pack|gc|feature|advice|branch|checkout|i18n|status|init|merge|rebase|receive)\.\w+$/,
  /^(?:diff|log|format|grep|commit|column|color|gpg|stash|tag|transfer|versionsort|notes)\.\w+$/,
];

/** Endings of keys that may name a program or a file, also among the harmless ones. */
const NAMES_A_PROGRAM =
  /(?:command|cmd|program|helper|driver|textconv|clean|smudge|process|editor|pager|askpass|proxy|hook|hookspath|external|uploadpack|receivepack|vcs|template|templatedir|file|tool|fsmonitor)$/;

/** Keys to which another value would be added, not put in its place. Nothing is fetched: no rewritten URL is used. */
const ADDED_TO = /^(?:url\.|include\.|includeif\.|safe\.)/;

/** Values that are no program's name. */
const PLAIN_VALUE = /^(?:true|false|yes|no|on|off|-?\d+[kmg]?)?$/i;

/** The most keys and bytes of a config: they all become variables of the job. */
const MOST_KEYS = 1_000;
const MOST_BYTES = 64 * 1024;

/** Whether the repository's hooks run, and more settings that hold whatever it says. */
export type NeutralOptions = Readonly<{ hooks?: boolean; more?: readonly ConfigPair[] }>;

/** The config that is laid over that of a repository; keys that nobody knows are emptied. */
export function neutralConfig(found: readonly ConfigPair[], { hooks = false, more = [] }: NeutralOptions = {}) {
  const pinned = [...PINNED, ...(hooks ? [] : [NO_HOOKS]), ...more];
  const fixed = new Set([...pinned.map(([key]) => key.toLowerCase()), ...(hooks ? ['core.hookspath'] : [])]);
  const emptied = new Map<string, string>();
  for (const [key, value] of found) {
    if (/^includeif\.onbranch:/i.test(key)) throw changesWithBranch();
    if (!fixed.has(key.toLowerCase()) && !isHarmless(key, value)) emptied.set(key, neutralValue(key));
  }
  if (emptied.size > MOST_KEYS) throw tooMany(`${emptied.size} keys`);
  if (Buffer.byteLength([...emptied.keys()].join('')) > MOST_BYTES) throw tooMany('names too long');
  return [...emptied, ...pinned];
}

function isHarmless(key: string, value: string): boolean {
  if (ADDED_TO.test(key)) return true;
  if (NAMES_A_PROGRAM.test(key) || key.startsWith('filter.')) return false;
  return PLAIN_VALUE.test(value) || HARMLESS.some(shape => shape.test(key));
}

const neutralValue = (key: string): string => {
  if (/^filter\..+\.required$/s.test(key)) return 'false';
  return /^submodule\..+\.update$/s.test(key) ? 'none' : '';
};

/** The environment that carries config; later pairs win over all files. */
export function configEnvironment(pairs: readonly ConfigPair[]): Record<string, string> {
  const env: Record<string, string> = { GIT_CONFIG_COUNT: String(pairs.length) };
  for (const [index, [key, value]] of pairs.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}

/** The pairs in an output of `git config --null --list`: a key, a line end and a value; a key alone stands for true. */
export function parseConfig(text: string): ConfigPair[] {
  return text
    .split('\0')
    .filter(entry => entry !== '')
    .map(entry => {
      const end = entry.indexOf('\n');
      return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    });
}

/** The value of a key: the last one counts. */
export const lastValue = (config: readonly ConfigPair[], key: string): string | undefined =>
  config.findLast(([name]) => name === key)?.[1];

const changesWithBranch = (): ToolError =>
  new ToolError('EXECUTION_ERROR', "The repository's config includes other files by branch (includeIf.onbranch)", {
    suggestion: 'What such a file may run cannot be told beforehand. Use bash, where a person is asked.',
  });

const tooMany = (what: string): ToolError =>
  new ToolError('EXECUTION_ERROR', `The repository's config has ${what} that are not known to be harmless`, {
    suggestion: 'Have a person look at .git/config.',
  });
