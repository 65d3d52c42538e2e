import type { Terms } from '../words/query-terms.ts';
import { stemsOf } from '../words/words.ts';
import type { Candidate } from './candidate.ts';
import { fitOf, sharesOf } from './fit.ts';

interface ToldSymbol {
  readonly name: string;
  readonly container: string | undefined;
  /** How well documents that fit the question tell of the symbol, from 0 to 1. */
  readonly told: number;
}

const CODE = /``?([^`\n]{2,80})``?/g;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*/u;
const LIKE_A_NAME =
  /(?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::|#))*[\p{L}\p{N}_$]*(?:[\p{Ll}\p{N}]\p{Lu}|\p{L}_\p{L}|\p{L}\()[\p{L}\p{N}_$]*/gu;
const CALL = /([\p{L}_$][\p{L}\p{N}_$.]*)\(/gu;
const MAX_NAMES = 8;

/** The names that a section speaks of, in three parts: in its heading, set as code in its text, called in examples. */
export function namesInSection(heading: string, text: string): string {
  const title = heading.replaceAll('`', ' ').trim();
  const inTitle = /^[.\w$:#]+(?:\(.*)?$/.test(title) ? [title] : (title.match(LIKE_A_NAME) ?? []);
  const start = text.slice(0, 1_500);
  const inText = Array.from(start.matchAll(CODE), ([, code]) => code!);
  const called = Array.from(start.matchAll(CALL), ([, name]) => name!);
  return `${clean(inTitle)} | ${clean(inText)} | ${clean(called)}`;
}

const clean = (names: readonly string[]): string =>
  [...new Set(names.map(name => NAME.exec(name)?.[0]).filter(name => name !== undefined && name.length > 2))]
    .slice(0, MAX_NAMES)
    .join(' ');

/** The worth of a name in each part: a heading names the subject of its section; the text also names other things. */
const WORTH = [0.9, 0.4, 0.25] as const;
const LEAST = 0.55;
const MOST_SECTIONS = 6;
const MOST_TOLD = 16;

/** The symbols that the sections which answer the question speak of. */
export function toldByDocuments(candidates: readonly Candidate[], terms: Terms, rarity: ReadonlyMap<string, number>) {
  if (terms.words.length < 2) return [];
  const shares = sharesOf(terms, rarity);
  const fitting = candidates
    .filter(({ kind }) => kind === 'section')
    .map(section => {
      const stems = [section.name, section.doc].flatMap(text => stemsOf(text, { whole: false }));
      return { section, fit: terms.words.reduce((sum, term, at) => sum + fitOf(term, stems).fit * shares[at]!, 0) };
    })
    .filter(({ fit }) => fit >= LEAST)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MOST_SECTIONS);
  const all = fitting.flatMap(({ section, fit }) => {
    const places = section.signature.split(' | ');
    return WORTH.flatMap((worth, at) => toldIn(places[at] ?? '', fit ** 2 * worth));
  });
  const seen = new Set<string>();
  return all
    .sort((a, b) => b.told - a.told)
    .filter(({ name, container }) => !seen.has(`${container}.${name}`) && seen.add(`${container}.${name}`))
    .slice(0, MOST_TOLD);
}

const toldIn = (names: string, told: number): ToldSymbol[] =>
  (names.match(/[^ ]+/g) ?? []).flatMap(path => {
    const parts = path.split(/\.|::|#/).filter(Boolean);
    const container = parts.at(-2);
    const own = { name: parts.at(-1) ?? '', container, told };
    return container === undefined ? [own] : [own, { name: container, container: undefined, told: told * 0.6 }];
  });
