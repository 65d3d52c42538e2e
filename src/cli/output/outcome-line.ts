import type { Explanation } from '../../pipeline/explain.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

export function outcomeJson(outcome: Outcome): Record<string, unknown> {
  const id = outcome.id === undefined ? {} : { id: outcome.id };
  if (!outcome.ok) return { ...id, ok: false, error: outcome.error };
  const { title, output, value, metadata, attachments } = outcome;
  return { ...id, ok: true, title, output, value, metadata, ...(attachments.length > 0 ? { attachments } : {}) };
}

export function explanationJson(explanation: Explanation): Record<string, unknown> {
  const id = explanation.id === undefined ? {} : { id: explanation.id };
  if (explanation.error) return { ...id, error: explanation.error };
  const { id: _, error: __, ...rest } = explanation;
  return { ...id, ...rest };
}

/** Prints an outcome, what is wrong where failures go, and gives what the command exits with. */
export function printOutcome(terminal: Terminal, outcome: Outcome, { json }: { readonly json?: boolean }): number {
  if (json) terminal.result(JSON.stringify(outcomeJson(outcome)));
  else (outcome.ok ? terminal.result : terminal.problem)(printable(outcome.output));
  return exitCodeOf(outcome);
}
