import type { Candidate } from './candidate.ts';
import type { Found } from './candidates.ts';
import type { Term, Terms } from './query-terms.ts';
import type { SymbolKind } from './symbol.ts';
import { joined, stemsOf } from './words.ts';

export interface Ranked {
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

/** The same order each time, whatever order the index gives. */
function byScore(a: Ranked, b: Ranked): number {
  const [one, other] = [a.candidate, b.candidate];
  const near = b.score - a.score || one.path.length - other.path.length;
  return near || (one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line);
}

/** What a name is worth each time it comes again. */
const AGAIN = 0.85;

/** The best first; of several with one name in one place (overloads) only the best. */
export function rank({ candidates, rarity }: Found, terms: Terms): Ranked[] {
  const weights = terms.words.map(term => term.weight * weightOf(term, rarity));
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const scored = candidates.map(candidate => ({
    candidate,
    score: scoreOf(
      candidate,
      terms,
      weights.map(weight => weight / whole),
    ),
  }));
  scored.sort(byScore);
  const varied = terms.nameOnly ? scored : vary(scored);
  const seen = new Set<string>();
  const files = new Set<string>();
  return varied.filter(({ candidate: { path, container, name, kind, line } }) => {
    // A file says nothing more once something in it was named.
    if (kind === 'file' && files.has(path)) return false;
    files.add(path);
    const key = `${path}\0${container}\0${name === '' ? `${kind}${line}` : name}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** One name in many files must not take all the places. */
function vary(scored: readonly Ranked[]): readonly Ranked[] {
  const times = new Map<string, number>();
  const varied = scored.map(({ candidate, score }) => {
    const before = candidate.name === '' ? 0 : (times.get(candidate.name) ?? 0);
    times.set(candidate.name, before + 1);
    return { candidate, score: score * AGAIN ** Math.min(before, 5) };
  });
  return varied.sort(byScore);
}

/** What occurs nowhere says nothing, but another word for it may. */
function weightOf({ stem, others }: Term, rarity: ReadonlyMap<string, number>): number {
  const own = rarity.get(stem) ?? 0;
  return own > 0 ? own : Math.max(0, ...others.map(other => (rarity.get(other) ?? 0) * 0.8));
}

function scoreOf(candidate: Candidate, terms: Terms, weights: readonly number[]): number {
  const { name, kind, container, path, signature, doc, local, weight, text } = candidate;
  const nameStems = keptStems(name);
  const plain = joined(name);
  const sentence = firstSentence(doc);
  // The best first: once a word is found, the rest is not even taken apart.
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
  // A sentence that says all of it at once is worth more than words from here and there.
  const own = covered + 0.55 * named * precise + 0.45 * described ** 2 + 0.35 * text + isSuch(kind, nameStems, terms);
  return (
    own * weight * KIND[kind] * (local ? 0.8 : 1) * (name.startsWith('_') ? 0.88 : 1) * (TEST.test(name) ? 0.7 : 1) +
    exactness(candidate, terms) * weight
  );
}

const TEST = /^(?:test_|test[A-Z]|Test[A-Z])/;

/** "An error when …", "an agent that …": what begins with a thing asks for a thing, and names end with what they are. */
const isSuch = (kind: SymbolKind, stems: readonly string[], { words }: Terms): number =>
  (kind === 'class' || kind === 'interface') && words.length > 1 && stems.at(-1) === words[0]!.stem ? 0.2 : 0;

const kept = new Map<string, readonly string[]>();
const MAX_KEPT = 20_000;

/** Names and paths come again with each question. */
function keptStems(text: string): readonly string[] {
  const known = kept.get(text);
  if (known) return known;
  if (kept.size > MAX_KEPT) kept.clear();
  const stems = stemsOf(text, { whole: false });
  kept.set(text, stems);
  return stems;
}

const firstSentence = (doc: string): string =>
  /^[\s\S]{0,200}?(?:[.!?](?=\s)|\n\s*\n|$)/.exec(doc)?.[0] ?? doc.slice(0, 200);

function fitOf({ stem, others }: Term, stems: readonly string[]): { fit: number; stem: string } {
  if (stems.includes(stem)) return { fit: 1, stem };
  const other = others.find(one => stems.includes(one));
  if (other !== undefined) return { fit: 0.6, stem: other };
  if (stem.length < 4) return { fit: 0, stem };
  const near = stems.find(one => one.length > 3 && (one.startsWith(stem) || stem.startsWith(one)));
  return near === undefined ? { fit: 0, stem } : { fit: 0.6, stem: near };
}

/** Names of many languages are written as one word: `copytree`, `getsource`. */
function fitOfName(term: Term, stems: readonly string[], plain: string): { fit: number; stem: string } {
  const found = fitOf(term, stems);
  if (found.fit >= 0.6) return found;
  if (isPartOf(term.part, plain) || isPartOf(term.stem, plain)) return { fit: 0.75, stem: stems[0]! };
  return term.others.some(other => isPartOf(other, plain)) ? { fit: 0.5, stem: stems[0]! } : found;
}

const isPartOf = (part: string, plain: string): boolean =>
  part.length > 3
    ? plain.includes(part)
    : part.length > 1 && (plain.startsWith(part) || plain.endsWith(part)) && part.length > 2;

/** A name that was asked for by name comes first. */
function exactness({ name, container, kind }: Candidate, { exact, whole, nameOnly }: Terms): number {
  if (kind === 'section' || kind === 'text' || kind === 'file') return 0;
  const most = nameOnly ? 4 : 1;
  const last = exact.at(-1);
  const inside =
    exact.length > 1 && last === name && exact.slice(0, -1).every(part => joined(container).includes(joined(part)));
  if (inside) return most * 1.5;
  if (exact.includes(name)) return nameOnly && exact.length > 1 && last !== name ? most * 0.5 : most;
  const plain = joined(name);
  if (whole.includes(plain)) return most * 0.75;
  const part = whole.find(one => one.length > 2 && plain.includes(one));
  return part === undefined ? 0 : most * 0.4 * (part.length / plain.length);
}
