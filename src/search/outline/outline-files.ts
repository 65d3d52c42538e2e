import { join } from 'node:path';
import { readPlain } from '../files/identity.ts';
import { toIndexEntries } from './entries.ts';
import { emptyFile, type OutlinedFile, type OutlineJob } from './thread.ts';

export async function outlineFiles({ root, paths, chunks }: OutlineJob): Promise<OutlinedFile[]> {
  const files: OutlinedFile[] = [];
  for (const path of paths) files.push(await outlineFile(root, path, chunks));
  return files;
}

async function outlineFile(root: string, path: string, chunks: boolean): Promise<OutlinedFile> {
  const read = readPlain(join(root, path));
  if (!read) return emptyFile(root, path);
  const { identity, hash, text } = read;
  return { path, identity, hash, entries: text ? await toIndexEntries(path, text, chunks).catch(() => []) : [] };
}
