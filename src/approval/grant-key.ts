import { createHash } from 'node:crypto';
import { canonicalJson } from '../tool/text/canonical-json.ts';

/** All that a yes was given for. If any of it changed, it is asked again. */
export interface GrantSubject {
  readonly tool: string;
  /** The fingerprint of the tool's definition. */
  readonly fingerprint: string;
  /** The arguments after coercion. */
  readonly args: unknown;
  /** Path → a text that changes when the file does; for what the person was shown. */
  readonly fileStates: Readonly<Record<string, string | undefined>>;
  /** The folder that it runs in, where it runs something. */
  readonly cwd?: string;
  readonly policyVersion: string;
  /** Whether its changes are planned: a yes to what acts at once is none to the same beside a plan. */
  readonly planned?: boolean;
  /** Where one call asks more than once: which question. A yes to one is none to the other. */
  readonly question?: string;
}

export function grantKey(subject: GrantSubject): string {
  const { tool, fingerprint, args, fileStates, cwd, policyVersion, planned, question } = subject;
  // A file that is not there is a state too, and JSON has no undefined.
  const states = Object.fromEntries(Object.entries(fileStates).map(([path, state]) => [path, state ?? null]));
  const text = canonicalJson([
    tool,
    fingerprint,
    args,
    states,
    policyVersion,
    question,
    cwd,
    ...(planned ? ['plan'] : []),
  ]);
  return createHash('sha256').update(text).digest('hex');
}
