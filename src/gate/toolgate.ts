import type { ActivityStream } from '../activity/activity-stream.ts';
import type { Approvals } from '../approval/approvals.ts';
import type { Calls } from '../pipeline/calls/calls.ts';
import type { Allowance } from '../pipeline/session/session.ts';
import type { StopTarget } from '../pipeline/stop/stops.ts';
import type { PolicyInput, PresetName, RuntimePolicy } from '../policy/types.ts';
import type { ToolRegistry } from '../registry/registry.ts';
import type { StartedServer } from '../sandbox/start-server.ts';
import type { Store, Totals } from '../store/port.ts';
import type { Tasks } from '../tasks/create-tasks.ts';
import type { AgentRole } from '../tool/context.ts';
import type { Info } from '../tool/define.ts';
import type { Journal } from '../workspace/journal.ts';
import type { Plan, RecoveryReport, Workspace } from '../workspace/port.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { ShellJobs } from './packs/services/shell-services.ts';
import type { ServerToStart } from './start-server.ts';

/** Options of an agent below another: it may do what both policies allow. */
export interface ChildOptions {
  /** The agent's name in events and changes. */
  readonly agent: string;
  /** The session; default a new one. */
  readonly sessionID?: string;
  /** The session of the agent above that this one works for; default that agent's own. */
  readonly parentSessionID?: string;
  /** The role; default, and below a worker always: `worker`. */
  readonly role?: AgentRole;
  /** A policy that only tightens what the agent above may do. */
  readonly policy?: PresetName | PolicyInput | RuntimePolicy;
  /** The policy of agents above in another process; holds too. */
  readonly within?: RuntimePolicy;
  /**
   * Names of packs; packs that the agent above lacks are not there. `mcp` stands for all MCP servers, `own` for tools
   * without a pack and packs of one's own. Left out: all of them but `spawn`.
   */
  readonly packs?: readonly string[];
  /** Tools of the agent's own, beside those of the packs. */
  readonly tools?: readonly Info[];
  /** The budget; what the agent uses counts for the agents above it too. */
  readonly budget?: Partial<Allowance>;
  /** A signal that ends the agent; the end of the agent above does so too. */
  readonly abort?: AbortSignal;
  /** Levels above the agent, where some of them are in another process; default one more than this one's. */
  readonly depth?: number;
}

export const CHILD_OPTIONS: Readonly<Record<keyof ChildOptions, true>> = {
  agent: true,
  sessionID: true,
  parentSessionID: true,
  role: true,
  policy: true,
  within: true,
  packs: true,
  tools: true,
  budget: true,
  abort: true,
  depth: true,
};

/** The gate as one agent has it. */
export interface AgentGate extends Calls {
  /** The agent's name in events and changes. */
  readonly agent: string;
  /** The depth: 0 for the first, one more for each below another. */
  readonly depth: number;
  /** What the agent may do with tasks. */
  readonly role: AgentRole;
  /** The packs that the agent was limited to below another; undefined: it has all of that one's but `spawn`. */
  readonly packs: readonly string[] | undefined;
  /** Whether changes are kept in the plan, of this agent and all below it. */
  readonly planned: boolean;
  /** The agent's tools. */
  readonly registry: ToolRegistry;
  /** The events of all agents of the gate. */
  readonly activity: ActivityStream;
  /** The policy in force, saved rules included. */
  policy(): RuntimePolicy;
  /** Fires when the agent is stopped, or its gate is closed. */
  readonly ending: AbortSignal;
  /** A gate below this one, for another agent. */
  child(options: ChildOptions): AgentGate;
  /** Ends the agent's calls, its jobs and all agents below it. */
  close(): Promise<void>;
}

/** The assembled runtime. */
export interface Toolgate extends AgentGate {
  /** The one door to the files. */
  readonly workspace: Workspace;
  /** The questions that wait for a person, and the answers. */
  readonly approvals: Approvals;
  /** The changes that calls have made. */
  readonly journal: Journal;
  /** The planned changes, in the mode `plan`. */
  readonly plan: Plan;
  /** The graph of tasks. */
  readonly tasks: Tasks;
  /** Commands in the background. */
  readonly jobs: ShellJobs;
  /**
   * Starts a program that is talked to over its standard input and output, such as an MCP server, in the sandbox: with
   * a folder of its own, and of all else only what is named. The program ends with the gate.
   */
  startServer(server: ServerToStart): Promise<StartedServer>;
  /** All state, row by row. */
  readonly store: Store;
  /** Calls that failed for good. */
  readonly deadLetters: DeadLetters;
  /** What all recorded calls have used, of a session or of all: calls, failures, retries, time, bytes, estimated tokens. */
  usage(by: 'tool' | 'agent' | 'session', query?: { readonly sessionID?: string }): Promise<readonly Totals[]>;
  /**
   * Stops a call, or the agent of a session with all below it, also in another process on the same store; false where
   * it had ended before. The outcome says who did it.
   */
  stop(target: StopTarget, options?: { readonly by?: string }): Promise<boolean>;
  /** Forgets a rule that was saved by answering "always"; false where there is none. */
  forgetRule(id: string): Promise<boolean>;
  /** The half-done work that the start found and set right. */
  readonly recovered: RecoveryReport & { readonly calls: readonly string[] };
  /** Sets right the work that was left half done by processes that died since. */
  recover(): Promise<Toolgate['recovered']>;
  /** The id of this process in the store. */
  readonly processID: string;
}
