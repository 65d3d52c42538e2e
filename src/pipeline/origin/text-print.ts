import { isAddress } from './addresses.ts';
import { toNormal } from './normal-text.ts';

/**
 * The print by which parts of a text of others are known again: numbers made of its words, not the text. Two texts may
 * give the same number; then a person is asked once too often.
 */
export interface TextPrint {
  readonly words: ReadonlySet<number>;
  readonly threes: ReadonlySet<number>;
  /** The words that stand among other words, not alone in a field. Also pairs of words beside each other. */
  readonly prose: ReadonlySet<number>;
}

/** The fewest words in a row that tell where a text is from. */
export const TELLING = 6;

export function printText(texts: Iterable<string>): TextPrint {
  const words = new Set<number>();
  const threes = new Set<number>();
  const prose = new Set<number>();
  for (const text of texts) {
    const all = wordsIn(text);
    for (const word of all) words.add(hash(word));
    if (all.length >= TELLING && !isOneValue(text)) addSpoken(text, prose);
    for (const three of threesOf(all)) threes.add(three);
  }
  return { words, threes, prose };
}

/** Whether the print of a text of others holds a wanted text, which is taken apart once for any number of prints. */
type PrintTest = (print: TextPrint) => boolean;

/** Whether all words of a value stand in sentences of the other text; `10` does not stand there in `10:30`. */
export function speaksOf(value: string): PrintTest {
  const { words, inFigures } = splitFigures(value);
  if (words.length + inFigures.length === 0) return () => false;
  const plain = words.map(hash);
  const figures = inFigures.map(word => [hash(word), hash(inFigure(word))]);
  return ({ prose }) =>
    plain.every(word => prose.has(word)) && figures.every(spellings => spellings.some(word => prose.has(word)));
}

function addSpoken(text: string, prose: Set<number>): void {
  const { words, inFigures } = splitFigures(text);
  for (const word of [...words, ...inFigures.map(inFigure)]) prose.add(hash(word));
  for (const [, word, next] of toNormal(text).matchAll(BESIDE)) prose.add(hash(`${word} ${next}`));
}

/** Two words of some length that only a blank or a sign inside of a name divides. */
const BESIDE = /(?<![\p{L}\p{N}])([\p{L}\p{N}]{4,})[^\p{L}\p{N}.,:;!?](?=([\p{L}\p{N}]{4,}))/gu;

/** Whether two words of four letters or more stand beside each other in a sentence of the other text. */
export function hasBeside(word: string, next: string): PrintTest {
  const pair = hash(`${word} ${next}`);
  return ({ prose }) => prose.has(pair);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The day in `June 11`, but not the 11 in `file 11 may be deleted`: a number after a month is its day, and no word. */
const DAY_AFTER =
  /(?<!\p{L})(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? \d{1,2}(?:st|nd|rd|th)?(?![\p{L}\p{N}])/gu;

/** Days, times and amounts: their parts are no words of a sentence, and no numbers of records. */
const FIGURE =
  /(?<![\p{L}\p{N}.:/-])(?:\d{4}-\d\d-\d\d(?:t\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)?)?|\d{1,2}([./])\d{1,2}\1\d{2,4}|\d{1,2}:\d\d(?::\d\d)?|\d+\.\d\d)(?![\p{L}\p{N}]|[.:/-]\p{N})/gu;

function splitFigures(text: string): { readonly words: readonly string[]; readonly inFigures: readonly string[] } {
  const normal = toNormal(withoutPlaces(text));
  const figures = normal.match(FIGURE) ?? [];
  const days = [...normal.matchAll(DAY)];
  return {
    words: wordsIn(normal.replace(FIGURE, ' ').replace(DAY_AFTER, '$1')),
    inFigures: [...figures.flatMap(figure => figure.match(/\d+/g) ?? []), ...days.flatMap(figuresOfDay)],
  };
}

/** A text without the numbers that count the lines of a list in it: 1, 2, 3, and not 13 alone. */
function withoutPlaces(text: string): string {
  let place = 0;
  return text.replace(/^([^\S\n]*)(\d{1,3})(?=[.)][^\S\n]+\S)/gm, (marked, blanks, number) => {
    if (Number(number) !== 1 && Number(number) !== place + 1) return marked;
    place = Number(number);
    return blanks;
  });
}

/** A day as people write it: May 19th, 3 June 2026. */
const DAY = new RegExp(
  String.raw`(?<!\p{L})(?:(?<before>\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?)?(?<month>${MONTHS.join('|')})[a-z]*\.?(?: (?<after>\d{1,2})(?!\d)(?:st|nd|rd|th)?)?`,
  'gu',
);

/** The figures of such a day in `2026-05-19`. */
function figuresOfDay({ groups }: RegExpExecArray): readonly string[] {
  const { before, month = '', after } = groups ?? {};
  const days = [before, after].flatMap(day => (day === undefined ? [] : [day.padStart(2, '0')]));
  return days.length === 0 ? [] : [String(MONTHS.indexOf(month) + 1).padStart(2, '0'), ...days];
}

/** A word as part of a figure: the colon sets it apart, for no word has one. */
const inFigure = (word: string): string => `:${word}`;

/** Whether a text is one value though it has many parts: an address, a number, or a time. */
const isOneValue = (text: string): boolean =>
  splitFigures(text).words.length === 0 || (/^(?:\S{1,2000}|[\d\s()+./-]{1,64})$/.test(text.trim()) && isAddress(text));

/** Whether a text stands in the other as a whole, or shares some words in a row with it. */
export function sharesText(text: string): PrintTest {
  const own = wordsIn(text);
  if (own.length === 0) return () => false;
  if (own.length < 3) {
    const few = own.map(hash);
    return ({ words }) => few.every(word => words.has(word));
  }
  const ownThrees = threesOf(own);
  return ({ threes }) => {
    let row = 0;
    let whole = true;
    for (const three of ownThrees) {
      row = threes.has(three) ? row + 1 : 0;
      if (row >= TELLING - 2) return true;
      whole &&= row > 0;
    }
    return whole;
  };
}

export const wordsIn = (text: string): readonly string[] => toNormal(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const threesOf = (words: readonly string[]): readonly number[] =>
  words.slice(2).map((word, index) => hash(`${words[index]} ${words[index + 1]} ${word}`));

/** A hash: FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
