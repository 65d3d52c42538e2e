import { ToolError } from '../../tool/error.ts';
import type { ReadyTool } from '../../tool/ready.ts';
import type { Performed, Standing, ValidArguments } from '../call-states.ts';
import { isSandboxed } from '../effects/repeatable.ts';
import { type CappedOutput, capOutput, type OutputLimits } from './cap-output.ts';
import { condenseOutput } from './condense/condense-output.ts';

type PrintedCall = Pick<Performed, 'text' | 'callID' | 'ready'> & { readonly args: unknown };

/** The text of a result as a model gets it: a log is condensed by its kind, and then any text too long is cut. */
export function shortenOutput({ text, callID, ready, args }: PrintedCall, limits: OutputLimits): CappedOutput {
  if (!isLog(ready, args)) return capOutput(text, limits, callID);
  const made = condenseOutput(text, callID);
  const capped = capOutput(made.text, limits, callID, made.condensed);
  return made.condensed ? { ...capped, cut: true } : capped;
}

/** Whether the output is a log. The call has done its work: a tool that cannot say so must not make it fail. */
function isLog({ definition: { logs = false } }: ReadyTool, args: unknown): boolean {
  try {
    return typeof logs === 'function' ? logs(args as never) : logs;
  } catch {
    return false;
  }
}

/** The most bytes and lines of output that an error carries; the rest is kept aside. */
const MOST = { bytes: 16 * 1024, lines: 400 };

/** Adds to the error the output of a command that has run, and is not written: running it again may cost hours. */
export async function tellPrinted(call: Standing, error: unknown): Promise<ToolError | undefined> {
  const { text, ready, args, runtime, trail, run } = call;
  // The model does not get what a rehearsal printed or found, while nobody has allowed it.
  if (call.rehearsed && run) trail.notes.length = Math.min(trail.notes.length, run.noted);
  if (call.rehearsed) return undefined;
  if (!text || !ready || !(error instanceof ToolError) || !isSandboxed({ ready, args: args as ValidArguments }))
    return undefined;
  const { limits } = runtime.policy();
  const most = { bytes: Math.min(MOST.bytes, limits.outputBytes), lines: Math.min(MOST.lines, limits.outputLines) };
  const { text: output, cut } = shortenOutput({ text, ready, args, callID: call.callID }, most);
  if (cut) await runtime.outputs.save(call.callID, text).catch(() => {});
  trail.note(`It has run, and nothing of it was written. It printed:\n${output}`);
  const { code, message, suggestion, forPeople, details, retryable } = error;
  return new ToolError(code, message, {
    suggestion,
    forPeople,
    details: { ...details, output },
    retryable,
    cause: error,
  });
}
