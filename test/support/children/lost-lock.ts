// Writes to a store, says its pid, waits for a word, and tells how long each of some more writes took:
// node lost-lock.child.ts FILE
import { readSync, writeSync } from 'node:fs';
import { openStore } from '../../../src/store/open-store.ts';

const store = await openStore({ kind: 'sqlite', file: process.argv[2]! });
await store.state.set('name', 0, { durable: true });
writeSync(1, `${process.pid}\n`);
readSync(0, Buffer.alloc(1));
const said: unknown[] = [];
for (let round = 1; round <= 3; round++) {
  const begun = performance.now();
  const failed = await store.state.set('name', round, { durable: true }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  said.push({ took: performance.now() - begun, ...(failed === undefined ? {} : { failed }) });
}
writeSync(1, JSON.stringify({ said, value: await store.state.get('name').catch(() => 'unknown') }));
await store.close().catch(() => {});
