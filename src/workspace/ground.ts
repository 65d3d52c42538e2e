import type { ChangeSetRow, Store } from '../store/port.ts';
import type { Effects } from '../tool/effect.ts';
import type { PathLocks } from './claims/path-locks.ts';
import type { CommitHook } from './commit/write.ts';
import type { RootHandle } from './disk/dir-handle.ts';
import type { FileFacts } from './disk/disk.ts';

/**
 * What a user says of folders outside of undo: patterns as in a .gitignore at the workspace's root, which have the last
 * word (`!dist/` takes one in). False: no folder is outside.
 */
export type UndoExclusions = readonly string[] | false;

/** What commit, recovery and undo stand on. */
export interface Ground {
  readonly root: RootHandle;
  readonly store: Pick<Store, 'journal' | 'claims' | 'processes' | 'state'>;
  readonly processID: string;
  readonly now: () => number;
  readonly newID: () => string;
  /** Hex that nobody can guess. */
  readonly random: () => string;
  /** Where jobs that write to a layer have their folders; none: there are no such jobs. */
  readonly jobs?: string;
  /** When jobs began that still work on the real files, by the clock of the file system: what they wrote is not on record. */
  readonly working: Set<bigint>;
  /** Folders that jobs may change without a way back. */
  readonly outsideUndo?: UndoExclusions;
  readonly identityOf: (stats: FileFacts) => string;
  /** Commits of this process that meet wait for each other. */
  readonly locks: PathLocks;
  readonly step?: CommitHook;
  /** The policy's word on a planned or pending set before it is written; throws to refuse it. */
  readonly judge?: (set: ChangeSetRow, observed: Effects) => Promise<void>;
}
