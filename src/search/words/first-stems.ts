import { IDENTIFIER, type IdentifierStems, stemsOf, takeApartAnew } from './words.ts';

/** What was last read of a text, and room for it as UTF-8, which is at most three times as long. */
let bytes = Buffer.allocUnsafe(2 ** 16);

/** With the number of the text that had it last. */
interface SeenStem {
  readonly stem: string;
  seen: number;
}

interface KnownIdentifier {
  readonly hash: number;
  readonly identifier: string;
  readonly stems: readonly SeenStem[];
}

/** Code says the same identifiers again and again: those of late have a place by their hash, or one of the next. */
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

/** Each stem of a text once, in order, no more than `most`: how often code says a thing tells little. */
export function firstStems(text: string, most: number): string[] {
  if (bytes.length <= text.length * 3) bytes = Buffer.allocUnsafe(text.length * 4);
  const length = bytes.write(text);
  return length === text.length ? ofAscii(length, most) : [...new Set(stemsOf(text))].slice(0, most);
}

/** Most code is ASCII: its identifiers are found and known by their bytes, without a string for each of them. */
function ofAscii(length: number, most: number): string[] {
  // Two objects for one stem would be two stems.
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
