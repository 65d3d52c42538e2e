import type { Call } from './call.ts';

/** Touches nothing but by reading. */
export const isRead = (call: Call): boolean =>
  call.effects !== 'everything' && call.effects.every(effect => effect.kind === 'read');

/** A second run cannot do more than the first. */
export function isRepeatable(call: Call): boolean {
  const { idempotent, staged } = call.ready.definition;
  return idempotent === true || staged === true || isRead(call);
}
