/**
 * What the console's page and its server say to each other: JSON over HTTP below `/api`, with the token as a bearer.
 * Types only; the page imports them too. Times are epoch milliseconds, an error is `{ error: { code, message,
 * suggestion? } }` with a status from 400 on.
 */
import type { ActivityEvent } from '../activity/activity-stream.ts';
import type { Explanation } from '../pipeline/explain.ts';
import type { VerdictDifference } from '../policy/replay.ts';
import type { Rule, RuntimePolicy } from '../policy/types.ts';
import type { JsonSchema } from '../schema/schema.ts';
import type { DeadLetterRow, TaskOutline, TaskRow } from '../store/port.ts';
import type { RecordedSet } from '../tool/history.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { CallSummary } from './api/calls.ts';
import type { Person } from './api/person.ts';

export type * from './api/agents.ts';
export type * from './api/approvals.ts';
export type * from './api/calls.ts';
export type * from './api/demo.ts';
export type * from './api/person.ts';

/** The body of every answer with a status from 400 on. */
export interface ApiFailure {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly suggestion?: string;
    /** The person who was first, with 409. */
    readonly by?: string;
  };
}

/** GET /api/overview */
export interface Overview {
  readonly workspace: string;
  readonly version: string;
  readonly policy: string;
  /** Whether changes are planned, and written when a person applies them. */
  readonly planned: boolean;
  /** The number of the newest event: what comes after it is streamed from there. */
  readonly lastSeq: number;
  readonly pendingApprovals: number;
  /** All calls on the ledger. */
  readonly calls: number;
  readonly deadLetters: number;
  /** Set where a scripted agent can be started from the page. */
  readonly demo?: { readonly running: boolean };
}

/**
 * GET /api/events?from=SEQ: server-sent events, each `id: SEQ` of its last and `data:` a list of events in order,
 * those of other processes on the same store too. Without `from` (or `Last-Event-ID`) from now on. A comment every
 * 15 seconds keeps the stream open. Nothing between two numbers is ever left out; where events were pruned, a message
 * `event: gap` with an empty list says so, and its `id` is the last that is missing.
 */
export type EventBatch = readonly ActivityEvent[];

/** GET /api/changes?path=&before=ID&limit=: newest first, without diffs. */
export interface ChangeList {
  readonly sets: readonly RecordedSet[];
  /** All sets that wait for a person, with the status `pending` or `planned`. */
  readonly pending: readonly RecordedSet[];
  readonly next?: string;
  /** The undo that POST /api/redo would take back; left out where there is none. */
  readonly redoable?: string;
}

/** GET /api/changes/ID: one set with its diffs. */
export type ChangeDetail = RecordedSet;

/** POST /api/undo, POST /api/redo (with an empty object): one way to say what. 200 with the outcome, conflicts too. */
export type UndoBody = Person &
  (
    | { readonly set: string; readonly force?: boolean }
    | { readonly path: string; readonly force?: boolean }
    | { readonly turn?: number; readonly session?: string; readonly force?: boolean }
  );
/**
 * POST /api/changes/ID/apply and /drop for what is pending or planned; `{ paths }`, as its changes name them, for a
 * part of it. Whatever a change needs is applied with it (a new folder, the other half of a move, what was planned for
 * the same file before), and whatever needs it is dropped with it; the rest waits on. The answer tells all that was
 * written or dropped.
 */
export interface SettledWaiting {
  readonly changes: readonly { readonly path: string; readonly operation?: string }[];
}

/** POST /api/tools/NAME/try with `{ args }`; the call waits for approvals like any other. */
export type TryResult = Outcome;

/** GET /api/tasks; GET /api/tasks/ID gives the whole of one. */
export interface TaskList {
  readonly tasks: readonly TaskOutline[];
}
export type TaskDetail = TaskRow;

/** GET /api/jobs; POST /api/jobs/ID/stop. Commands in the background, of this process. */
export interface JobList {
  readonly jobs: readonly JobState[];
}

export interface JobState {
  readonly id: string;
  readonly sessionID: string;
  readonly agent: string;
  readonly title: string;
  readonly running: boolean;
  readonly startedAt: number;
  /** The end of the job's output. */
  readonly output: string;
  readonly state: string;
}

/** GET /api/dead-letters; POST /api/dead-letters/ID/retry gives an outcome, /drop nothing. */
export interface DeadLetterList {
  readonly letters: readonly DeadLetterRow[];
  /** Calls whose outcome nobody knows, and that have no letter. */
  readonly unknown: readonly CallSummary[];
}

/** GET /api/tools */
export interface ToolList {
  readonly tools: readonly ToolEntry[];
}

export interface ToolEntry {
  readonly name: string;
  readonly pack: string;
  readonly risk?: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly example?: unknown;
  /** `untrusted` for tools of other servers. */
  readonly trust: string;
}

/** POST /api/explain with `{ tool, args }`; with `question: true` also what a person would be asked, with its diff. */
export type ExplainResult = Explanation;

/** GET /api/policy */
export interface PolicyView {
  readonly policy: RuntimePolicy;
  readonly workspace: string;
  readonly trusted: boolean;
  /** Where each source of rules is. */
  readonly sources: Readonly<Record<string, string>>;
  readonly withheld: readonly string[];
  /** Rules that were saved by answering "always"; DELETE /api/rules/ID forgets one. */
  readonly saved: readonly { readonly id: string; readonly rule: Rule; readonly createdAt: number }[];
}

/** POST /api/policy/replay with `{ policy, limit }`: a proposed policy over the recorded calls. */
export interface ReplayResult {
  readonly calls: number;
  readonly differences: readonly VerdictDifference[];
}
