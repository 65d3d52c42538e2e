import type { Effects } from '../tool/effect.ts';
import type { Failure } from '../tool/error.ts';
import type { ActivityEventType } from './event-types.ts';

type AboutTool = Readonly<{ toolName: string }>;

interface ChangedFile {
  /** The path, relative to the workspace. */
  readonly path: string;
  readonly changeSetID?: string;
  readonly operation?: string;
  readonly added?: number;
  readonly removed?: number;
}

type AgentUsage = Readonly<{ input?: number; output?: number }>;

/** The `data` of each type of event, beside fields that may be added to it. */
export interface ActivityEventData {
  readonly tool_call_start: AboutTool & {
    readonly arguments: unknown;
    /** Whether the tool wants no sign that it is at work. */
    readonly quiet?: boolean;
    /** The call whose script has made this one. */
    readonly parentCallID?: string;
  };
  readonly tool_call_update: AboutTool & {
    readonly title?: string;
    readonly progress?: number;
    readonly total?: number;
    /** Milliseconds since the call's tool was started, and those that the call had waited before. */
    readonly elapsed?: number;
    readonly waited?: number;
  };
  readonly tool_output_chunk: AboutTool & {
    readonly chunk: string;
    /** The place of the text among all that the call has printed, in characters. */
    readonly at?: number;
    /** Whether the event only says that later output is not streamed. */
    readonly cut?: boolean;
  };
  readonly tool_call_end: AboutTool & {
    readonly success: boolean;
    /** Milliseconds from the call's coming to its end, as on the ledger; then those of waiting for people or a turn. */
    readonly elapsed?: number;
    readonly waited?: number;
    /** The exit code of the call's program, where it is not zero. */
    readonly exitCode?: number;
    readonly stages?: readonly unknown[];
    readonly result?: {
      readonly title: string;
      readonly output: string;
      readonly metadata: unknown;
      /** A few lines for people. */
      readonly preview: readonly string[];
    };
    readonly error?: Failure | undefined;
    /** The way for a person to allow the call; no model is told. */
    readonly forPeople?: string | undefined;
  };
  readonly error: AboutTool & { readonly error: Failure };
  readonly tool_registered: AboutTool & { readonly pack?: string | undefined; readonly replaced: boolean };
  readonly tool_unregistered: AboutTool;
  readonly approval_requested: AboutTool & {
    readonly approvalID: string;
    readonly reason?: string;
    readonly danger?: string;
    readonly effects?: Effects;
    /** Whether a call waits for the answer. */
    readonly waiting?: boolean;
  };
  readonly approval_resolved: AboutTool & {
    readonly approvalID: string;
    readonly status?: string;
    readonly answer?: unknown;
    readonly modified?: boolean;
    readonly by?: string | undefined;
  };
  readonly file_changed: ChangedFile;
  /** A file that was taken back, perhaps from a command in the background. */
  readonly file_reverted: ChangedFile & { readonly takenFrom?: string };
  /** The end of a claim is in epoch milliseconds. */
  readonly claim_taken: { readonly paths: readonly string[]; readonly until: number | undefined };
  readonly claim_released: { readonly paths: readonly string[] };
  readonly task_changed: {
    readonly taskID: string;
    readonly label: string;
    readonly from: string | null;
    readonly to: string;
    readonly rev: number;
    readonly by: unknown;
    /** All fields that are different, so that tasks can be made again from it; null empties a field. */
    readonly set: Readonly<Record<string, unknown>>;
  };
  readonly agent_started: {
    readonly type: string;
    readonly model?: string;
    readonly depth: number;
    readonly prompt?: string;
    readonly budget?: { readonly calls?: number; readonly tokens?: number };
    /** The agent above, and its session and call that asked for this agent. */
    readonly parent?: string;
    readonly parentSessionID?: string;
    readonly callID?: string;
  };
  /** One answer of the model, with what it cost; its calls follow under the same turn. */
  readonly agent_said: { readonly turn: number; readonly text: string; readonly tokens?: AgentUsage };
  readonly agent_ended: {
    readonly type?: string;
    readonly model?: string;
    readonly ok: boolean;
    readonly steps?: number;
    readonly calls?: number;
    readonly tokens?: AgentUsage | number;
    readonly text?: string;
    readonly error?: unknown;
  };
  /** A set that a person has settled; without that, a call has planned it. */
  readonly plan_changed: { readonly changeSetID: string; readonly settled?: 'applied' | 'dropped' };
  readonly dead_letter: AboutTool & { readonly id: string; readonly error: Failure };
}

/** The data of an event. Listeners read the fields that they know; a newer version may say more. */
export type EventDataOf<T extends ActivityEventType> = ActivityEventData[T] & Readonly<Record<string, unknown>>;
