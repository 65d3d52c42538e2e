import type { ChangeRow } from '../../store/port.ts';
import { type Base, lookOrAbsent } from '../change/base.ts';
import type { FileNode, StagedNode } from '../change/staging.ts';
import { shaOf } from '../disk/disk.ts';
import type { Ground } from '../ground.ts';
import { mergeBytes, mergeModes } from '../undo/merge.ts';

/**
 * Puts the lines of a change that waited into a file that others have changed since it was kept. Undefined where both
 * changed the same lines, or where there is nothing to merge: then the change is written over the file.
 */
export async function mergeWaiting(
  { store: { journal } }: Pick<Ground, 'store'>,
  { path, before, movedFrom, movedTo }: ChangeRow,
  { node, disk }: { node: StagedNode | undefined; disk: Base },
): Promise<FileNode | undefined> {
  if (node?.kind !== 'file' || before?.kind !== 'file' || before.sha === undefined) return undefined;
  if (movedFrom !== undefined || movedTo !== undefined || path.split('/').includes('.git')) return undefined;
  const found = lookOrAbsent(disk, path);
  if (found.kind !== 'file') return undefined;
  const mode = mergeModes(before.mode, found.mode, node.mode);
  const now = disk.read(path);
  if (mode === undefined || (shaOf(now) === before.sha && mode === node.mode)) return undefined;
  const base = await journal.blob(before.sha);
  const merged = base && mergeBytes(base, now, node.bytes);
  return merged?.ok ? { ...node, bytes: merged.bytes, mode } : undefined;
}
