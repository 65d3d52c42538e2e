import { createHash } from 'node:crypto';
import { shaOf } from '../disk/disk.ts';
import type { StagedChange, StagedNode } from './staging.ts';

/** A text for staged changes: another byte, mode or target gives another text. */
export async function stagedDigest(changes: readonly StagedChange[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { path, after } of changes) hash.update(`${JSON.stringify([path, stateOf(after)])}\n`);
  return hash.digest('hex');
}

function stateOf(node: StagedNode | undefined): readonly unknown[] {
  if (!node) return [];
  if (node.kind === 'file') return [node.kind, node.mode, shaOf(node.bytes)];
  if (node.kind === 'kept') return [node.kind, node.mode, node.sha];
  if (node.kind === 'moved') return [node.kind, node.mode, node.from];
  return node.kind === 'symlink' ? [node.kind, node.target] : [node.kind, node.mode];
}
