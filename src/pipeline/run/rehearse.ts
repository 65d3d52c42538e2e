import { ToolError } from '../../tool/error.ts';
import type { Judged } from '../call-states.ts';
import { isHeldBack } from '../effects/repeatable.ts';
import { openFiles } from './open-files.ts';
import { RunContext } from './run-context.ts';
import { withinLimits } from './within-limits.ts';

/** Runs a held-back call on a view that is thrown away, to see its diff; a call that is going to fail fails here. */
export async function rehearse(call: Judged): Promise<string | undefined> {
  if (!isHeldBack(call)) return undefined;
  const files = openFiles(call.runtime, call);
  const context = new RunContext(call, { open: () => files });
  const stopped = new ToolError('ABORTED', 'The call was aborted; nothing was changed');
  const leave = call.stop.hear(() => context.stop(stopped));
  try {
    // The arguments are a copy: a tool that changes them must not change what the person is shown and what is run.
    await withinLimits(call, call.ready.definition.execute(copyOf(call.args) as never, context));
    return files.empty ? undefined : await files.diff();
  } catch (error) {
    // A file that the policy still hides only costs the diff.
    if (error instanceof ToolError && error.code === 'POLICY_DENIED') return undefined;
    throw error;
  } finally {
    leave();
    files.discard();
  }
}

/** A copy of arguments that a tool may change. One that cannot be copied, such as a schema's function, is its own. */
export function copyOf(args: unknown): unknown {
  try {
    return structuredClone(args);
  } catch {
    return args;
  }
}
