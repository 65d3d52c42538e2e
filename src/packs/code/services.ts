import type { Context } from '../../tool/context.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { ShellServices } from '../shell/services.ts';

/** The calls that a script makes; each goes through all stages, with a record below that of the script. */
export interface ScriptTools {
  /** The start of the script in epoch milliseconds, the same however often the script goes on. */
  readonly startedAt: number;
  /** The seed of the script's random numbers. */
  readonly seed: string;
  readonly made: number;
  readonly goesOn: boolean;
  /** Whether text that others wrote came back to the script. */
  readonly untrusted: boolean;
  /** Milliseconds in which the script waited for people. */
  readonly waited: number;
  /** Makes one call. Rejects where the script cannot go on. */
  call(name: string, args: unknown): Promise<{ readonly outcome: Outcome; readonly at: number }>;
  /** Stops the calls under way, and resolves when none is left. */
  end(): Promise<void>;
}

export interface CodeServices extends ShellServices {
  /**
   * Opens the calls of the script that this call runs; `what` is all that tells this script from others. Left out:
   * scripts have no tools.
   */
  readonly openScript?: (ctx: Context, what: unknown) => Promise<ScriptTools>;
  /** A text for the model on how to call tools and, where it sees no others, which there are. */
  readonly sayTools?: () => string;
}
