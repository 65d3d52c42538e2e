import type { Agents } from '../agents/create-agents.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { Session } from '../pipeline/session/session.ts';
import type { AgentRole } from '../tool/context.ts';
import { ToolError } from '../tool/error.ts';
import type { QueueEngine } from './engine.ts';
import type { KeptPolicies } from './kept-policies.ts';
import type { RunEndings } from './run-endings.ts';

/** Things of a worker that its runs need. */
export interface RunServices {
  readonly gate: Toolgate;
  readonly agents: Agents;
  readonly policies: KeptPolicies;
  readonly engine: QueueEngine;
  readonly endings: RunEndings;
  readonly onRun: (line: string) => void;
  readonly onError: (what: string, error: unknown) => void;
}

/** The asker, as far as another process must know it. */
interface Asker {
  /** The name in events and changes. */
  readonly agent: string;
  /** The number of levels above the asker. */
  readonly depth: number;
  readonly role: AgentRole;
  /** The asker's policy, by the versions of its layers (see KeptPolicies); the worker's own policy holds too. */
  readonly policy: readonly string[];
  /** Packs that the asker may have; left out: all. */
  readonly packs?: readonly string[];
  /** Whether its material may come from strangers, or hold private data. */
  readonly tainted?: boolean;
  readonly privateRead?: boolean;
  /** The name of its knowledge of where values come from. */
  readonly conversation?: string;
  /** Trace context, as its headers are named. */
  readonly trace: Readonly<Record<string, string>>;
}

export interface AgentSpec extends Asker {
  readonly agentType: string;
  readonly prompt: string;
  readonly context?: string;
  readonly model?: string;
  readonly budget: { readonly calls: number; readonly tokens: number };
  /** The deepest level that agents below it may have. */
  readonly deepest: number;
}

export interface CallSpec extends Asker {
  readonly name: string;
  readonly args: unknown;
  /** The conversation that the run belongs to. */
  readonly sessionID: string;
}

/** The result of a run of an agent. */
export interface AgentReport {
  readonly text: string;
  readonly steps: number;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** Tokens of the outputs of the run's calls. */
  readonly outputTokens: number;
  readonly tainted: boolean;
  readonly privateRead: boolean;
}

/** Tells a session what somebody else has seen, whose work it goes on with or gets. */
export function showSeen(session: Session, { tainted, privateRead }: Pick<Asker, 'tainted' | 'privateRead'>): void {
  if (tainted) session.tainted = true;
  if (privateRead) session.privateRead = true;
}

/** The job of a run that stays with the person who started it: no worker takes it. */
export const NO_JOB = '';

/** The spec in a row. Rows are written by this program alone, perhaps by an older version. */
export function specOf<T extends Asker>(spec: Readonly<Record<string, unknown>>): T {
  if (typeof spec.agent === 'string' && typeof spec.depth === 'number' && Array.isArray(spec.policy))
    return spec as unknown as T;
  throw new ToolError('INVALID_ARGUMENTS', 'The run was written by another version, or is damaged');
}

/** A limit as a finite number: JSON has no infinity. */
export const finite = (limit: number): number => Math.min(limit, Number.MAX_SAFE_INTEGER);
