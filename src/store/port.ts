export type { ProcessRow, ProcessSighting } from '../system/process-identity.ts';

import type { ProcessRow, ProcessSighting } from '../system/process-identity.ts';
import type { Danger, Effects } from '../tool/effect.ts';
import type { Failure } from '../tool/error.ts';
import type { MaybePromise } from '../tool/maybe-promise.ts';
import type { OutcomeName } from '../tool/outcome.ts';
import type { EventStore } from './event-port.ts';
import type { JournalStore } from './journal-port.ts';
import type { RunStore } from './run-port.ts';
import type { ScriptStore } from './script-port.ts';
import type { TaskStore } from './task-port.ts';
import type { UpkeepStore } from './upkeep-port.ts';

export type * from './event-port.ts';
export type * from './journal-port.ts';
export type * from './run-port.ts';
export type * from './script-port.ts';
export type * from './task-port.ts';
export type * from './upkeep-port.ts';

/**
 * Where state lives. One store belongs to one workspace; several processes may have it open. Ids are UUIDv7, times
 * are epoch milliseconds. Writes are done in the order in which they were asked for. A write is `durable` when it
 * must outlive a power cut before the promise resolves; the others reach the disk soon, without anyone waiting.
 */
export interface Store {
  readonly kind: 'sqlite' | 'memory' | 'postgres';
  /** The name of the workspace among all that share one database; left out where none do. */
  readonly sharedAs?: string;
  readonly processes: ProcessStore;
  readonly calls: CallStore;
  readonly events: EventStore;
  readonly journal: JournalStore;
  readonly approvals: ApprovalStore;
  readonly rules: RuleStore;
  readonly claims: ClaimStore;
  readonly tasks: TaskStore;
  readonly runs: RunStore;
  readonly scripts: ScriptStore;
  readonly deadLetters: DeadLetterStore;
  readonly state: StateStore;
  readonly upkeep: UpkeepStore;
  /** Resolves when all that was asked for so far is written. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface ProcessStore {
  register(row: ProcessRow): Promise<void>;
  /** Says that a process lives. A store that several machines share takes its own time instead of theirs. */
  beat(id: string, at: number): Promise<void>;
  list(): Promise<readonly ProcessSighting[]>;
  remove(id: string): Promise<void>;
}

/** A row of the ledger: one call from `prepared` over `started` to `settled`. */
export interface CallRow {
  readonly id: string;
  /** The id that the caller gave; a label, never a key. */
  readonly label?: string;
  readonly sessionID: string;
  /** The call whose script has made this one. */
  readonly parentID?: string;
  readonly turn: number;
  readonly agent: string;
  readonly processID: string;
  readonly tool: string;
  /** Arguments after coercion, secrets masked, long texts shortened. */
  readonly args: unknown;
  readonly status: 'prepared' | 'started' | 'settled';
  readonly effects: Effects;
  readonly danger: Danger;
  readonly verdict?: 'allow' | 'ask' | 'deny';
  readonly reasons?: readonly string[];
  /** The facts that `decide` was given, so that another policy can be tried over the ledger. */
  readonly facts?: unknown;
  /** Whether the call may be run again after a crash without doing more than once. */
  readonly repeatable: boolean;
  readonly preparedAt: number;
  readonly startedAt?: number;
  readonly settledAt?: number;
  readonly ok?: boolean;
  /** The word that people have for the call's end; see `nameOutcome`. */
  readonly outcome?: OutcomeName;
  readonly error?: Failure;
  readonly attempts?: number;
  /** Bytes and estimated tokens of the output. */
  readonly bytes?: number;
  readonly tokens?: number;
  readonly changeSetID?: string;
  /** The call in a line, for people. */
  readonly title?: string;
  /** The exit code of the program that the call ran, where that is not zero; a signal as a shell says it. */
  readonly exitCode?: number;
  /** Milliseconds that the call waited for people, all questions together. */
  readonly waited?: number;
  /** The arguments that the question was about, where a person has changed them. */
  readonly askedArgs?: unknown;
}

/** The fields that listed calls have; `ok`: whether they went well, or did not: none without an outcome yet. */
export interface CallQuery
  extends Partial<Pick<CallRow, 'sessionID' | 'agent' | 'tool' | 'ok' | 'outcome' | 'processID' | 'parentID'>> {
  readonly status?: CallRow['status'] | 'open';
  /** Rows that came before this one. */
  readonly before?: string;
  /** Rows that came after this one, in their order; otherwise newest first. */
  readonly after?: string;
  readonly limit?: number;
}

export interface Totals {
  /** The tool, the agent or the session, as asked. */
  readonly key: string;
  readonly calls: number;
  /** Calls that did not go well; an undo that met later work is none of them. */
  readonly failed: number;
  /** Attempts beyond the first of a call. */
  readonly retries: number;
  /** The time that tools took, without that of people who were asked. */
  readonly milliseconds: number;
  readonly bytes: number;
  readonly tokens: number;
}

export interface CallStore {
  /** Inserts or replaces a row, as it is when it is written; `again`: it is the very object that was saved before. */
  save(row: CallRow, options?: { durable?: boolean; again?: boolean }): MaybePromise<void>;
  get(id: string): Promise<CallRow | undefined>;
  list(query: CallQuery): Promise<readonly CallRow[]>;
  count(query: Omit<CallQuery, 'limit'>): Promise<number>;
  totals(by: 'tool' | 'agent' | 'session', query?: { sessionID?: string }): Promise<readonly Totals[]>;
  /** Drops the oldest settled calls beyond `keep`. */
  prune(keep: number): Promise<void>;
}

export interface ApprovalRow extends Pick<CallRow, 'id' | 'sessionID' | 'agent' | 'processID' | 'tool'> {
  readonly callID: string;
  /** The request as people see it. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The key that a grant is bound to; see the approval room. */
  readonly grantKey: string;
  readonly status: 'pending' | 'answered' | 'expired' | 'withdrawn';
  readonly answer?: Readonly<Record<string, unknown>>;
  readonly answeredBy?: string;
  readonly createdAt: number;
  readonly answeredAt?: number;
  readonly expiresAt: number;
}

export interface ApprovalStore {
  insert(row: ApprovalRow): Promise<void>;
  get(id: string): Promise<ApprovalRow | undefined>;
  /** Newest first. */
  list(query?: { status?: ApprovalRow['status']; sessionID?: string; limit?: number }): Promise<readonly ApprovalRow[]>;
  /** Notes that another process waits for the request from now on; false if it was settled before. */
  adopt(id: string, processID: string): Promise<boolean>;
  /** Settles a pending request; false if it was settled before. The first answer wins. */
  settle(id: string, settled: Pick<ApprovalRow, 'status' | 'answer' | 'answeredBy' | 'answeredAt'>): Promise<boolean>;
  /** Leaves a grant for one use. */
  grant(key: string, approvalID: string, expiresAt: number): Promise<void>;
  /** Uses a grant up and gives the approval that left it; undefined if there is none. At most one caller gets it. */
  useGrant(key: string, now: number): Promise<string | undefined>;
}

export interface RuleRow {
  readonly id: string;
  readonly rule: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly createdBy: string;
}

export interface RuleStore {
  /** The rules in the order of adding. */
  list(): Promise<readonly RuleRow[]>;
  add(row: RuleRow): Promise<void>;
  remove(id: string): Promise<boolean>;
}

export interface ClaimRow {
  /** Workspace-relative path. */
  readonly resource: string;
  readonly owner: string;
  /** The owner's name for people. */
  readonly agent: string;
  /** Fencing number: grows with every change of owner, never falls. */
  readonly token: number;
  readonly expiresAt: number;
}

export interface ClaimStore {
  /** Takes or renews all resources or none; one meets others' claims on itself, above and below, unless expired. */
  take(
    resources: readonly string[],
    claim: { owner: string; agent: string; now: number; ttl: number },
  ): Promise<{ ok: true; claims: readonly ClaimRow[] } | { ok: false; holder: ClaimRow }>;
  /** Whether every one of these claims is held by its owner with its token and not expired. */
  hold(claims: readonly Pick<ClaimRow, 'resource' | 'owner' | 'token'>[], now: number): Promise<boolean>;
  release(resources: readonly string[], owner: string): Promise<void>;
  releaseOwner(owner: string): Promise<void>;
  list(now: number): Promise<readonly ClaimRow[]>;
}

export interface DeadLetterRow extends Pick<CallRow, 'id' | 'sessionID' | 'agent' | 'tool' | 'args'> {
  readonly callID: string;
  readonly error: Failure;
  readonly attempts: number;
  readonly at: number;
  readonly status: 'open' | 'retried' | 'dropped';
}

export interface DeadLetterStore {
  add(row: DeadLetterRow): Promise<void>;
  get(id: string): Promise<DeadLetterRow | undefined>;
  /** Newest first. */
  list(query?: { status?: DeadLetterRow['status']; limit?: number }): Promise<readonly DeadLetterRow[]>;
  /** Marks a letter; false when there is none or it was marked so before: of several who retry it, one may. */
  mark(id: string, status: DeadLetterRow['status']): Promise<boolean>;
}

/** Small named values: a session's to-do list, its taint, its working directory. */
export interface StateStore {
  get(key: string): Promise<unknown>;
  /** Any JSON value; undefined deletes. */
  set(key: string, value: unknown, options?: { durable?: boolean }): Promise<void>;
  delete(key: string): Promise<void>;
  keys(prefix: string): Promise<readonly string[]>;
  /** Adds an entry to a list that several processes write, under the next number; the id is the caller's own. */
  append(list: string, id: string, value: unknown): Promise<void>;
  /** Calls back when it is time to append what was gathered since: with what is written next. */
  gather(append: () => void): void;
  /** Entries after this number, in the order of adding, but for own ones that were appended without waiting. */
  since(list: string, number: number): Promise<readonly ListEntry[]>;
}

export type ListEntry = { readonly number: number; readonly id: string; readonly value: unknown };
