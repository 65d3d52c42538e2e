import type { ActivityStream } from '../activity/activity-stream.ts';
import type { Approvals } from '../approval/approvals.ts';
import type { RuntimePolicy } from '../policy/types.ts';
import type { ToolRegistry } from '../registry/registry.ts';
import type { Store } from '../store/port.ts';
import type { SyntaxChecker } from '../syntax/checker.ts';
import type { SharedBlackboard } from '../workspace/claims.ts';
import type { CallFiles, Workspace } from '../workspace/port.ts';
import type { Call } from './call.ts';
import type { PathLocks } from './path-locks.ts';

/** All that the stages work with; put together by the gate. */
export interface Runtime {
  readonly registry: ToolRegistry;
  readonly workspace: Workspace;
  readonly blackboard: SharedBlackboard;
  readonly locks: PathLocks;
  readonly approvals: Approvals;
  readonly activity: ActivityStream;
  readonly store: Store;
  readonly syntax: SyntaxChecker;
  readonly outputs: Outputs;
  readonly processID: string;
  /** Commit into the plan instead of the disk. */
  readonly planned: boolean;
  /** Milliseconds that a call waits for a sibling's claim. */
  readonly claimWait: number;
  now(): number;
  /** The policy in force, saved rules included. */
  policy(): RuntimePolicy;
  /** A view for the call; with `survey` one that hides nothing, for working out effects only. */
  openFiles(call: Call, options?: { survey?: boolean }): CallFiles;
}

/** Where outputs that are too long for the model are kept whole. */
export interface Outputs {
  save(callID: string, text: string): Promise<void>;
  read(callID: string): Promise<Uint8Array | undefined>;
}
