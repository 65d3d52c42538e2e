import type { Result } from '../context.ts';
import type { ToolError } from '../error.ts';
import { toToolError } from './foreign-codes.ts';

type Args = Record<string, unknown>;

/** Reads `{ ok, value }` and `{ success, … }` results; anything else is the value itself. */
export function unwrap(name: string, returned: unknown): Result {
  if (typeof returned !== 'object' || returned === null) return asResult(returned);
  const result = returned as Args;
  if (typeof result.ok === 'boolean' && ('value' in result || 'error' in result)) {
    if (result.ok) return asResult(result.value);
    throw failureOf(name, result.error);
  }
  if (typeof result.success === 'boolean') {
    const { success, error, error_type, suggestion, code, ...rest } = result;
    if (success) return asResult(code === undefined ? rest : { ...rest, code });
    throw failureOf(name, { message: error, suggestion, code, type: error_type, details: { ...rest, error_type } });
  }
  return asResult(returned);
}

const asResult = (value: unknown): Result => (typeof value === 'string' ? { output: value, value } : { value });

function failureOf(name: string, error: unknown): ToolError {
  const facts = (typeof error === 'object' && error !== null ? error : { message: error }) as Args;
  return toToolError({ ...facts, message: String(facts.message ?? `${name} failed`) });
}
