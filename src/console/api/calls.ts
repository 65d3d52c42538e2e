import type { ActivityEvent } from '../../activity/activity-stream.ts';
import type { CallRow } from '../../store/port.ts';
import type { RecordedSet } from '../../tool/history.ts';
import type { SettledApproval } from './approvals.ts';

/**
 * GET /api/calls?session=&agent=&tool=&outcome=ok|exit|failed|denied|running&text=&before=ID&limit=: newest first.
 * `text` is looked for in names, titles, arguments and outputs. With a filter a page may have few or none and still a
 * `next`, which says how far the search has come.
 */
export interface CallList {
  readonly calls: readonly CallSummary[];
  /** How many calls of the whole ledger fit the filters by column; left out where `text` was asked for. */
  readonly total?: number;
  /** The `before` that gives older calls. */
  readonly next?: string;
}

/** A row of the ledger without its facts. */
export type CallSummary = Omit<CallRow, 'facts'>;

/** What a stage of the pipeline came to. */
export interface StageReport {
  readonly stage: string;
  /** Milliseconds since the call began. */
  readonly at: number;
  readonly milliseconds: number;
  /** What the stage decided and why, a line each. */
  readonly says: readonly string[];
}

/** GET /api/calls/ID */
export interface CallDetail {
  readonly call: CallSummary;
  readonly stages: readonly StageReport[];
  /** The call's events without its output, which is asked for in pages. */
  readonly events: readonly ActivityEvent[];
  /** The sessions of the agents that the call has started. */
  readonly agents: readonly string[];
  readonly changes?: RecordedSet;
  readonly approvals: readonly SettledApproval[];
}

/**
 * GET /api/calls/ID/output?from=N&limit=: what a call printed, in its order, from a character on; after the end of a
 * call that printed nothing, the output of its result. While the call runs, ask again from `next`. Characters that are
 * missing are counted too: a page ends before such a place, and the next one begins with it.
 */
export interface OutputPage {
  readonly text: string;
  readonly from: number;
  /** Where the next page begins; equal to `length` where this was the last so far. */
  readonly next: number;
  /** The number of characters so far. */
  readonly length: number;
  readonly running: boolean;
  /** Places before `text` that are gone for good, pruned or never streamed: a character number and how many. */
  readonly missing: readonly { readonly at: number; readonly characters?: number }[];
}

/** POST /api/calls/ID/stop and /api/agents/ID/stop (an agent with all below it; the first agent is the run). */
export interface StopResult {
  /** False where the call or agent had ended before. */
  readonly stopped: boolean;
}
