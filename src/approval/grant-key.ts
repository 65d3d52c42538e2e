import { createHash } from 'node:crypto';
import { canonicalJson } from '../tool/text/canonical-json.ts';

/** All that a yes was given for. If any of it changes, the question comes again. */
export interface GrantSubject {
  readonly tool: string;
  readonly fingerprint: string;
  /** The arguments after coercion. */
  readonly args: unknown;
  /** Path → a text that changes when the file does; for what the person was shown. */
  readonly fileStates: Readonly<Record<string, string | undefined>>;
  /** The folder that the call runs in, where it runs a program. */
  readonly cwd?: string;
  readonly policyVersion: string;
  /** Whether its changes are planned: a yes to a call that acts at once is none to the same call beside a plan. */
  readonly planned?: boolean;
  /** The question, where one call asks more than once. A yes to one question is none to another. */
  readonly question?: string;
}

export function grantKey(subject: GrantSubject): string {
  const { tool, fingerprint, args, fileStates, cwd, policyVersion, planned, question } = subject;
  // A missing file is a state too, and JSON has no undefined.
  const states = Object.fromEntries(Object.entries(fileStates).map(([path, state]) => [path, state ?? null]));
  const bound = [tool, fingerprint, args, states, policyVersion, question, cwd, ...(planned ? ['plan'] : [])];
  return createHash('sha256').update(canonicalJson(bound)).digest('hex');
}
