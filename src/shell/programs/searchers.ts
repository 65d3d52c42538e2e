import { namesSecret, readPath } from '../judge/touch.ts';
import { type JudgedCommand, mild, prints } from '../state/run.ts';
import { isKnown, literal, PICKED, SOME, staysBelow, type Word } from '../state/value.ts';
import type { Programs } from './program.ts';

const HIDDEN = /(?:^|\n|\/)\.\uE000/;

/** Hands on the input, or less of it: names of files stay names of files. */
export function passOn(run: JudgedCommand, picks = false): undefined {
  const { stdin } = run;
  if (stdin?.kind === 'text' && staysBelow(stdin.value))
    prints(run, picks || isKnown(stdin.value) ? (HIDDEN.test(stdin.value) ? `${SOME}/.${SOME}` : PICKED) : stdin.value);
  else if (stdin?.kind === 'data' && stdin.network) run.output = stdin;
}

/** Options of programs that print: few of them do more. */
export const PRINTING = {
  options: '--output|--outfile=write --xpath= --schema= --encode=',
  risks: { 'runs the named program': '--pager= --diff-program= --extract-with= --plugin= --shell= --config=' },
};

/** Reads all files below the working directory, where the command has no path and no input. */
const readHere = (run: JudgedCommand, paths: readonly Word[]): undefined =>
  paths.length === 0 && !run.stdin ? readPath(run, '.', { tree: true }) : undefined;

/** Programs that look for a text in files, or for the differences of two files. */
export const SEARCHERS: Programs = {
  'zgrep bzgrep xzgrep pdfgrep': { operands: ['text', 'read'], ...PRINTING },
  'ag ack rgrep rga': {
    operands: ['text', 'readTree'],
    ...PRINTING,
    judge: (run, { operands }) => readHere(run, operands.slice(1)),
  },
  'grep egrep fgrep': {
    options: `-m= -A= -B= -C= -d= -D= --max-count= --context= --after-context= --before-context= --include=
      --exclude= --exclude-dir= --label= --binary-files= --directories= -e|--regexp= -f|--file|--exclude-from=read`,
    judge: (run, given) => {
      const [pattern, ...rest] = given.operands;
      const patterned = given.has('-e -f');
      const files = patterned ? given.operands : rest;
      const tree = given.has('-r -R --recursive --dereference-recursive');
      for (const { value } of files) readPath(run, value, { tree });
      if (tree) readHere(run, files);
      const names = given.has('-l -L --files-with-matches --files-without-match');
      const sought = `${SOME}/${literal(pattern?.value ?? '')}`;
      if (
        files.length === 0 &&
        !tree &&
        !given.has('-v') &&
        run.stdin?.kind === 'text' &&
        namesSecret(run.shell, sought)
      )
        prints(run, sought);
      else if (files.length === 0 && !tree) passOn(run, true);
      else if (names && files.every(({ value }) => staysBelow(value))) prints(run, PICKED);
      if (pattern === undefined && !patterned) mild(run, 'has no pattern');
    },
  },
  rg: {
    options: `-m= -A= -B= -C= -t= -T= -g= -r= -j= -M= -d= --max-count= --context= --after-context= --before-context= --type= --type-not= --glob= --iglob= --replace= --threads= --max-columns= --max-depth= --max-filesize= --sort= --sortr= --color= --colors= --engine= --encoding= -E= --type-add= --path-separator= --field-match-separator=
      -e|--regexp= -f|--file|--ignore-file=read --search-zip|-z`,
    risks: { 'runs the named program': '--pre|--hostname-bin=' },
    judge: (run, given) => {
      const rest = given.has('-e -f --files --type-list') ? given.operands : given.operands.slice(1);
      for (const { value } of rest) readPath(run, value, { tree: true });
      if (!given.has('--files --type-list')) readHere(run, rest);
      const names = given.has('-l --files --files-with-matches --files-without-match');
      if (names && rest.every(({ value }) => staysBelow(value))) prints(run, PICKED);
    },
  },
  diff: {
    operands: ['read'],
    options: '-x= -X= -U= -C= -W= -I= -F= -L= --exclude= --label= --to-file|--from-file=read',
    judge: (run, given) => {
      if (!given.has('-r --recursive')) return;
      for (const value of given.values) readPath(run, value, { tree: true });
    },
  },
};
