import type { KeptLayer } from '../../../tool/files.ts';
import type { FileNode } from '../../change/staging.ts';
import { lookIn, modeOf, readIn } from '../../disk/disk.ts';
import type { Folders } from '../../disk/folders.ts';
import type { Ground } from '../../ground.ts';
import { mergeBytes, mergeModes } from '../../undo/merge.ts';

/**
 * Puts the lines that a layer has changed into a file that others changed meanwhile. This needs the file as the layer
 * began with it: the journal has it where a call was the first to change it since, and its time of change proves that
 * nobody else came first. Undefined where this cannot be proved, or where both changed the same lines, or its mode.
 */
export async function mergeMet(
  { store: { journal } }: Pick<Ground, 'store'>,
  { begun, at }: Pick<KeptLayer, 'begun' | 'at'>,
  { disk, path, node }: { disk: Folders; path: string; node: FileNode },
): Promise<FileNode | undefined> {
  // Half of git's files from one side and half from the other would be a repository of neither.
  if (path.split('/').includes('.git')) return undefined;
  const since = (await journal.changesOf(path)).filter(({ set }) => set.at >= at);
  const before = since.findLast(row => row.before?.kind === 'file')?.before;
  const written = before?.mtime === undefined ? undefined : BigInt(Math.ceil(before.mtime * 1e6)) * 1000n;
  if (before?.sha === undefined || written === undefined || written >= begun) return undefined;
  const base = await journal.blob(before.sha);
  if (!base) return undefined;
  const { dir, name } = disk.placeOf(path);
  const now = lookIn(dir, name);
  const mode = now.kind === 'file' ? mergeModes(before.mode, modeOf(now.stats), node.mode) : undefined;
  const merged = mergeBytes(base, readIn(dir, name), node.bytes);
  return merged.ok && mode !== undefined ? { ...node, bytes: merged.bytes, mode } : undefined;
}
