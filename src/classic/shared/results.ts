import { isRecord } from '../../schema/json.ts';
import { ToolError } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';

/** An outcome as one object with a flag, the fields of its value beside it. */
// biome-ignore lint/suspicious/noExplicitAny: whoever reads the fields of a tool knows them.
type FlatFields = Record<string, any>;

export function toFlatResult(outcome: Outcome): { success: boolean; error: string } & FlatFields {
  if (outcome.ok) return { ...fieldsOf(outcome), success: true, error: '' };
  const { message, type, suggestion, details } = outcome.error;
  return { success: false, error: message, error_type: details?.error_type ?? type, suggestion };
}

function fieldsOf({ value, output }: Outcome): FlatFields {
  if (value === undefined) return { output };
  return isRecord(value) ? value : { result: value };
}

/** The value that the tool itself would have returned, or its error, thrown. */
export function toReturned(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.value ?? outcome.output;
  const { code, message, ...rest } = outcome.error;
  throw new ToolError(code, message, rest);
}
