import type { Context } from '../../tool/context.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { ShellServices } from '../shell/services.ts';

/** The calls that a script makes; each goes through all stages, with a record below that of the script. */
export interface ScriptTools {
  /** Epoch milliseconds, the same however often the script goes on. */
  readonly startedAt: number;
  /** What its random numbers come from. */
  readonly seed: string;
  readonly made: number;
  readonly goesOn: boolean;
  /** Whether something that others wrote came back to it. */
  readonly untrusted: boolean;
  /** Milliseconds that people were waited for. */
  readonly waited: number;
  /** Rejects where the script cannot go on. */
  call(name: string, args: unknown): Promise<{ readonly outcome: Outcome; readonly at: number }>;
  /** Stops what is under way, and resolves when nothing is. */
  end(): Promise<void>;
}

export interface CodeServices extends ShellServices {
  /** Opens the calls of the script that this call runs; `what` is all that makes it this script. Left out: it has no tools. */
  readonly openScript?: (ctx: Context, what: unknown) => Promise<ScriptTools>;
  /** What a model is told of calling tools, and where it sees no others, which there are. */
  readonly sayTools?: () => string;
}
