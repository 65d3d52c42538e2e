import { fillRandomly } from './crypto/random-bytes.ts';

/** Random bytes are drawn in bulk: one draw an id would cost more than all stages of a small call. */
const pool = Buffer.allocUnsafe(4096);
let used = pool.length;
let lastTime = 0;
let counter = 0;

/** The bytes of an id, read as a whole: a text put together would keep its pieces, and very many ids may be held. */
const text = Buffer.from('00000000-0000-7000-8000-000000000000', 'latin1');
const DIGITS = Buffer.from('0123456789abcdef', 'latin1');
/** The places of the bytes that are random; the first of them holds the variant. */
const RANDOM = [19, 21, 24, 26, 28, 30, 32, 34] as const;

/** A new id: UUIDv7. Ids of one process sort in the order of their making; the rest is random. */
export function newId(now = Date.now()): string {
  fill(10);
  if (now > lastTime) {
    writeTime(now);
    counter = pool.readUInt16BE(used) & 0x7ff;
  } else if (++counter > 0xfff) {
    // The counter is used up within the millisecond: borrow from the next one.
    writeTime(lastTime + 1);
    counter = 0;
  }
  text[15] = DIGITS[counter >> 8]!;
  writeByte(16, counter & 0xff);
  used += 2;
  for (const at of RANDOM) writeByte(at, pool[used++]!);
  text[19] = DIGITS[8 | (pool[used - 1]! & 3)]!;
  return text.toString('latin1');
}

/** Random bytes as hex, which nobody can guess. */
export function newHex(bytes: number): string {
  fill(bytes);
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** Makes sure that so many bytes of the pool are still unused. */
function fill(bytes: number): void {
  if (used + bytes <= pool.length) return;
  fillRandomly(pool);
  used = 0;
}

function writeTime(time: number): void {
  lastTime = time;
  const digits = time.toString(16).padStart(12, '0');
  text.write(digits.slice(0, 8), 0, 'latin1');
  text.write(digits.slice(8), 9, 'latin1');
}

function writeByte(at: number, byte: number): void {
  text[at] = DIGITS[byte >> 4]!;
  text[at + 1] = DIGITS[byte & 15]!;
}
