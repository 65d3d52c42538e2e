import { writeFileSync } from 'node:fs';
import { builtInCards } from './built-in-cards.ts';

/** Writes what the code of each pack says of its tools beside it, as data. A test holds that it is current. */
for (const [pack, cards] of await builtInCards()) {
  writeFileSync(new URL(`../../src/packs/${pack}/tools.json`, import.meta.url), `${JSON.stringify(cards, null, 2)}\n`);
}
