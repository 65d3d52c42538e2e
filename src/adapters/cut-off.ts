import type { CallRequest } from '../index.ts';

/**
 * A call that the model did not come to the end of. Libraries may have closed what was open, so that it looks whole;
 * half a call must not run, and with its end taken away the gate refuses it, says why and records it.
 */
export function cutOff(call: CallRequest): CallRequest {
  const text = typeof call.args === 'string' ? call.args : (JSON.stringify(call.args ?? {}) ?? '{}');
  return { ...call, args: isWhole(text) ? text.trimEnd().slice(0, -1) || '{' : text };
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text || '{}');
    return true;
  } catch {
    return false;
  }
}
