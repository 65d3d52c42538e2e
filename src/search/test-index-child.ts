import { openCodeIndex } from './open-code-index.ts';

// A process that builds an index and is killed meanwhile.
const [root, folder] = process.argv.slice(2) as [string, string];
const index = await openCodeIndex({ root, folder });
setInterval(() => {}, 1_000);
await index.settled();
