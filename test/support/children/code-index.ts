import { openCodeIndex } from '../../../src/search/open-code-index.ts';

// A process that builds an index, and asks it for a name; without one it waits until it is killed.
const [root, folder, name] = process.argv.slice(2) as [string, string, string?];
const index = await openCodeIndex({ root, folder });
if (name === undefined) setInterval(() => {}, 1_000);
await index.settled();
if (name !== undefined) {
  const { hits, state } = await index.search({ text: name, limit: 5 });
  process.stdout.write(JSON.stringify({ symbols: hits.map(hit => hit.symbol), state }));
  await index.close();
}
