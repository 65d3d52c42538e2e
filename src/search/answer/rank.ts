import { keepResults } from '../keep-results.ts';
import type { SymbolKind } from '../symbol.ts';
import type { Term, Terms } from '../words/query-terms.ts';
import { joinIdentifier, stemsOf, stemsOfName } from '../words/words.ts';
import type { Candidate } from './candidate.ts';
import type { CandidateSet } from './candidates.ts';
import { fitOf, sharesOf } from './fit.ts';

export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly score: number;
}

const KIND: Readonly<Record<SymbolKind, number>> = {
  function: 1,
  method: 1,
  class: 1,
  interface: 0.97,
  type: 0.95,
  enum: 0.95,
  constant: 0.82,
  module: 0.85,
  section: 0.75,
  file: 0.8,
  text: 0.6,
};

/** Orders by score, and always the same way, whatever order the index gives. */
const byScore = (
  { candidate: one, score }: RankedCandidate,
  { candidate: other, score: otherScore }: RankedCandidate,
) =>
  otherScore - score ||
  one.path.length - other.path.length ||
  (one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line);

/** The factor for a name each time it comes again. */
const AGAIN = 0.85;
/** The factor for the same name in the same class, as in a file of declarations. */
const SAME = 0.7;
const DEFINITIONS = 3;

/** Ranks candidates, the best first; of several with one name in one place (overloads) only the best stays. */
export function rank({ candidates, rarity }: CandidateSet, terms: Terms): RankedCandidate[] {
  const shares = sharesOf(terms, rarity);
  const scored = likeliest(candidates, terms, shares)
    .map(candidate => ({ candidate, score: scoreOf(candidate, terms, shares) }))
    .sort(byScore);
  const varied = terms.nameOnly ? scored : vary(scored);
  const seen = new Set<string>();
  const files = new Set<string>();
  const once = varied.filter(({ candidate: { path, container, name, kind, line } }) => {
    // A file says nothing more once a symbol in it was named.
    if (kind === 'file' && files.has(path)) return false;
    files.add(path);
    const key = `${path}\0${container}\0${name === '' ? `${kind}${line}` : name}`;
    return !seen.has(key) && seen.add(key);
  });
  return terms.nameOnly ? once : [...definitionsFirst(once)];
}

const CLOSELY = 160;

/** Candidates that may come first, chosen by a look that costs little. */
function likeliest(candidates: readonly Candidate[], terms: Terms, shares: readonly number[]): readonly Candidate[] {
  if (candidates.length <= CLOSELY) return candidates;
  const guess = (candidate: Candidate): number => {
    const { name, doc, container, signature, weight, text, told } = candidate;
    const stems = keptNameStems(name);
    const plain = joinIdentifier(name);
    const said = doc.toLowerCase();
    const around = `${container} ${signature}`.toLowerCase();
    let sum = 0.35 * text + told + exactness(candidate, terms);
    for (const [at, term] of terms.words.entries()) {
      const named = fitOfName(term, stems, plain).fit;
      const fit = named > 0 ? named : said.includes(term.stem) ? 0.7 : around.includes(term.stem) ? 0.4 : 0;
      sum += fit * shares[at]!;
    }
    return sum * weight;
  };
  return candidates
    .map(candidate => ({ candidate, guess: guess(candidate) }))
    .sort((a, b) => b.guess - a.guess)
    .slice(0, CLOSELY)
    .map(({ candidate }) => candidate);
}

/** Lowers repeated names: one name must not take all places, least of all the same thing declared again. */
function vary(scored: readonly RankedCandidate[]): readonly RankedCandidate[] {
  const times = new Map<string, number>();
  const again = (key: string): number => {
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    return Math.min(before, 5);
  };
  return scored
    .map(({ candidate, score }) => {
      const { name, container } = candidate;
      if (name === '') return { candidate, score };
      return { candidate, score: score * AGAIN ** again(name) * SAME ** again(`${container}\0${name}`) };
    })
    .sort(byScore);
}

/** Puts definitions first, since people ask for them: only one document stands before the third definition. */
function definitionsFirst(ranked: readonly RankedCandidate[]): readonly RankedCandidate[] {
  const isDefinition = ({ candidate: { kind } }: RankedCandidate) =>
    kind !== 'section' && kind !== 'text' && kind !== 'file';
  const third = ranked.filter(isDefinition)[DEFINITIONS - 1];
  const until = third ? ranked.indexOf(third) : -1;
  const before = ranked.slice(0, until);
  const documents = before.filter(one => !isDefinition(one));
  if (documents.length < 2) return ranked;
  const late = new Set(documents.slice(1));
  const kept = ranked.filter(one => !late.has(one));
  return [...kept.slice(0, DEFINITIONS + 1), ...late, ...kept.slice(DEFINITIONS + 1)];
}

function scoreOf(candidate: Candidate, terms: Terms, weights: readonly number[]): number {
  const { name, kind, container, path, signature, doc, local, weight, text, told } = candidate;
  const nameStems = keptNameStems(name);
  const plain = joinIdentifier(name);
  const sentence = firstSentence(doc);
  // The fields stand in order of worth: once a word is found, the rest are not even taken apart.
  const fields: readonly { readonly text: string; readonly worth: number; stems?: readonly string[] }[] = [
    { text: container, worth: 0.6 },
    { text: doc.slice(sentence.length), worth: 0.5 },
    { text: path, worth: 0.45, stems: keptStems(path) },
    { text: signature, worth: 0.45 },
  ];
  const sentenceStems = stemsOf(sentence, { whole: false });
  const inName = new Set<string>();
  let covered = 0;
  let named = 0;
  let described = 0;
  for (const [index, term] of terms.words.entries()) {
    const share = weights[index]!;
    const byName = fitOfName(term, nameStems, plain);
    const bySentence = sentenceStems.length === 0 ? 0 : fitOf(term, sentenceStems).fit;
    if (byName.fit > 0) inName.add(byName.stem);
    named += byName.fit * share;
    described += bySentence * share;
    let best = Math.max(byName.fit, bySentence * 0.72);
    for (const field of fields) {
      if (best >= field.worth) break;
      if (field.text === '') continue;
      field.stems ??= stemsOf(field.text, { whole: false });
      best = Math.max(best, fitOf(term, field.stems).fit * field.worth);
    }
    covered += best * share;
  }
  const precise = nameStems.length === 0 ? 0 : inName.size / new Set(nameStems).size;
  // A sentence that holds the whole question is worth more than words from here and there.
  const own = covered + 0.55 * named * precise + 0.45 * described ** 2 + 0.35 * text + isSuch(kind, nameStems, terms);
  return (
    own * weight * KIND[kind] * (local ? 0.8 : 1) * (name.startsWith('_') ? 0.88 : 1) * (TEST.test(name) ? 0.7 : 1) +
    (exactness(candidate, terms) + told) * weight
  );
}

const TEST = /^(?:test_|test[A-Z]|Test[A-Z])/;

/** The bonus of a type whose name ends with what the question begins with: "an error when …", "an agent that …". */
const isSuch = (kind: SymbolKind, stems: readonly string[], { words }: Terms): number =>
  (kind === 'class' || kind === 'interface') && words.length > 1 && stems.at(-1) === words[0]!.stem ? 0.2 : 0;

const MAX_KEPT = 20_000;

/** The stems of names and paths, which come again with each question. */
const keptNameStems = keepResults<readonly string[]>(MAX_KEPT, stemsOfName);
const keptStems = keepResults<readonly string[]>(MAX_KEPT, text => stemsOf(text, { whole: false }));

const firstSentence = (doc: string) => /^[\s\S]{0,200}?(?:[.!?](?=\s)|\n\s*\n|$)/.exec(doc)?.[0] ?? doc.slice(0, 200);

const OPENS = 0.4;

/** How well a word fits a name. Many languages write names as one word: `copytree`, `getsource`. */
function fitOfName(term: Term, stems: readonly string[], plain: string): { fit: number; stem: string } {
  const found = fitOf(term, stems);
  if (found.fit >= 0.6) return found;
  if (isPartOf(term.part, plain) || isPartOf(term.stem, plain)) return { fit: 0.75, stem: stems[0]! };
  if (term.others.some(other => isPartOf(other, plain))) return { fit: 0.5, stem: stems[0]! };
  return found.fit < OPENS && stems.length > 1 && term.opening.has(stems[0]!) ? { fit: OPENS, stem: stems[0]! } : found;
}

const isPartOf = (part: string, plain: string): boolean =>
  part.length > 3 ? plain.includes(part) : part.length === 3 && (plain.startsWith(part) || plain.endsWith(part));

/** The bonus for a candidate that was asked for by its name: it comes first. */
function exactness({ name, path, container, kind }: Candidate, { exact, whole, nameOnly, path: asked }: Terms): number {
  if (kind === 'file' && asked !== undefined) {
    const [whole, part] = [`/${path}`.toLowerCase(), `/${asked.toLowerCase()}`];
    return whole.endsWith(part) ? 8 : whole.includes(`${part}/`) ? 3 : 0;
  }
  if (kind === 'section' || kind === 'text' || kind === 'file') return 0;
  const most = nameOnly ? 4 : 1;
  const last = exact.at(-1);
  const inside =
    exact.length > 1 &&
    last === name &&
    exact.slice(0, -1).every(part => joinIdentifier(container).includes(joinIdentifier(part)));
  if (inside) return most * 1.5;
  if (exact.includes(name)) return nameOnly && exact.length > 1 && last !== name ? most * 0.5 : most;
  const plain = joinIdentifier(name);
  if (whole.includes(plain)) return most * 0.75;
  const part = whole.find(one => one.length > 2 && plain.includes(one));
  return part === undefined ? 0 : most * 0.4 * (part.length / plain.length);
}
