import { type ParseError, parse } from 'jsonc-parser';
import { CATEGORIES, type QAFinding, SEVERITIES } from './report.ts';

export interface ReadAnswer {
  readonly findings: readonly QAFinding[];
  readonly summary: string;
  /** Whether the answer was in the form asked for, was cut behind some findings, or is mere text. */
  readonly form: 'whole' | 'part' | 'text';
  /** The number of findings whose severity, category or description cannot be told. */
  readonly dropped: number;
}

const MOST_FINDINGS = 200;
const LONGEST = 2_000;
const LONGEST_SUMMARY = 8_000;
/** The most characters of an answer; a longer text is none. */
const LONGEST_ANSWER = 200_000;

/** The answer of a model, as far as it can be understood; anything else is a summary in its own words. */
export function readAnswer(said: string): ReadAnswer {
  const text = said.slice(0, LONGEST_ANSWER);
  const answer = findObject(text);
  const inner = answer && reportIn(answer);
  if (inner) return toAnswer(inner.findings, { summary: plain(inner.summary, LONGEST_SUMMARY), form: 'whole' });
  // These are the findings of a list alone, or of the part before the cut.
  const loose = objectsIn(text).flatMap(({ value }) => ('severity' in value ? [value] : []));
  if (loose.length > 0) {
    const summary = /"summary"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
    const form = summary === undefined && isList(text) ? 'whole' : 'part';
    return toAnswer(loose, { summary: summary ? plain(parsedText(summary), LONGEST_SUMMARY) : '', form });
  }
  return { findings: [], summary: plain(withoutFences(text), LONGEST_SUMMARY), form: 'text', dropped: 0 };
}

/** Whether the objects stand in a list that has its end. */
const isList = (text: string): boolean =>
  text[text.search(/[[{]/)] === '[' && text.lastIndexOf(']') > text.lastIndexOf('}');

type Report = Readonly<{ findings: readonly unknown[]; summary: unknown }>;

/** The report in an answer: some models put it below a key of their own. */
function reportIn(answer: Readonly<Record<string, unknown>>): Report | undefined {
  const { findings, issues, summary } = answer;
  const list = Array.isArray(findings) ? findings : Array.isArray(issues) ? issues : undefined;
  if (list) return { findings: list, summary };
  const values = Object.values(answer);
  const [only] = values;
  if (values.length === 1 && isRecord(only)) return reportIn(only);
  return typeof summary === 'string' && !('severity' in answer) ? { findings: [], summary } : undefined;
}

function toAnswer(list: readonly unknown[], { summary, form }: Pick<ReadAnswer, 'summary' | 'form'>): ReadAnswer {
  const read = list.slice(0, MOST_FINDINGS).map(toFinding);
  const findings = read.filter(finding => finding !== undefined);
  const said = summary || (findings.length === 0 ? 'Nothing was found.' : 'The model gave no summary.');
  return { findings, summary: said, form, dropped: list.length - findings.length };
}

function toFinding(given: unknown): QAFinding | undefined {
  if (!isRecord(given)) return undefined;
  const severity = wordOf(given.severity, SEVERITY_WORDS);
  const category = wordOf(given.category, CATEGORY_WORDS);
  const description = plain(given.description, LONGEST);
  if (!severity || !category || description === '') return undefined;
  const location = plain(given.location, LONGEST);
  const suggestion = plain(given.suggestion ?? given.recommendation, LONGEST);
  return { severity, category, description, ...(location ? { location } : {}), suggestion };
}

/** Words that models use in the place of those they were given. Other words are not guessed at. */
const SEVERITY_WORDS = words(SEVERITIES, {
  critical: ['blocker', 'severe', 'fatal'],
  major: ['high', 'serious', 'important'],
  minor: ['medium', 'moderate', 'low', 'trivial', 'warning'],
  suggestion: ['info', 'informational', 'note', 'nit', 'enhancement', 'improvement'],
});

const CATEGORY_WORDS = words(CATEGORIES, {
  layout: ['alignment', 'spacing', 'responsive', 'responsiveness', 'overflow'],
  accessibility: ['a11y', 'contrast', 'color contrast', 'colour contrast'],
  consistency: ['style', 'styling', 'visual consistency', 'typography', 'branding'],
  ux: ['usability', 'user experience', 'navigation', 'interaction'],
  content: ['copy', 'text', 'wording', 'typo', 'grammar'],
});

function words<W extends string>(known: readonly W[], others: Readonly<Record<W, readonly string[]>>) {
  return new Map<string, W>(known.flatMap(word => [word, ...others[word]].map(each => [each, word] as const)));
}

const wordOf = <W>(given: unknown, known: ReadonlyMap<string, W>): W | undefined =>
  typeof given === 'string' ? known.get(given.trim().toLowerCase().replace(/[-_]+/g, ' ')) : undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Control characters, which a model must not send to a terminal. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that only says something, of a bearable length. */
function plain(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const text = value.replace(CONTROLS, '').trim();
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

const withoutFences = (text: string): string => text.replace(/^\s*```\w*\n([\s\S]*?)\n?```\s*$/, '$1');

function parsedText(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return '';
  }
}

/** The JSON object of an answer: alone, in a fence, or among other words. Undefined where none is whole. */
const findObject = (text: string): FoundObject['value'] | undefined =>
  objectsIn(text).toSorted((a, b) => b.length - a.length)[0]?.value;

/** An object, and its length in characters. */
type FoundObject = Readonly<{ value: Readonly<Record<string, unknown>>; length: number }>;

/** The most letters to follow in all: each brace may begin an object, and is followed to the object's end. */
const MOST_LETTERS = 4_000_000;

/** The whole objects of a text, the outermost ones, from the left. A text that was cut gives those before the cut. */
function objectsIn(text: string): readonly FoundObject[] {
  const found: FoundObject[] = [];
  let looked = 0;
  for (let at = text.indexOf('{'); at >= 0 && looked < MOST_LETTERS; ) {
    const end = endOfObject(text, at);
    const value = end < 0 ? undefined : parsed(text.slice(at, end));
    if (value) found.push({ value, length: end - at });
    looked += (end < 0 ? text.length : end) - at;
    at = text.indexOf('{', value ? end : at + 1);
  }
  return found;
}

/** The place behind the brace that closes the one at `from`; -1 where no brace does. */
function endOfObject(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === '\\') at++;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === '/') at = endOfComment(text, at);
    else if (letter === '{') depth++;
    else if (letter === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

/** The last letter of the comment that begins at `at`; `at` itself where none begins. */
function endOfComment(text: string, at: number): number {
  const [mark, length] = text[at + 1] === '/' ? ['\n', 1] : text[at + 1] === '*' ? ['*/', 2] : [undefined, 0];
  if (mark === undefined) return at;
  const end = text.indexOf(mark, at + 2);
  return end < 0 ? text.length : end + length - 1;
}

/** The value of JSON, which models also write as people do: with comments, and with commas at the end of lists. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return parsedLoosely(text);
  }
}

function parsedLoosely(text: string): Readonly<Record<string, unknown>> | undefined {
  const errors: ParseError[] = [];
  try {
    const value = parse(text, errors, { allowTrailingComma: true }) as Readonly<Record<string, unknown>>;
    return errors.length === 0 ? value : undefined;
  } catch {
    // The text is nested deeper than the stack.
    return undefined;
  }
}
