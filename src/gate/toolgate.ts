import type { ActivityListener, ActivityStream } from '../activity/activity-stream.ts';
import type { Approvals } from '../approval/approvals.ts';
import type { Approver } from '../approval/request.ts';
import type { CallRequest, EarlyRefusal } from '../pipeline/call.ts';
import type { Explanation } from '../pipeline/explain.ts';
import type { Step } from '../pipeline/run/step.ts';
import type { Allowance, Session } from '../pipeline/session/session.ts';
import type { PolicyInput, PresetName, RuntimePolicy } from '../policy/types.ts';
import type { ToolRegistry } from '../registry/registry.ts';
import type { Store } from '../store/port.ts';
import type { Tasks } from '../tasks/create-tasks.ts';
import type { AgentRole } from '../tool/context.ts';
import type { Info } from '../tool/define.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { Journal } from '../workspace/journal.ts';
import type { Plan, RecoveryReport, Workspace } from '../workspace/port.ts';
import type { ShellJobs } from './packs/shell-services.ts';

/** Who asks, where it matters. */
export interface CallOptions {
  readonly sessionID?: string;
  /** The round that the call belongs to; without one each request is a turn of its own. */
  readonly turn?: number;
  readonly agent?: string;
  readonly messageID?: string;
  readonly abort?: AbortSignal;
  /** Asked before the gate's own; `undefined` leaves the answer to that one. */
  readonly approver?: Approver;
  /** A person has said no already, elsewhere: the call is judged and recorded, and runs in no case. */
  readonly refused?: EarlyRefusal;
  /** The events of these calls alone, all of them before the outcome. */
  readonly onEvent?: ActivityListener;
  /** The call is a step of work that outlives this process. */
  readonly step?: Step;
}

interface ExplainOptions extends CallOptions {
  /** Also what a person would be asked, with its diff. Costs a rehearsal. */
  readonly question?: boolean;
}

export interface QueueOptions extends CallOptions {
  /**
   * The calls are requests that stand alone. Calls of all such queues of a session are kept apart where they change the
   * same; reads and commands pass each other, and what waits for a person holds up nobody. Default false: what calls
   * come to is what one after the other would give.
   */
  readonly apart?: boolean;
}

/** What one call of a queue brings along, beside what holds for all of them. */
export type OwnOptions = Pick<CallOptions, 'abort' | 'approver' | 'refused' | 'onEvent' | 'step'>;

/** One agent below another: it may do what both policies allow. */
export interface ChildOptions {
  /** Its name in events and changes. */
  readonly agent: string;
  readonly sessionID?: string;
  /** The session of the agent above that it works for; default that agent's own. */
  readonly parentSessionID?: string;
  /** Default, and below a worker always: `worker`. */
  readonly role?: AgentRole;
  readonly policy?: PresetName | PolicyInput | RuntimePolicy;
  /** What the agents above it may do, where they are in another process; holds too. */
  readonly within?: RuntimePolicy;
  /**
   * Names of packs; those that the agent above does not have are not there. `mcp` stands for all MCP servers, `own` for
   * tools without a pack. Left out: all of them but `spawn`.
   */
  readonly packs?: readonly string[];
  /** Own tools, beside those of the packs. */
  readonly tools?: readonly Info[];
  /** What it may use up; what it uses counts for the agents above it too. */
  readonly budget?: Partial<Allowance>;
  /** Ends it; so does what ends the agent above. */
  readonly abort?: AbortSignal;
  /** Levels above it, where some of them are in another process; default one more than this one's. */
  readonly depth?: number;
}

/** The gate as one agent has it. */
export interface AgentGate {
  readonly agent: string;
  /** 0 for the first, one more for each below another. */
  readonly depth: number;
  readonly role: AgentRole;
  /** The packs that it was limited to below another; undefined: it has all of that one's but `spawn`. */
  readonly packs: readonly string[] | undefined;
  readonly registry: ToolRegistry;
  /** The policy in force, saved rules included. */
  policy(): RuntimePolicy;
  session(id?: string): Session;
  execute(call: CallRequest, options?: CallOptions): Promise<Outcome>;
  /** Side by side where nothing conflicts; the outcomes in the order of the calls. */
  executeAll(calls: readonly CallRequest[], options?: CallOptions): Promise<readonly Outcome[]>;
  /** A queue of calls of one turn: each starts as soon as nothing added earlier conflicts with it. */
  queue(options?: QueueOptions): { add(call: CallRequest, own?: OwnOptions): Promise<Outcome> };
  /** What would be decided, and with `question` what a person would be asked; nothing runs. */
  explain(call: CallRequest, options?: ExplainOptions): Promise<Explanation>;
  /** The calls as batches: all of one may run side by side. */
  groupToolCallsIntoBatches(
    calls: readonly CallRequest[],
    options?: CallOptions,
  ): Promise<readonly (readonly CallRequest[])[]>;
  /** A few lines of an outcome for people. */
  preview(outcome: Outcome, maxLines?: number): readonly string[];
  child(options: ChildOptions): AgentGate;
  /** Ends its calls, its jobs and all agents below it. */
  close(): Promise<void>;
}

/** The assembled runtime. */
export interface Toolgate extends AgentGate {
  readonly workspace: Workspace;
  readonly activity: ActivityStream;
  readonly approvals: Approvals;
  readonly journal: Journal;
  readonly plan: Plan;
  readonly tasks: Tasks;
  readonly jobs: ShellJobs;
  readonly store: Store;
  /** Forgets a rule that was saved by answering "always"; false where there is none. */
  forgetRule(id: string): Promise<boolean>;
  /** What the start found half done and set right. */
  readonly recovered: RecoveryReport & { readonly calls: readonly string[] };
  /** Sets right what processes that have died since left half done. */
  recover(): Promise<Toolgate['recovered']>;
  readonly processID: string;
}
