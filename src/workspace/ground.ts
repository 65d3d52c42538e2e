import type { ChangeSetRow, Store } from '../store/port.ts';
import type { Effects } from '../tool/effect.ts';
import type { PathLocks } from './claims/path-locks.ts';
import type { UsedPaths } from './claims/used-paths.ts';
import type { RootHandle } from './disk/dir-handle.ts';
import type { FileFacts } from './disk/disk.ts';
import type { FolderNames } from './layer/before/folder-names.ts';

/**
 * Folders outside of undo, in the words of a user: patterns as in a .gitignore at the workspace's root, which have the
 * last word (`!dist/` takes one in). False: no folder is outside.
 */
export type UndoExclusions = readonly string[] | false;

/** A hook between the steps of the work, so that a test can stop it there. */
export type CommitHook = (name: string, path: string) => Promise<void>;

/** The ground that commit, recovery and undo stand on. */
export interface Ground {
  readonly root: RootHandle;
  readonly store: Pick<Store, 'journal' | 'claims' | 'processes' | 'state'>;
  readonly processID: string;
  readonly now: () => number;
  readonly newID: () => string;
  /** Gives hex that nobody can guess. */
  readonly random: () => string;
  /** The folder where jobs that write to a layer have their own; none: there are no such jobs. */
  readonly jobs?: string;
  /** Times, by the file system, when jobs began that still work on the real files: their writes are not on record. */
  readonly working: Set<bigint>;
  /** Names that folders held when the jobs that run now began. */
  readonly names: FolderNames;
  /** Folders in which jobs may make things without a way back. */
  readonly outsideUndo?: UndoExclusions;
  readonly identityOf: (stats: FileFacts) => string;
  /** Locks by which commits of this process that meet wait for each other. */
  readonly locks: PathLocks;
  /** Paths that somebody outside of the gate is about to use. */
  readonly used: UsedPaths;
  readonly step?: CommitHook;
  /** Judges a planned or pending set by the policy before it is written; throws to refuse it. */
  readonly judge?: (set: ChangeSetRow, observed: Effects) => Promise<void>;
}
