import { alike, OPENING } from './vocabulary.ts';
import { joinIdentifier, splitIdentifier, stem } from './words.ts';

/** A word of a question, with other words that may stand for it. */
export interface Term {
  readonly stem: string;
  /** The word as it was written, in small letters. */
  readonly part: string;
  /** How much the word tells, from 0 to 1. */
  readonly weight: number;
  readonly others: readonly string[];
  /** The beginnings of names that do what the word says: `from` where the word is `parse`. */
  readonly opening: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export interface Terms {
  readonly words: readonly Term[];
  /** Identifiers, each as a whole and in small letters. */
  readonly whole: readonly string[];
  /** Identifiers, as they were written. */
  readonly exact: readonly string[];
  /** Whether the question is nothing but a name. */
  readonly nameOnly: boolean;
  /** The question itself, where it is nothing but the end of a path. */
  readonly path: string | undefined;
}

const MAX_CHARS = 2_000;
const MAX_WORDS = 24;

const STOP = new Set(
  `a an the of in on at to for from by with into onto and or nor is are was were be been being am do does did done doing
  where what which who whom whose when why how that this these those it its there here can could should would will shall
  may might must have has had i we you they he she me my our your their them us please so as if then than also about want
  need needs let lets happen happens happening`.split(/\s+/),
);
/** Words that tell little: in questions they stand for anything, in names for something. */
const WEAK = new Set(
  `code function functions method methods class classes file files get gets find finds show look use used uses using
  implement implemented implementation implements define defined definition defines place handled handles logic work works
  thing things way one ones two any some all each every no not without several particular certain specific specified given
  whole entire everything anything something another other same different later after before while until once during between
  whether only just own multiple various current currently again out off over under up down more most less first last
  symbol return returns returned make makes made take takes put set sets tell give gives like new old way ways kind kinds
  based according such own itself themselves called`.split(/\s+/),
);
const WEAK_WEIGHT = 0.35;

/** The words that a question asks for. Whatever the question holds, only words come out. */
export function toTerms(question: string): Terms {
  const text = question.slice(0, MAX_CHARS);
  const identifiers = text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const parts = identifiers.flatMap(splitIdentifier);
  const telling = parts.filter(part => !STOP.has(part));
  const words = new Map<string, Term>();
  for (const part of telling.length > 0 ? telling : parts) {
    const own = stem(part);
    const weight = WEAK.has(part) ? WEAK_WEIGHT : 1;
    if (words.size >= MAX_WORDS || (words.get(own)?.weight ?? 0) >= weight) continue;
    words.set(own, { stem: own, part, weight, others: [], opening: NONE });
  }
  const named = identifiers.filter(looksLikeName);
  const nameOnly = identifiers.length > 0 && /^[\s`'"]*[\w$.:#/-]+(?:\(\))?[\s`'"]*$/.test(text);
  const exact = [...new Set(nameOnly ? identifiers : named)].slice(0, MAX_WORDS);
  return {
    words: [...words.values()].map(word => ({
      ...word,
      others: [...(alike.get(word.stem) ?? [])].filter(other => !words.has(other)),
      opening: OPENING.get(word.stem) ?? NONE,
    })),
    whole: [...new Set(exact.map(joinIdentifier))],
    exact,
    nameOnly,
    path: pathIn(text),
  };
}

/** The path that a text is: `src/foo/bar.ts`, `./lib`, `bar.ts`; not a question or `Class.method`. */
function pathIn(text: string): string | undefined {
  const path = text
    .trim()
    .replace(/^[`'"]+|[`'"]+$/g, '')
    .replace(/^(?:\.?\/)+|\/+$/g, '');
  if (!/^[^\s*?:]{3,300}$/.test(path)) return undefined;
  return path.includes('/') || /\.(?:[a-z]{1,4}|markdown)$/.test(path) ? path : undefined;
}

/** Whether nobody writes a word in plain prose: `retryDelay`, `retry_delay`, `HTTPServer`, `MAX_SIZE`. */
const looksLikeName = (word: string): boolean =>
  word.length > 2 && (/[a-z\d][A-Z]/.test(word) || /[^_]_[^_]/.test(word) || /^[A-Z][A-Z\d]*_[A-Z\d_]+$/.test(word));
