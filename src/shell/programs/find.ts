import { namesSecret, readPath, removePath, writePath } from '../judge/touch.ts';
import { type JudgedCommand, judgeInnerCommand, mild, prints, risk } from '../state/run.ts';
import { locate } from '../state/shell.ts';
import { isLoose, literal, PICKED, SOME, staysBelow, type Word, wordOf } from '../state/value.ts';
import { parseOptions } from './options.ts';
import type { Program, Programs } from './program.ts';

const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
/** Tests that pick some files out. */
const PICKS =
  /^-(?:i?name|i?path|i?regex|i?wholename|newer\w*|mtime|mmin|atime|amin|ctime|cmin|empty|size|user|group|perm|inum|links|samefile)$/;

/** Tests and actions that take a word after them, and those that take none. */
const TAKES_WORD =
  /^-(?:i?l?name|i?path|i?regex|i?wholename|newer\w*|[acm]?(?:time|min)|used|size|user|group|uid|gid|perm|inum|links|samefile|type|xtype|fstype|maxdepth|mindepth|printf|regextype|context|anewer|cnewer|D)$/;
const STANDS_ALONE =
  /^(?:[!(),]|-(?:not|a|and|o|or|print0?|ls|prune|quit|empty|true|false|depth|d|daystart|follow|mount|xdev|nouser|nogroup|readable|writable|executable|noleaf|warn|nowarn|ignore_readdir_race|noignore_readdir_race|delete|O\d|[HLPEXsx]+|help|version))$/;

/** Programs that find: `find` takes folders, then an expression; `fd` a pattern, then folders. */
export const FIND: Programs = {
  'find gfind': { judge: judgeFind, ownOptions: true },
  'fd fdfind': { judge: judgeFd, ownOptions: true },
};

const FD: Program = {
  options: `-HIusigLpal01qF --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --list-details --follow --full-path --print0 --one-file-system --prune --quiet --show-errors --strip-cwd-prefix --hyperlink --and
    -e= -E= -t= -d= -c= -S= -o= --extension= --exclude= --type= --max-depth= --min-depth= --exact-depth= --color=
    --size= --changed-within= --changed-before= --owner= -j= --threads= --max-results= --format=
    --base-directory|--search-path= -e|--extension=`,
};

function judgeFd(run: JudgedCommand): undefined {
  const start = run.args.findIndex(({ value }) => /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)$/.test(value));
  const before = parseOptions(FD, start < 0 ? run.args : run.args.slice(0, start));
  for (const { name, option } of before.options)
    if (!option && !/^--(?:help|version)$/.test(name)) mild(run, `has the option ${name}, which is not known here`);
  const [pattern, ...others] = before.operands.map(({ value }) => value);
  const roots = [...others, ...before.allOf('--base-directory')];
  for (const root of roots) readPath(run, root, { look: true, tree: true });
  if (roots.every(staysBelow)) prints(run, SOME);
  if (start < 0) return;
  const picks = before.has('-e') || !/^[.*]*$/.test(pattern ?? '');
  const end = run.args.findIndex(({ value }, at) => at > start && value === ';');
  const command = run.args.slice(start + 1, end < 0 ? undefined : end);
  const filled = command.some(({ value }) => /\{[./]*\}/.test(value)) ? command : [...command, wordOf('{}')];
  runFound(run, roots.length > 0 ? roots : ['.'], {
    command: filled.map(word => ({ ...word, value: word.value.replace(/\{[./]+\}/g, '{}') })),
    found: picks ? fdFound(pattern ?? '', before.has('-H -u --hidden --unrestricted')) : SOME,
    picks,
  });
}

/** A name with the pattern somewhere in it; a name that begins with a dot only where the command asks for those. */
const fdFound = (pattern: string, hidden: boolean): string =>
  hidden && /^[\w.-]+$/.test(literal(pattern)) ? `${SOME}/${SOME}${literal(pattern)}${SOME}` : PICKED;

function judgeFind(run: JudgedCommand): undefined {
  const words = run.args;
  const start = words.findIndex(({ value }) => /^[-(!]/.test(value) && !/^-[HLP]+$|^-O\d|^-D$/.test(value));
  const roots = (start < 0 ? words : words.slice(0, start)).map(({ value }) => value).filter(value => value[0] !== '-');
  const expression = start < 0 ? [] : words.slice(start);
  if (roots.length === 0) roots.push('.');
  for (const root of roots) readPath(run, root, { look: true, tree: true });
  const below = roots.every(root => !isLoose(root) && !root.startsWith('/') && !root.split('/').includes('..'));
  const found = picksSome(expression) ? foundPath(expression) : SOME;
  const paths = below ? [found] : roots.map(root => `${root === '/' ? '' : root}/${found}`);
  const secrets = roots.filter(root => namesSecret(run.shell, root));
  prints(run, [...secrets, ...paths].join('\n'));
  judgeExpression(run, roots, expression);
}

function judgeExpression(run: JudgedCommand, roots: readonly string[], words: readonly Word[]): undefined {
  const picks = picksSome(words);
  for (let at = 0; at < words.length; at++) {
    const { value } = words[at]!;
    if (value === '-delete') for (const root of roots) removeFound(run, root, picks);
    else if (/^-f(?:print0?|printf|ls)$/.test(value)) writePath(run, words[++at]?.value ?? '');
    else if (value === '-files0-from') readPath(run, words[++at]?.value ?? '');
    else if (RUNS.test(value)) {
      const end = words.findIndex(
        (word, index) => index > at && (word.value === ';' || (word.value === '+' && words[index - 1]!.value === '{}')),
      );
      runFound(run, roots, {
        command: words.slice(at + 1, end < 0 ? words.length : end),
        found: picks ? foundPath(words) : SOME,
        picks,
      });
      at = end < 0 ? words.length : end;
    } else if (value[0] === '-' && isLoose(value)) mild(run, 'has an expression that is known only at run time');
    else if (TAKES_WORD.test(value)) at++;
    else if (!STANDS_ALONE.test(value)) mild(run, `has the test ${value}, which is not known here`);
  }
}

/** Whether the tests pick some files and not the others; `! -name x` takes all but some. */
const picksSome = (words: readonly Word[]): boolean =>
  words.some(({ value }, at) => {
    const negated = /^(?:!|-not)$/.test(words[at - 1]?.value ?? '');
    return PICKS.test(value) && !negated && !/^[*.?]*$/.test(words[at + 1]?.value ?? '');
  });

/** A path that stands for the files that are found: by the name that is looked for, if there is one. */
function foundPath(words: readonly Word[]): string {
  const at = words.findIndex(({ value }) => /^-(?:i?(?:name|path|wholename|regex)|samefile)$/.test(value));
  const told = at < 0 ? undefined : words[at + 1]?.value.replaceAll('\\', '');
  const name = told?.slice(told.lastIndexOf('/') + 1).replace(/\$$/, '');
  return name === undefined ? PICKED : `${SOME}/${name.replace(/\.?[*?]+|\[[^\]]*\]/g, SOME)}`;
}

function removeFound(run: JudgedCommand, root: string, picks: boolean): undefined {
  const { kind, path } = locate(run.shell, root);
  const whole = kind === 'workspace' && path === run.shell.session.where.root;
  if (kind === 'workspace' && picks) return mild(run, 'deletes the files that it finds');
  removePath(run, whole || picks ? `${root}/${SOME}` : root, true);
}

type FindAction = { readonly command: readonly Word[]; readonly found: string; readonly picks: boolean };

function runFound(
  run: JudgedCommand,
  roots: readonly string[],
  { command: words, found: name, picks }: FindAction,
): undefined {
  const [program] = words;
  if (!program) return;
  const removes = /^(?:.*\/)?(?:rm|unlink|shred|trash)$/.test(program.value);
  for (const root of roots.slice(0, 8)) {
    const below = locate(run.shell, root).kind === 'workspace';
    // A file that was picked out by its name is not all that the folder holds.
    const found = below && picks ? name : `${root === '/' ? '' : root}/${name}`;
    // The folder that the command names may itself be the file that is found.
    for (const one of namesSecret(run.shell, root) ? [found, root] : [found]) {
      const filled = words.map(word =>
        word.value.includes('{}') ? { value: word.value.replaceAll('{}', one), text: word.text } : word,
      );
      judgeInnerCommand(run, filled.length === 1 && removes ? [...filled, wordOf(one)] : filled, undefined);
    }
  }
  if (removes && !picks && roots.some(root => locate(run.shell, root).path === run.shell.session.where.root))
    risk(run, 'deletes all that it finds in the workspace');
}
