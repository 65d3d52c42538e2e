import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffArrays } from 'diff';
import { makeEdit, pick, seeded, type TrueEdit, withContext } from './cases.ts';
import { LANGUAGES } from './languages.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Files of other projects, in versions that the lock file holds. */
const PATTERNS = [
  'node_modules/{zod/src/v4,commander,picomatch,postcss/lib,yaml/browser,vite/types,fast-check/lib}/**/*.{ts,js,mjs,cjs,json,md,css}',
  'node_modules/@types/node/*.ts',
];
/** Our own files; with these the edits of a number are others after each commit. */
export const OWN_FILES: readonly string[] = [
  'src/{tool,policy,network,workspace}/**/*.ts',
  'docs/*.md',
  'page/**/*.{tsx,css}',
];

/** An edit whose result is known, and the name of the file that it is made in. */
export interface NamedEdit {
  readonly path: string;
  readonly edit: TrueEdit;
}

/** Edits of the kinds that commits are made of, in files of several kinds; the same ones for the same numbers. */
export function makeEdits(count: number, seed: number, more: readonly string[] = []): NamedEdit[] {
  const random = seeded(seed);
  const paths = globSync([...PATTERNS, ...more], { cwd: ROOT }).sort();
  const edits: NamedEdit[] = [];
  for (let tries = 0; edits.length < count && tries < count * 50; tries++) {
    const written = tries % 6 === 0 ? pick(random, LANGUAGES) : undefined;
    const path = written?.path ?? pick(random, paths);
    const text = written?.text ?? readFileSync(join(ROOT, path), 'utf8');
    if (text.length > 80_000 || text.includes('\r')) continue;
    const edit = makeEdit(random, text.split('\n'));
    if (edit) edits.push({ path, edit });
  }
  return edits;
}

/** The hunks between two versions of a file, each as an edit of the older one. */
export function editsBetween(path: string, before: string, after: string): NamedEdit[] {
  const [old, wanted] = [before.split('\n'), after.split('\n')];
  const edits: NamedEdit[] = [];
  let at = 0;
  let open: { from: number; old: string[]; new: string[] } | undefined;
  const flush = (context: number) => {
    const edit = open && withContext(old, open, context);
    if (edit) edits.push({ path, edit });
    open = undefined;
  };
  for (const { value, added, removed } of diffArrays(old, wanted, { maxEditLength: 3000 }) ?? []) {
    if (!added && !removed) flush(1 + (at % 3));
    else {
      open ??= { from: at, old: [], new: [] };
      open[added ? 'new' : 'old'].push(...value);
    }
    if (!added) at += value.length;
  }
  flush(2);
  return edits.filter(({ edit }) => edit.old.length < 40 && edit.new.length < 60);
}
