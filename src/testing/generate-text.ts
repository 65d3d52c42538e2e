import { exampleOf } from '../schema/example/example.ts';
import { patternSample } from '../schema/example/pattern-sample.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { between, chance, pick, type Random } from './seeded-random.ts';

/** Names and texts that exist, so that generated calls meet something. */
export interface TextVocabulary {
  /** Workspace-relative paths of files and folders that exist. */
  readonly paths?: readonly string[];
  /** Pieces of text that stand in files. */
  readonly texts?: readonly string[];
}

/** Texts that are odd and do no harm, whatever a tool does with them. */
const ODD: readonly string[] = [
  '',
  ' ',
  'a',
  '0',
  '-1',
  'null',
  'constructor',
  '__proto__',
  'hello world',
  'two\nlines\n',
  'tab\tand\r\nreturn',
  'grün, 日本語 und 🎈',
  'e\u0301',
  '\u202eabc',
  '\ud83d',
  'a\u0000b',
  '"double" \'single\' `tick`',
  '$HOME $(true) %s \\n',
  '{"a": [1]}',
  '<b>&amp;</b>',
  'x'.repeat(5000),
];
const PATTERNS: readonly string[] = '* **/* *.ts src/** [a-z]+ {a,b}* ( [ ^$ . \\ !x'.split(' ');
const FREE_NAMES: readonly string[] = ['new.txt', 'a', 'neu ü.md', '.hidden', '日本/x.txt', 'x'.repeat(300)];
/** Paths outside of the workspace, where a tool that does go there does no harm. */
const OUTSIDE: readonly string[] = ['../outside.txt', 'missing/../../outside.txt'];

const PATH_WORDS = new Set(
  'path file filename dir directory folder cwd root from to src dest source destination target'.split(' '),
);
const PATTERN_WORDS = new Set(['pattern', 'glob', 'regex', 'regexp', 'query', 'include', 'exclude']);

/** A text for a parameter, whose name tells what it is for; the caller checks that the schema takes it. */
export function generateText(
  { flat, name }: { flat: JsonSchema; name: string },
  random: Random,
  vocabulary: TextVocabulary,
): string {
  const formed = ofGivenForm(flat, random);
  if (formed !== undefined) return formed;
  const word = lastWord(name);
  if (PATH_WORDS.has(word) && chance(random, 0.9)) return fit(somePath(random, vocabulary), flat);
  if (PATTERN_WORDS.has(word) && chance(random, 0.5)) return fit(pick(random, PATTERNS), flat);
  const { texts = [] } = vocabulary;
  return fit(texts.length > 0 && chance(random, 0.5) ? pick(random, texts) : pick(random, ODD), flat);
}

/** A text of the form that a format or a pattern asks for. */
function ofGivenForm(flat: JsonSchema, random: Random): string | undefined {
  if (typeof flat.pattern === 'string') {
    const sample = patternSample(flat.pattern, between(random, 0, 8));
    if (sample !== undefined) return sample;
  }
  if (flat.pattern === undefined && flat.format === undefined) return undefined;
  const example = exampleOf({ type: 'string', ...flat });
  return typeof example === 'string' ? example : undefined;
}

function somePath(random: Random, { paths = [] }: TextVocabulary): string {
  const free = pick(random, FREE_NAMES);
  const dice = random();
  if (dice < 0.55 && paths.length > 0) return pick(random, paths);
  if (dice < 0.65) return free;
  if (dice < 0.75) return `missing/folder/${free}`;
  if (dice < 0.8 && paths.length > 0) return `${pick(random, paths)}/${free}`;
  if (dice < 0.85 && paths.length > 0) return `./${pick(random, paths)}/`;
  if (dice < 0.9) return '.';
  return dice < 0.94 ? pick(random, OUTSIDE) : pick(random, ODD);
}

/** The last word of a name: `sourcePath` and `old_paths` end in `path`. */
function lastWord(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^a-zA-Z\d]+/);
  return (words.filter(Boolean).at(-1) ?? '').toLowerCase().replace(/(?<=[a-z]{2})s$/, '');
}

/** The text made neither longer nor shorter than allowed, counted as schemas count. */
function fit(text: string, { minLength, maxLength }: JsonSchema): string {
  const characters = Array.from(text);
  const least = Math.min(Number(minLength ?? 0), 100_000);
  if (characters.length < least) return text + 'x'.repeat(least - characters.length);
  const most = Number(maxLength ?? Number.POSITIVE_INFINITY);
  return characters.length > most ? characters.slice(0, most).join('') : text;
}
