import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { tryOr } from '../../system/try-or.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import { lstatQuietly } from '../disk/identity.ts';
import { commonFolderOf, gitFolderOf } from './folder.ts';

const LARGEST = 256 * 1024;
/** The most configs that include one another. */
const MOST_FILES = 20;
/** Keys whose value is a file that git reads, or a folder of programs that it runs; then keys of commands. */
const PATHS = new Set(['path', 'hookspath', 'attributesfile', 'templatedir']);
const COMMANDS = new Set([
  ...['fsmonitor', 'sshcommand', 'pager', 'editor', 'clean', 'smudge', 'process', 'textconv', 'driver', 'command'],
  ...['cmd', 'program', 'external', 'helper', 'askpass', 'difffilter', 'gitproxy', 'alternaterefscommand'],
  ...['defaultkeycommand', 'packobjectshook', 'receivepack', 'uploadpack', 'vcs', 'tocmd', 'cccmd', 'sendmailcmd'],
]);
const ENTRY = /^\s*(?:\[[^\]\n]*\]\s*)?([a-z][a-z0-9-]*)\s*=\s*(.*)$/gim;

/**
 * Tells of paths in a workspace that the config of its repository names, so that git reads or runs the files there: an
 * included file, a folder of hooks, a filter. The repository may begin above the workspace, and be a worktree or a
 * submodule of another one. The config is read anew when it changes.
 */
export function namedByGit(root: string) {
  let seen: ReadonlyMap<string, string> = new Map([[join(root, '.git'), 'unread']]);
  let named: readonly string[] = [];
  const namedNow = (): readonly string[] => {
    for (const [file, stamp] of seen) {
      if (stampOf(file) === stamp) continue;
      ({ seen, named } = readConfigs(root));
      break;
    }
    return named;
  };
  return {
    /** Tells which paths the present configs name; many paths can be asked about after one look at the configs. */
    now() {
      const now = namedNow();
      return (absolute: string) => now.some(path => isBelow(absolute, path));
    },
    /** Whether a named path lies below the folder, or would. */
    isAbove: (folder: string) => namedNow().some(path => path.startsWith(`${folder}/`)),
  };
}

function readConfigs(root: string): { seen: ReadonlyMap<string, string>; named: readonly string[] } {
  const seen = new Map<string, string>();
  const note = (file: string) => seen.set(file, stampOf(file));
  let top = root;
  let folder: string | undefined;
  for (; folder === undefined; top = dirname(top)) {
    note(join(top, '.git'));
    folder = gitFolderOf(top);
    if (folder !== undefined || top === dirname(top)) break;
  }
  if (folder === undefined) return { seen, named: [] };
  const named = new Set<string>();
  const waiting = [join(commonFolderOf(folder), 'config'), join(folder, 'config.worktree')];
  for (let file = waiting.shift(); file !== undefined && seen.size < MOST_FILES; file = waiting.shift()) {
    if (seen.has(file)) continue;
    note(file);
    for (const { key, value } of entriesOf(file)) {
      const paths = wordsOf(key, value).flatMap(word => [resolve(dirname(file!), word), resolve(top, word)]);
      if (key === 'path') addAll(waiting, paths);
      for (const path of paths) named.add(path).add(tryOr(() => realpathSync(path), path));
    }
  }
  const own = join(root, '.git');
  return { seen, named: [...named].filter(path => path.startsWith(`${root}/`) && path !== own) };
}

/** The words of a value that may be files. A program without a slash is looked for elsewhere. */
function wordsOf(key: string, value: string): readonly string[] {
  const isCommand = COMMANDS.has(key) || value.startsWith('!');
  if (!isCommand) return PATHS.has(key) && value !== '' ? [value.replace(/^~(?=\/)/, homedir())] : [];
  const words = value.replace(/^!/, '').match(/[^\s"'\\;|&<>()$`]+/g) ?? [];
  return words.filter(word => isAbsolute(word) || /[/.]/.test(word));
}

function entriesOf(file: string): readonly { readonly key: string; readonly value: string }[] {
  const stats = lstatQuietly(file);
  const text = stats?.isFile() && stats.size <= LARGEST ? tryOr(() => readFileSync(file, 'utf8'), '') : '';
  const entries = [...text.replaceAll('\\\n', ' ').matchAll(ENTRY)];
  return entries.map(([, key = '', value = '']) => ({ key: key.toLowerCase(), value: plainValue(value) }));
}

/** A value without its quotes, and without the comment behind it. */
function plainValue(text: string): string {
  const value = text.replace(/("(?:[^"\\]|\\.)*")|\s*[#;].*$/g, (_, quoted) => quoted ?? '');
  return value
    .replace(/(?<!\\)"/g, '')
    .replaceAll('\\"', '"')
    .trim();
}

function stampOf(file: string): string {
  const stats = lstatQuietly(file);
  return stats ? `${stats.ino}:${stats.mtimeNs}:${stats.ctimeNs}:${stats.size}` : '';
}
