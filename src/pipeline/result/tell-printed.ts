import { ToolError } from '../../tool/error.ts';
import type { Standing, ValidArguments } from '../call-states.ts';
import { isSandboxed } from '../effects/repeatable.ts';
import { capOutput } from './cap-output.ts';

/** The most bytes and lines that an error carries; the rest is kept aside. */
const MOST = { bytes: 16 * 1024, lines: 400 };

/**
 * Tells with the error what a command printed that has run, and whose changes are not written: they were refused, or
 * met the work of others. Running it again may cost hours or come to something else.
 */
export async function tellPrinted(call: Standing, error: unknown): Promise<ToolError | undefined> {
  const { text, ready, args, runtime } = call;
  if (!text || !ready || !(error instanceof ToolError) || !isSandboxed({ ready, args: args as ValidArguments }))
    return undefined;
  const { limits } = runtime.policy();
  const most = { bytes: Math.min(MOST.bytes, limits.outputBytes), lines: Math.min(MOST.lines, limits.outputLines) };
  const { text: output, cut } = capOutput(text, most, call.callID);
  if (cut) await runtime.outputs.save(call.callID, text).catch(() => {});
  call.trail.note(`It has run, and nothing of it was written. It printed:\n${output}`);
  const { code, message, suggestion, forPeople, details, retryable } = error;
  return new ToolError(code, message, {
    suggestion,
    forPeople,
    details: { ...details, output },
    retryable,
    cause: error,
  });
}
