import { readdirSync } from 'node:fs';
import { fromNameBytes } from '../../tool/text/name-bytes.ts';

/**
 * Tells what the folders that a running job has written to hold now, those of the workspace included, as the launch
 * script does in the end. Both paths are absolute: the layer, and the place where the job's own view of the workspace
 * is reached.
 */
export function listMerged(upper: string, merged: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (path: Buffer): void => {
    for (const entry of readdirSync(Buffer.concat([Buffer.from(`${upper}/`), path]), OPTIONS)) {
      if (!entry.isDirectory()) continue;
      const folder = path.length === 0 ? entry.name : Buffer.concat([path, SLASH, entry.name]);
      for (const name of readdirSync(Buffer.concat([Buffer.from(`${merged}/`), folder]), { encoding: 'buffer' }))
        found.add(fromNameBytes(Buffer.concat([folder, SLASH, name])));
      visit(folder);
    }
  };
  visit(Buffer.alloc(0));
  return found;
}

const SLASH = Buffer.from('/');
const OPTIONS = { withFileTypes: true, encoding: 'buffer' } as const;
