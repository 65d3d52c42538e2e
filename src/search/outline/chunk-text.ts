import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readPlain } from '../files/identity.ts';
import type { CodeSymbol } from '../symbol.ts';
import { outline } from './outline.ts';

/** A piece of code as an embedding model sees it. */
export interface ChunkText {
  readonly hash: string;
  readonly text: string;
}

const MAX_CHUNK = 1_200;

/** The text of a symbol for an embedding model; undefined for a symbol that is not worth one. */
export function toChunk(path: string, symbol: CodeSymbol): ChunkText | undefined {
  const { name, container, kind, local, doc, signature, body } = symbol;
  if (local || (kind === 'constant' && doc === '')) return undefined;
  const title = [path, container, name].filter(Boolean).join(' ');
  const text = [title, doc.slice(0, 500), signature, body].filter(Boolean).join('\n').slice(0, MAX_CHUNK);
  return { hash: createHash('sha256').update(text).digest('base64url'), text };
}

export async function readChunks(root: string, path: string): Promise<ChunkText[]> {
  const text = readPlain(join(root, path))?.text;
  const symbols = text ? await outline(path, text).catch(() => []) : [];
  return symbols.map(symbol => toChunk(path, symbol)).filter(chunk => chunk !== undefined);
}
