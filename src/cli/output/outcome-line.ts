import type { Explanation } from '../../pipeline/explain.ts';
import type { Outcome } from '../../tool/outcome.ts';

/** An outcome as one JSON value, as `--json` and `--jsonl` print it. */
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
