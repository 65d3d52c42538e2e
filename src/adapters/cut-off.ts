import type { CallRequest } from '../index.ts';

/**
 * A call that the model did not come to the end of. Libraries may have closed its open parts, so that it looks whole.
 * Half a call must not run; with its end taken away the gate refuses it, says why and records it.
 */
export function cutOff(call: CallRequest): CallRequest {
  const text = typeof call.args === 'string' ? call.args : (JSON.stringify(call.args ?? {}) ?? '{}');
  const end = text.lastIndexOf('}');
  // Without its last bracket no object is whole, however forgiving the reader is.
  return { ...call, args: (end < 0 ? text.trimEnd().slice(0, -1) : text.slice(0, end)) || '{' };
}
