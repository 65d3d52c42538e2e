import type { Definition, Info } from './define.ts';

/** Tells an author where `retry` has no effect, or not the one that it seems to have. */
export function adviseOnRetry({ id, definition }: Info): void {
  if (typeof definition === 'function' || !definition.retry) return;
  const held = whyNotRepeated(definition);
  if (held) process.emitWarning(`The tool ${id} has retry, and ${held}`);
  if (definition.retry.on === undefined) {
    process.emitWarning(
      `The tool ${id} has retry, which holds for errors that say retryable: true and not for a plain Error. Say retry: { on: 'any' } to mean those too, or on: 'retryable'`,
    );
  }
}

const MEND = 'If a second run does no more than the first, say idempotent: true';

/** Why no call is repeated. What a call touches is known with its arguments; without `effects` it may be anything. */
function whyNotRepeated({ idempotent, staged, readOnly, effects }: Definition): string | undefined {
  if (idempotent) return undefined;
  if (!effects) return `no call of it is tried again, since it does not say what it touches. ${MEND}`;
  return staged || readOnly ? undefined : `only calls that do nothing but read are tried again. ${MEND}`;
}
