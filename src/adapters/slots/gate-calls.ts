import { posix } from 'node:path';
import { type CallOptions, checkOptions, type Outcome, ToolError, type Toolgate } from '../../index.ts';

export interface SlotOptions {
  /** Options of every call: the session, the agent, an approver. */
  readonly call?: CallOptions;
}

type Arguments = Readonly<Record<string, unknown>>;

export interface OwnCall {
  readonly abort?: AbortSignal | undefined;
  /** Receives the output of a command. */
  readonly onPrinted?: ((text: string) => void) | undefined;
}

export type GateCalls = ReturnType<typeof gateCalls>;

/**
 * Calls for a framework that brings its own tools and wants files and commands below them. Each call stands alone: the
 * framework waits for the results that it needs, and the gate keeps apart calls that change the same.
 */
export function gateCalls(gate: Toolgate, { call = {} }: SlotOptions) {
  /** Makes a call; its outcome may be a refusal. */
  const outcome = (name: string, args: Arguments, { abort, onPrinted }: OwnCall = {}): Promise<Outcome> => {
    const onEvent: CallOptions['onEvent'] = event => {
      call.onEvent?.(event);
      if (event.type === 'tool_output_chunk') onPrinted?.(String(event.data.chunk));
    };
    // Either signal ends a call that still waits for those of other queues.
    const ends = abort && call.abort ? AbortSignal.any([abort, call.abort]) : abort;
    return gate.queue({ ...call, apart: true }).add({ name, args }, { abort: ends, onEvent: onPrinted && onEvent });
  };
  return {
    /** Real path of the workspace. */
    root: gate.workspace.root,
    sessionID: gate.session(call.sessionID).id,
    outcome,
    /** The value of a call that went well; throws the refusal of any other. */
    value: async <Value>(name: string, args: Arguments, own?: OwnCall): Promise<Value> => {
      const ended = await outcome(name, args, own);
      if (!ended.ok) throw toRefusal(ended, own?.abort);
      return ended.value as Value;
    },
  };
}

/** A refusal as frameworks throw it: its message is all that the model is to read. */
export function toRefusal(outcome: Extract<Outcome, { ok: false }>, abort?: AbortSignal | undefined): Error {
  const { code, type, details, retryable } = outcome.error;
  // A caller that has stopped a call knows it by its own reason.
  if (code === 'ABORTED' && abort?.aborted && abort.reason instanceof Error) return abort.reason;
  return new ToolError(code, outcome.output, { type, retryable, details });
}

export function checkSlotOptions(name: string, options: SlotOptions): void {
  checkOptions(name, options, { call: true });
}

/**
 * A path of a framework whose files begin at `/`: `/` is the workspace, also where the path is the real path of
 * something in it, as commands print it. So no path leads out.
 */
export function fromRootedPath(root: string, path: string): string {
  const plain = posix.normalize(path);
  if (plain === root || plain.startsWith(root.endsWith('/') ? root : `${root}/`)) return plain;
  return plain.startsWith('/') ? `.${plain}` : path;
}
