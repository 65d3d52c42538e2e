import { ToolError } from '../../tool/error.ts';
import type { CallFiles } from '../../workspace/port.ts';
import type { Performed, Verified } from '../call-states.ts';
import type { Stage } from '../stage-row.ts';

/** The most files of one change set that are parsed. */
const MOST = 50;

/** Parses the staged files: new syntax errors are told or, where the policy says so, refused. */
export const verifyStage: Stage<Performed, Verified> = {
  name: 'verify',
  bounded: false,
  run: call => {
    const files = call.view.staged;
    return !files || files.takesBack ? (call as Verified) : parse(call, files);
  },
};

async function parse(call: Performed, files: CallFiles): Promise<Verified> {
  const { runtime, trail } = call;
  const lines: string[] = [];
  for (const file of (await files.changed()).slice(0, MOST)) {
    for (const problem of await runtime.syntax.newErrors(file))
      lines.push(`${file.path}:${problem.line}:${problem.column}: ${problem.message}`);
  }
  if (lines.length === 0) return call as Verified;
  const shown = lines.slice(0, 10).join('\n');
  if (runtime.policy().syntax === 'reject')
    throw new ToolError(
      'POLICY_DENIED',
      `The change would bring new syntax errors, and the policy refuses those; nothing was changed:\n${shown}`,
      { suggestion: 'Send the change again with these lines mended.', details: { syntax: lines } },
    );
  trail.note(`New syntax errors after this change:\n${shown}`);
  return { ...call, syntax: lines as readonly string[] } as Verified;
}
