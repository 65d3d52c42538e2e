import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { tryOr } from '../../system/try-or.ts';

/** The ignore rules that hold in a folder: its own and those of the folders above. */
export interface IgnoreRules {
  /** Whether an entry right in the folder is ignored. */
  ignores(name: string, isFolder: boolean): boolean;
  below(name: string): IgnoreRules;
}

export const INDEX_IGNORE_FILES: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore']);
const MAX_BYTES = 256 * 1024;
const MAX_RULES = 5_000;

interface Layer {
  /** The path from the folder of the rules to the folder that is looked at; empty or ends with a slash. */
  readonly prefix: string;
  readonly rules: Ignore;
}

/** The rules at the root of a workspace; rules above it count where the workspace is part of a git repository. */
export function rulesAt(root: string): IgnoreRules {
  const layers = aboveOf(root)
    .map((folder): Layer => ({ prefix: `${relative(folder, root).split(sep).join('/')}/`, rules: readRules(folder) }))
    // A person who works in a folder that is ignored as a whole means the files in it.
    .filter(({ prefix, rules }) => !rules.ignores(prefix));
  const exclude = readFile(join(root, '.git', 'info', 'exclude'));
  if (exclude !== '') layers.push({ prefix: '', rules: compile(exclude) });
  return rulesIn(root, layers);
}

function rulesIn(folder: string, above: readonly Layer[]): IgnoreRules {
  const here = [...INDEX_IGNORE_FILES].some(name => existsSync(join(folder, name)));
  const layers = here ? [...above, { prefix: '', rules: readRules(folder) }] : above;
  return {
    ignores(name, isFolder) {
      // The nearest rules that say anything have the last word.
      for (const { prefix, rules } of layers.toReversed()) {
        const verdict = rules.test(`${prefix}${name}${isFolder ? '/' : ''}`);
        if (verdict.ignored) return true;
        if (verdict.unignored) return false;
      }
      return false;
    },
    below(name) {
      const inside = layers.map(({ prefix, rules }) => ({ prefix: `${prefix}${name}/`, rules }));
      return rulesIn(join(folder, name), inside);
    },
  };
}

function aboveOf(root: string): string[] {
  const folders: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folders.reverse();
    if (folder === dirname(folder)) return [];
    folders.push(dirname(folder));
  }
}

const readRules = (folder: string): Ignore =>
  compile([...INDEX_IGNORE_FILES].map(name => readFile(join(folder, name))).join('\n'));

const readFile = (file: string): string =>
  tryOr(() => {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file, 'utf8') : '';
  }, '');

/** Rules with many stars in a name take for ever to match, and nobody writes them in earnest. */
const isUsable = (rule: string): boolean =>
  rule.length < 500 && rule.split('/').every(part => part.replace(/\*+/g, '*').split('*').length <= 5);

const compile = (text: string): Ignore =>
  ignore({ allowRelativePaths: true }).add(text.split(/\r?\n/).filter(isUsable).slice(0, MAX_RULES));
