import { randomFillSync } from 'node:crypto';

/** Random bytes are drawn in bulk: one draw an id would cost more than all stages of a small call. */
const pool = Buffer.allocUnsafe(4096);
let used = pool.length;
let lastTime = 0;
let counter = 0;

/** A new id: UUIDv7. Ids of one process sort in the order of their making; the rest is random. */
export function newId(): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    counter = pool.readUInt16BE(used) & 0x7ff;
  } else if (++counter > 0xfff) {
    // More than the counter holds within a millisecond: borrow from the next one.
    lastTime++;
    counter = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const tail = pool.toString('hex', used + 2, used + 10);
  used += 10;
  const variant = '89ab'[pool[used - 1]! & 3]!;
  const count = counter.toString(16).padStart(3, '0');
  // Joined, the text is flat: put together in a template it would keep its pieces, and very many ids may be held.
  return [time.slice(0, 8), time.slice(8), `7${count}`, `${variant}${tail.slice(1, 4)}`, tail.slice(4)].join('-');
}
