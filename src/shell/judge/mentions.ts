import type { GivenWords } from '../programs/program.ts';
import { spend } from '../state/bounds.ts';
import { homeOf, runsLater, type ShellPath } from '../state/place.ts';
import { type JudgedCommand, mild, risk } from '../state/run.ts';
import { locate } from '../state/shell.ts';
import { isKnown, isLoose, showValue, type Word } from '../state/value.ts';
import { isHostName } from './hosts.ts';
import { secretIn } from './secrets.ts';
import { readPath } from './touch.ts';
import { hostOfAddress, isLocal } from './touch-host.ts';

/** Programs that print or compare their words, look at names and times, or keep words for later; none opens a file. */
const ONLY_WORDS =
  /^(?:echo|printf|test|\[|:|true|false|basename|dirname|expr|which|whereis|type|hash|read|export|declare|local|readonly|typeset|unset|set|shopt|trap|alias|unalias|ls|dir|vdir|exa|eza|lsd|tree|stat|realpath|readlink|cd|pushd|popd|kill|sleep|seq|mkdir|rmdir|rm|unlink|touch|chmod|chown|chgrp|find|gfind|fd|fdfind|compgen|complete|namei|pathchk|jobs|wait|exit|return)$/;
/** Programs whose first operand is a pattern or a filter. */
const SEARCHING =
  /^(?:[efzr]|bz|xz)?grep$|^(?:rg|rga|ag|ack|jq|yq|dasel|look|rename|prename|pkill|pgrep|killall|locate|mlocate|plocate)$/;
const LEAVES_OUT =
  /^--?(?:exclude|ignore|skip|hide|omit|without|prune|not|no)(?:-dirs?|-paths?|-pattern|-glob|-vcs)?(?:=|$)/;
/** Programs that hand on their input, or look for something in it. */
const PASSES_ON =
  /^(?:cat|tee|head|tail|[efz]?grep|rg|ag|sed|awk|gawk|mawk|cut|tr|sort|uniq|wc|nl|rev|tac|fold|fmt|column|paste|comm|join|jq|yq|less|more|base64|xxd|od|hexdump|md5sum|sha1sum|sha256sum|diff|patch|git|read|mapfile|readarray|while|true|false|cd|echo|printf|sponge|pbcopy|xclip|wl-copy|gh|glab|docker|podman|kubectl|bash|sh|zsh|dash|ksh|xargs|parallel|test|\[|sudo|env|timeout|ssh|perl|node|tr|iconv|cmp|gzip|openssl|curl|mail|logger)$/;
const NAMES_FROM_INPUT = /files?0?-from|from-file|^--batch|stdin|^-(?:T|-?null|i|@|K)-?$|^-@$|^-$/;

/**
 * Judges the paths that words name, as a net below the tables. A program that gets the name of a private file as a
 * word, or as a part of one, may read it, whatever the program and the option; one that gets a place where things run
 * later may write there. A path that the program's table has judged is not judged again.
 */
export function judgeMentioned(run: JudgedCommand): undefined {
  const quiet = ONLY_WORDS.test(run.name);
  for (const [at, word] of run.args.entries()) {
    const doubted = run.doubted.includes(word);
    if ((quiet && !doubted) || run.handed.includes(word) || run.handed.includes(word.value) || isLeftOut(run.args, at))
      continue;
    judgeNames(run, word.value, doubted);
    judgeAddresses(run, at);
  }
  // A wrapper whose options are not known may take a file for the program.
  judgeNames(run, run.words[0]!.value);
  if (quiet || (PASSES_ON.test(run.name) && !run.values.some(value => NAMES_FROM_INPUT.test(value)))) return;
  const { made } = run.shell.session;
  // A file of `<(…)` is an input too.
  for (const value of run.values) if (value.startsWith('/dev/fd/')) judgeNames(run, made.get(value)?.content ?? '');
  if (run.stdin?.kind === 'text') judgeNames(run, run.stdin.value);
}

/** Programs that work on text alone, or keep an address for later use. */
export const CALCULATES =
  /^(?:cat|tee|head|tail|sed|gsed|awk|gawk|mawk|cut|tr|sort|uniq|wc|nl|rev|tac|fold|fmt|column|paste|comm|join|base64|xxd|od|hexdump|diff|patch|git|xargs|parallel|sudo|env|timeout|bash|sh|zsh|perl|python3?|ruby|php|cp|mv|ln|tar|zip|gpg|qrencode|figlet|cowsay|sqlite3|urlencode|trurl|[\w.-]*sum|jq|yq|gh|glab|npm|pnpm|yarn|bun|make|cmake)$/;
/** Programs whose addresses are judged as words of their own, or as code; an address in another word is sent along. */
const FETCHES = /^(?:curl|wget2?|https?|xhs?|httpie|aria2c|node|nodejs|deno|bun|tsx|ts-node|R|Rscript|julia|lua)$/;
const URL = /(?:^|[^\w+.-])((?!file:)[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'`<>(){}|]+)/gi;
/** Settings such as `host=x`, which tell databases where to connect. */
const SETTING =
  /(?:^|[\s;,?&{"'-])(?:host|hostaddr|hostname|server|servers|endpoints?|broker|brokers)["']?[=:]\s*["']?([\w.-]+)/gi;
const HOST_OPTION = /^--?(?:host|hostname|server|remote|connect|endpoints?|brokers?|registry|proxy|url)$/;

/** The hosts that a word names by an address, a setting or the option before it. */
export function addressesIn(value: string, before = ''): readonly string[] {
  const settings = [...value.matchAll(SETTING)].map(([, host]) => host!);
  const told = HOST_OPTION.test(before) ? [value.replace(/[:/].*$/s, '')] : [];
  return [...[...value.matchAll(URL)].map(([, url]) => url!), ...[...settings, ...told].filter(isHostName)];
}

/** Judges addresses: a program that gets one may go there, whatever the program and the option. */
function judgeAddresses(run: JudgedCommand, at: number): undefined {
  const { value } = run.args[at]!;
  if (CALCULATES.test(run.name) || (FETCHES.test(run.name) && !/^(?:--?[\w-]+=)?[a-z][\w+.-]*:\/\//i.test(value)))
    return;
  for (const address of addressesIn(value, run.values[at - 1])) reachAddress(run, address);
}

export function reachAddress(run: JudgedCommand, address: string): undefined {
  const host = hostOfAddress(address);
  if (isLocal(host)) return;
  run.shell.session.findings.touch({ kind: 'network', resource: isKnown(host) && host !== '' ? host : '*' });
  mild(run, `gets the address ${showValue(address)}`);
}

function judgeNames(run: JudgedCommand, text: string, doubted = false): undefined {
  const names = fileNamesIn(text);
  spend(run.shell.session.budget, names.size / 20);
  for (const name of names) judgeName(run, name, doubted);
}

/** Hands over the pattern that a program looks for, which is no name. */
export function handPattern(run: JudgedCommand, given: GivenWords): undefined {
  if (!SEARCHING.test(run.name) || given.has('-e -f --files --type-list --slurpfile')) return;
  const [pattern] = given.operands;
  if (pattern) run.handed.push(pattern);
}

function isLeftOut(args: readonly Word[], at: number): boolean {
  const { value } = args[at]!;
  const before = args[at - 1]?.value ?? '';
  return /^!\S+$/.test(value) || LEAVES_OUT.test(value) || (LEAVES_OUT.test(before) && !before.includes('='));
}

/** The most bytes of a file's name: a longer word is a text around names, and those are judged by themselves. */
const LONGEST_NAME = 255;
const isTooLong = (path: string): boolean =>
  path.length > LONGEST_NAME / 3 && path.split('/').some(part => Buffer.byteLength(part) > LONGEST_NAME);

function judgeName(run: JudgedCommand, name: string, doubted: boolean): undefined {
  const place = placeNamed(run, name);
  if (place.kind === 'void' || (isKnown(name) && isTooLong(place.path))) return;
  const told = !doubted && isTouched(run, place);
  const { isPrivate } = run.shell.session.where;
  const secret = secretIn(place.path, place.kind);
  if (!told && (secret || (isPrivate?.(place.path) ?? false))) {
    readPath(run, name, { unseen: true });
    if (secret && !run.carries) risk(run, `gets ${showValue(name)}, which may hold secrets`);
  }
  if (/^~?\//.test(name) && runsLater(place.path) && place.kind !== 'workspace' && (!told || run.mayWrite))
    risk(run, `gets ${showValue(name)}, and may write there`);
}

/** The place that a name means; in a folder that is not known the name alone counts. */
function placeNamed(run: JudgedCommand, name: string): ShellPath {
  const place = locate(run.shell, name.replace(/^~(?=\/)/, homeOf(run.shell.session.where)));
  return place.kind === 'anywhere' && isLoose(name) ? { path: `/${name}`, kind: 'anywhere' } : place;
}

/** Whether the table has judged this very path; a folder that is gone through does not speak for a file in it. */
const isTouched = ({ touched }: JudgedCommand, { path }: ShellPath): boolean => touched.includes(path);

/** Signs that may stand before or after a name: in options, revisions, lists, and code of whatever language. */
const SIGNS = /[\s=:,;@"'`()<>{}|&[\]#?!^\\+%$]+/;
/** Signs of a file's name: a word of letters alone is a verb, a branch or a target far more often. */
const NAMING = /[./_~\d]/;
const NONE: ReadonlySet<string> = new Set();
const ADDRESS = /\b(?!file:)[a-z][a-z\d+.-]*:\/\/[^\s"'`)]*/gi;

export function fileNamesIn(value: string): ReadonlySet<string> {
  if (!NAMING.test(value)) return NONE;
  if (value[0] !== '-' && !SIGNS.test(value)) return new Set([value]);
  const text = value.replace(ADDRESS, ' ');
  const names = new Set<string>(text[0] === '-' ? [] : [text]);
  // In code `a.b` is a part of something, unless it stands in quotes.
  const code = /[\s()"'`{}[\]$]/.test(text);
  let at = 0;
  for (const piece of text.split(SIGNS)) {
    const start = text.indexOf(piece, at);
    at = start + piece.length;
    if (piece === '' || piece.length > 300) continue;
    const before = text[start - 1] ?? '';
    const quoted = /["'`]/.test(before);
    if (code && piece[0] === '.' && /[\w\]){]/.test(before)) continue;
    if (code && !quoted && /^[A-Za-z_]\w*(?:\.\w+)+$/.test(piece)) continue;
    if (code && !quoted && /^\.[A-Z]/.test(piece)) continue;
    // These pieces are no paths here: a pattern between slashes, or a path of another machine or container.
    const elsewhere = before === ':' && /^\/[^/]/.test(piece) && !/^(?:file|-[A-Za-z]+):$/.test(text.slice(0, start));
    if (/^\/[^/]*\/$/.test(piece) || elsewhere) continue;
    names.add(piece).add(piece.replace(/^-{1,2}[A-Za-z]/, ''));
  }
  for (const name of names) if (!NAMING.test(name)) names.delete(name);
  return names;
}
