import { join } from 'node:path';
import { readPlain } from '../files/identity.ts';
import { toIndexEntries } from './entries.ts';
import { emptyFile, type OutlinedFile, type OutlineJob } from './thread.ts';

export async function outlineFiles({ root, paths, chunks }: OutlineJob): Promise<OutlinedFile[]> {
  const files: OutlinedFile[] = [];
  for (const path of paths) {
    const read = readPlain(join(root, path));
    const entries = read?.text ? await toIndexEntries(path, read.text, chunks).catch(() => []) : [];
    files.push(read ? { path, identity: read.identity, hash: read.hash, entries } : emptyFile(root, path));
  }
  return files;
}
