import { hashText } from '../../tool/crypto/sha-256.ts';
import { canonicalJson } from '../../tool/text/canonical-json.ts';
import type { RuntimePolicy } from '../types.ts';

/** Freezes a policy, all the way down, and gives it the version of its content, which most starts do not ask for. */
export function sealPolicy(content: Omit<RuntimePolicy, 'version'>): RuntimePolicy {
  const { version: _, ...fields } = content as RuntimePolicy;
  for (const inner of Object.values(fields)) deepFreeze(inner);
  let version: string | undefined;
  return Object.freeze({
    ...fields,
    get version() {
      version ??= versionOf(fields);
      return version;
    },
  });
}

function versionOf({ layers, ...fields }: Omit<RuntimePolicy, 'version'>): string {
  const text = canonicalJson(finite({ ...fields, layers: layers?.map(layer => layer.version) }));
  return hashText(text).slice(0, 32);
}

/** A value that JSON can hold; without this, infinity and `null` would give the same version. */
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
