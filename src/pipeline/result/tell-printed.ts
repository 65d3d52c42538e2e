import { ToolError } from '../../tool/error.ts';
import type { Standing, ValidArguments } from '../call-states.ts';
import { isSandboxed } from '../effects/repeatable.ts';
import { shortenOutput } from './shorten-output.ts';

/** The most bytes and lines of output that an error carries; the rest is kept aside. */
const MOST = { bytes: 16 * 1024, lines: 400 };

/**
 * Adds to the error the output of a command that has run, and whose changes are not written: they were refused, or met
 * the work of others. Running the command again may cost hours or come to something else.
 */
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
