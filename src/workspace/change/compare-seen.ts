import { ToolError } from '../../tool/error.ts';
import { shaOf } from '../disk/disk.ts';
import type { Base, BaseNode } from './base.ts';
import type { SeenState, StagedChange, StagedNode } from './staging.ts';

/**
 * Compares the state that a call saw with the one that is there now. Gives the node to write: the staged one, or an
 * edit made again on newer content; `nothing` when there is nothing to do any more. Throws `STALE_FILE` otherwise.
 */
export function compareSeen(change: StagedChange, node: BaseNode, base: Base): StagedNode | undefined | 'nothing' {
  const { path, before, after } = change;
  if (node.kind === 'other') throw new ToolError('NOT_A_FILE', `${path} is a special file now and is not written.`);
  if (after?.kind === 'directory' && before.kind === 'absent' && node.kind === 'directory') return 'nothing';
  if (!after && before.kind === 'directory' && node.kind === 'absent') return 'nothing';
  if (fits(before, node, known => base.read(path, known))) return withModeOf(node, before, after);
  if (change.rebase && before.kind === 'file' && node.kind === 'file' && after?.kind === 'file') {
    const again = { ...after, bytes: rebased(change, base.read(path)) };
    return withModeOf(node, before, again);
  }
  throw staleFile(path, whatHappened(before, node));
}

export function staleFile(path: string, what: string, cause?: unknown): ToolError {
  return new ToolError('STALE_FILE', `${path} ${what}. Nothing was changed.`, {
    suggestion: 'Read it again, then repeat the call on what is there now.',
    details: { path },
    cause,
  });
}

/** The error where someone wrote while the set was being written: an edit may be made again on the newer content. */
export function overtaken(path: string, what: string): ToolError {
  const error = staleFile(path, what);
  return new ToolError(error.code, error.message, { ...error, details: { path, meanwhile: true } });
}

function fits(before: SeenState, node: BaseNode, read: (known?: Uint8Array) => Uint8Array): boolean {
  if (before.kind !== node.kind) return false;
  if (before.kind === 'symlink') return node.kind === 'symlink' && before.target === node.target;
  if (before.kind !== 'file' || node.kind !== 'file') return true;
  if (node.identity !== undefined && before.identity === node.identity) return true;
  if (before.size !== node.size) return false;
  if (before.bytes) return read(before.bytes) === before.bytes;
  return before.sha !== undefined && before.sha === shaOf(read());
}

/** The content that a call has seen and still holds. */
export const heldContent = ({ before }: StagedChange): Uint8Array | undefined =>
  before.kind === 'file' ? before.bytes : undefined;

/** The new state, with a mode that someone may have set meanwhile: that stays unless the call meant to change it. */
function withModeOf(node: BaseNode, before: SeenState, after: StagedNode | undefined): StagedNode | undefined {
  if ((after?.kind !== 'file' && after?.kind !== 'kept') || node.kind !== 'file' || before.kind !== 'file')
    return after;
  return after.mode === before.mode ? { ...after, mode: node.mode } : after;
}

function rebased(change: StagedChange, content: Uint8Array): Uint8Array {
  try {
    return change.rebase!(content);
  } catch (error) {
    const missed = error instanceof ToolError && (error.code === 'EDIT_NOT_FOUND' || error.code === 'EDIT_AMBIGUOUS');
    if (!missed) throw error;
    throw staleFile(change.path, `was changed since it was read, and the edit no longer fits: ${error.message}`, error);
  }
}

function whatHappened(before: SeenState, node: BaseNode): string {
  if (node.kind === 'absent') return 'was deleted since this call looked';
  if (before.kind === 'absent') return 'was created by someone else since this call looked';
  return 'was changed by someone else since this call looked';
}
