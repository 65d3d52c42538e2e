import type { PolicyLimits, RuntimePolicy } from '../types.ts';
import { mergeLayers } from './restrict.ts';
import { sealPolicy } from './seal-policy.ts';

/** A policy as JSON, to be read by another process. */
export type CarriedPolicy = Readonly<Record<string, unknown>>;

/** The word for no limit, since JSON has no infinity. */
const NO_LIMIT = 'none';

export const packPolicy = (policy: RuntimePolicy): readonly CarriedPolicy[] =>
  (policy.layers ?? [policy]).map(({ layers: _, limits, ...layer }) => ({
    ...layer,
    limits: mapLimits(limits, limit => (limit === Infinity ? NO_LIMIT : limit)),
  }));

/** Unpacks a policy; anything else is refused, since a policy that is only half read allows too much. */
export const unpackPolicy = (packed: readonly CarriedPolicy[]): RuntimePolicy => mergeLayers(packed.map(unpackLayer));

function unpackLayer({ version, limits, ...layer }: CarriedPolicy): RuntimePolicy {
  const read = mapLimits(limits as Readonly<Record<string, unknown>>, limit => (limit === NO_LIMIT ? Infinity : limit));
  const sealed = sealPolicy({ ...layer, limits: read as unknown as PolicyLimits } as Omit<RuntimePolicy, 'version'>);
  if (sealed.version !== version) throw new TypeError('A policy was changed on its way, or comes from another version');
  return sealed;
}

const mapLimits = (limits: object, map: (limit: unknown) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(limits).map(([key, limit]) => [key, map(limit)]));
