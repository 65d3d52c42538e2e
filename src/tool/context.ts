import type { Capability } from './effect.ts';
import type { Files } from './files.ts';
import type { History } from './history.ts';

export type Metadata = Record<string, unknown>;

/** Workers submit tasks, orchestrators make and complete them. */
export type AgentRole = 'worker' | 'orchestrator';

/** Who and what a call belongs to, and the world as it may see it. Handed to `effects`, `approval` and `execute`. */
export interface CallContext {
  /** The conversation that the call belongs to. */
  readonly sessionID: string;
  /** The message of the model that asked for the call. */
  readonly messageID: string;
  /** The gate's own id of the call. */
  readonly callID: string;
  /** The agent that asks. */
  readonly agent: string;
  /** What the agent may do with tasks. */
  readonly role: AgentRole;
  /** The round of the session. */
  readonly turn: number;
  /** The name of the call in work that outlives the process: the same when the call is made again. */
  readonly step?: string | undefined;
  /** The call whose script has made this one. */
  readonly within?: string | undefined;
  /** The capabilities that the policy grants; look here before using an optional one. */
  readonly capabilities: ReadonlySet<Capability>;
  /** The working directory of the session, workspace-relative. */
  readonly cwd: string;
  /** The workspace, as the call may see it; what is written is staged. */
  readonly files: Files;
  /** What has changed, and the way back. */
  readonly history: History;
  /** Whether the call's changes are kept in a plan. */
  readonly planned?: boolean;
}

/** A function that receives the bytes that a command has printed to one of its streams. */
export type PrintedListener = (bytes: Uint8Array, stream: 'stdout' | 'stderr') => void;

/** The context of a running call. */
export interface Context<M extends Metadata = Metadata> extends CallContext {
  /** Fires when the call is to end: the time is over, or somebody has stopped it. */
  readonly abort: AbortSignal;
  /** Streams a title or metadata while the tool runs. */
  metadata(update: { title?: string } & Partial<M>): void;
  /** Streams a piece of output. */
  output(chunk: string): void;
  /** Whether the call only runs to see what it does: nothing may last but what it stages, and that only if allowed. */
  readonly rehearsed?: boolean;
  /** Receives the bytes that a command prints; undefined where nobody wants them. */
  readonly printed?: PrintedListener | undefined;
  /** Whether the policy lets this call reach a host; undefined where it reaches none at all. */
  readonly mayReach: ((host: string, near?: boolean) => boolean) | undefined;
  /** Later calls of the session begin in this folder, if this one ends well. Workspace-relative. */
  workIn(folder: string): void;
  /** Asks a person in the middle of the run; throws `APPROVAL_DENIED` when the answer is no. */
  ask(question: { reason: string; diff?: string }): Promise<void>;
}

export interface Attachment {
  /** A name for people. */
  readonly name: string;
  /** The media type, such as `image/png`. */
  readonly mediaType: string;
  /** The content in base64. Exactly one of data, path and url is given. */
  readonly data?: string;
  /** The path of a file of the workspace. */
  readonly path?: string;
  /** The address where the content can be had. */
  readonly url?: string;
}

export interface Result<V = unknown, M extends Metadata = Metadata> {
  /** A short line for people. */
  readonly title?: string;
  /** Text for the model; rendered from `value` when left out. */
  readonly output?: string | object;
  /** The typed value, checked by `returns`. */
  readonly value?: V;
  /** Facts for programs. */
  readonly metadata?: M;
  /** Images and other files for the model. */
  readonly attachments?: readonly Attachment[];
}
