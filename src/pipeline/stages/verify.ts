import { ToolError } from '../../tool/error.ts';
import type { Call } from '../call.ts';
import type { Stage } from '../stage.ts';

/** Most files of one change set that are parsed. */
const MOST = 50;

/** Parses the staged files: syntax errors that are new are told or, where the policy says so, refused. */
export const verifyStage: Stage = {
  name: 'verify',
  part: 'conclude',
  run(call) {
    if (!call.hasFiles || call.files.empty || call.files.takesBack) return undefined;
    return parse(call);
  },
};

async function parse(call: Call): Promise<undefined> {
  const { runtime } = call;
  const lines: string[] = [];
  for (const file of (await call.files.changed()).slice(0, MOST)) {
    runtime.syntax.drop(file.path);
    for (const problem of await runtime.syntax.newErrors(file)) {
      lines.push(`${file.path}:${problem.line}:${problem.column}: ${problem.message}`);
    }
  }
  if (lines.length === 0) return;
  const shown = lines.slice(0, 10).join('\n');
  if (runtime.policy().syntax === 'reject') {
    throw new ToolError(
      'POLICY_DENIED',
      `The change would bring new syntax errors, and the policy refuses those; nothing was changed:\n${shown}`,
      {
        suggestion: 'Send the change again with these lines mended.',
        details: { syntax: lines },
      },
    );
  }
  call.notes.push(`New syntax errors after this change:\n${shown}`);
  call.syntax = lines;
}
