import { join } from 'node:path';
import { readPlain } from '../files/identity.ts';
import { type ChunkText, toChunk } from './chunk-text.ts';
import { outline } from './outline.ts';

/** The chunks of a file as it is now. */
export async function readChunks(root: string, path: string): Promise<ChunkText[]> {
  const text = readPlain(join(root, path))?.text;
  if (!text) return [];
  const symbols = await outline(path, text).catch(() => []);
  return symbols.map(symbol => toChunk(path, symbol)).filter(chunk => chunk !== undefined);
}
