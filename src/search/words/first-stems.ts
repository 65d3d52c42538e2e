import { IDENTIFIER, type IdentifierStems, stemsOf, takeApartAnew } from './words.ts';

/** The last text as UTF-8, with room for a longer one; UTF-8 takes at most three bytes a unit. */
let bytes = Buffer.allocUnsafe(2 ** 16);

/** A stem with the number of the last text that had it. */
interface SeenStem {
  readonly stem: string;
  seen: number;
}

interface KnownIdentifier {
  readonly hash: number;
  readonly identifier: string;
  readonly stems: readonly SeenStem[];
}

/** Places for known identifiers, since code repeats them: each lies at the place of its hash, or at one of the next. */
const PLACES = 2 ** 16;
const NEXT = 4;
const MAX_STEMS = 50_000;
const places: (KnownIdentifier | undefined)[] = Array.from({ length: PLACES + NEXT }, () => undefined);
const seenStems = new Map<string, SeenStem>();
let texts = 0;

/** The letters, digits and signs of ASCII that identifiers are made of. */
const IN_IDENTIFIER = Uint8Array.from({ length: 256 }, (_, code) =>
  code < 128 && new RegExp(IDENTIFIER).test(String.fromCharCode(code)) ? 1 : 0,
);

/** Each stem of a text once, in order, and no more than `most`: how often code repeats a word tells little. */
export function firstStems(text: string, most: number): string[] {
  if (bytes.length <= text.length * 3) bytes = Buffer.allocUnsafe(text.length * 4);
  const length = bytes.write(text);
  return length === text.length ? ofAscii(length, most) : [...new Set(stemsOf(text))].slice(0, most);
}

/** The first stems of ASCII, as most code is: identifiers are found by their bytes, without a string for each. */
function ofAscii(length: number, most: number): string[] {
  // Both tables are emptied together: two objects for one stem would be two stems.
  if (seenStems.size > MAX_STEMS) {
    seenStems.clear();
    places.fill(undefined);
  }
  texts += 1;
  const found: string[] = [];
  for (let at = 0; at < length; at++) {
    const start = at;
    let hash = 0;
    for (; at < length && IN_IDENTIFIER[bytes[at]!] === 1; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    if (at === start) continue;
    for (const one of identifierAt(start, at, hash).stems) {
      if (one.seen === texts) continue;
      if (found.length >= most) return found;
      one.seen = texts;
      found.push(one.stem);
    }
  }
  return found;
}

function identifierAt(start: number, end: number, hash: number): KnownIdentifier {
  const place = (hash ^ (hash >>> 16)) & (PLACES - 1);
  let free = place + (texts % NEXT);
  for (let at = place; at < place + NEXT; at++) {
    const known = places[at];
    if (known?.hash === hash && isAt(start, end, known.identifier)) return known;
    if (known === undefined) free = at;
  }
  const identifier = bytes.toString('latin1', start, end);
  const known = { hash, identifier, stems: stemsOnce(takeApartAnew(identifier)) };
  places[free] = known;
  return known;
}

function isAt(start: number, end: number, identifier: string): boolean {
  if (identifier.length !== end - start) return false;
  for (let at = start; at < end; at++) if (bytes[at] !== identifier.charCodeAt(at - start)) return false;
  return true;
}

const stemsOnce = ({ parts, whole }: IdentifierStems): readonly SeenStem[] =>
  (whole === undefined ? parts : [...parts, whole]).map(stem => {
    const known = seenStems.get(stem) ?? { stem, seen: 0 };
    seenStems.set(stem, known);
    return known;
  });
