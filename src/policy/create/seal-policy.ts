import { createHash } from 'node:crypto';
import { canonicalJson } from '../../tool/text/canonical-json.ts';
import type { RuntimePolicy } from '../types.ts';

/** Freezes a policy, all the way down, and gives it the version that its content has. */
export function sealPolicy(content: Omit<RuntimePolicy, 'version'>): RuntimePolicy {
  const { layers, version: _, ...fields } = content as RuntimePolicy;
  const text = canonicalJson(finite({ ...fields, layers: layers?.map(layer => layer.version) }));
  const version = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return deepFreeze({ ...content, version });
}

/** A value that JSON can hold; without this no limit and a limit of `null` would be one. */
function finite(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(finite);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, finite(inner)]));
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
