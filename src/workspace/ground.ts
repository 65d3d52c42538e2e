import type { BigIntStats } from 'node:fs';
import type { Store } from '../store/port.ts';
import type { Step } from './commit-write.ts';
import type { RootHandle } from './dir-handle.ts';
import type { PathLocks } from './path-locks.ts';

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
  readonly identityOf: (stats: BigIntStats) => string;
  /** Commits of this process that meet wait for each other. */
  readonly locks: PathLocks;
  readonly step?: Step;
}
