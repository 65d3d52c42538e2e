import { type Base, lookOrAbsent, seenState } from '../change/base.ts';
import type { SeenState, Staging } from '../change/staging.ts';
import { shaOf } from '../disk/disk.ts';
import { createPace, type Report } from '../pace.ts';
import type { Reversal } from './undo.ts';

/** The most bytes of a file that is hashed; larger ones are told by their identity alone. */
const LARGEST_HASHED = 64 * 1024 * 1024;

/** Puts the result of an undo into the call's staging, so that the ordinary commit writes it. */
export async function stageReversal(
  staging: Staging,
  { nodes }: Reversal,
  { base, report }: { readonly base: Base; readonly report?: Report },
): Promise<void> {
  const movedTo = new Map<string, string>();
  for (const [path, node] of nodes) {
    if (node?.kind === 'moved' && nodes.has(node.from) && !nodes.get(node.from)) movedTo.set(node.from, path);
  }
  const pace = createPace('compared', nodes.size, report);
  for (const [path, node] of nodes) {
    await pace();
    const movedFrom = node?.kind === 'moved' ? node.from : undefined;
    staging.put({ path, before: seenAt(base, path), after: node, movedFrom, movedTo: movedTo.get(path) });
  }
}

function seenAt(base: Base, path: string): SeenState {
  const node = lookOrAbsent(base, path);
  const isLarge = node.kind === 'file' && node.size > LARGEST_HASHED;
  return seenState(node, () => (isLarge ? undefined : shaOf(base.read(path))));
}
