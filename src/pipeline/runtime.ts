import type { ActivityStream } from '../activity/activity-stream.ts';
import type { Approvals } from '../approval/approvals.ts';
import type { RuntimePolicy } from '../policy/types.ts';
import type { ToolRegistry } from '../registry/registry.ts';
import type { Store } from '../store/port.ts';
import type { SyntaxChecker } from '../syntax/checker.ts';
import type { AgentRole } from '../tool/context.ts';
import type { Effects } from '../tool/effect.ts';
import type { SharedBlackboard } from '../workspace/claims/claims.ts';
import type { Report } from '../workspace/pace.ts';
import type { Workspace } from '../workspace/port.ts';
import type { CallLocks } from './schedule/call-locks.ts';
import type { Session } from './session/session.ts';
import type { Stops } from './stop/stops.ts';
import type { PrivateFiles } from './taint/private-files.ts';

/** Parts that the stages work with; put together by the gate. */
export interface Runtime {
  readonly registry: ToolRegistry;
  readonly workspace: Workspace;
  readonly blackboard: SharedBlackboard;
  readonly locks: CallLocks;
  readonly approvals: Approvals;
  readonly activity: ActivityStream;
  readonly store: Store;
  readonly syntax: SyntaxChecker;
  readonly outputs: Outputs;
  readonly privateFiles: PrivateFiles;
  readonly processID: string;
  readonly stops: Stops;
  readonly role: AgentRole;
  /** Whether to commit into the plan instead of the disk. */
  readonly planned: boolean;
  /** Milliseconds that a call waits for a sibling's claim. */
  readonly claimWait: number;
  now(): number;
  policy(): RuntimePolicy;
}

/** Facts of a call that a view of the files must know. */
export interface FilesOwner {
  readonly callID: string;
  readonly sessionID: string;
  readonly agent: string;
  readonly name: string;
  readonly request?: { readonly id?: string | number };
  /** Other names that rules may know the tool by. */
  readonly alsoAs: readonly string[];
  readonly scope: { readonly session: Session; readonly turn: number };
  /** Whether the call is allowed, and may see the files that were asked about. */
  readonly granted?: boolean;
  readonly effects: Effects;
  /** Hears how far long work with files has come. */
  readonly progress?: { readonly report: Report };
}

/** The place where outputs that are too long for the model are kept whole. */
interface Outputs {
  save(callID: string, text: string): Promise<void>;
  read(callID: string): Promise<Uint8Array | undefined>;
}
