import type { Danger } from '../../tool/effect.ts';
import { intersectHosts } from '../patterns/host-pattern.ts';
import type { PolicyLimits, RuntimePolicy } from '../types.ts';
import { CAPABILITIES, DEFAULT_LIMITS, strictest, TRUSTS } from './presets.ts';
import { sealPolicy } from './seal-policy.ts';

/**
 * A policy that is never less restrictive than either. Both stay in it as layers and are judged alone, so that an allow
 * in one silences nothing in the other; the policy's own fields are the strictest of both, for readers.
 */
export function restrict(a: RuntimePolicy, b: RuntimePolicy): RuntimePolicy {
  return mergeLayers([...(a.layers ?? [a]), ...(b.layers ?? [b])]);
}

/** Merges plain policies; the same one twice counts once. */
export function mergeLayers(policies: readonly RuntimePolicy[]): RuntimePolicy {
  // The first of equal layers stays: no later one takes its place.
  const layers = policies.filter(({ version }, at) => at === policies.findIndex(other => other.version === version));
  const [first, ...rest] = layers;
  if (!first) throw new TypeError('A policy needs at least one layer');
  if (rest.length === 0) return first;
  const merged = rest.reduce<Omit<RuntimePolicy, 'version'>>((fields, layer) => meet(fields, layer), first);
  return sealPolicy({ ...merged, name: [...new Set(layers.map(({ name }) => name))].join(' + '), layers });
}

type Content = Omit<RuntimePolicy, 'version'>;

const meet = (a: Content, b: Content): Content => ({
  name: a.name,
  trust: TRUSTS[Math.min(TRUSTS.indexOf(a.trust), TRUSTS.indexOf(b.trust))] ?? 'untrusted',
  capabilities: CAPABILITIES.filter(one => a.capabilities.includes(one) && b.capabilities.includes(one)),
  ruleLists: [...a.ruleLists, ...b.ruleLists],
  danger: meetDanger(a.danger, b.danger),
  network: { allow: intersectHosts(a.network.allow, b.network.allow), proxy: a.network.proxy && b.network.proxy },
  limits: meetLimits(a.limits, b.limits),
  sandbox: a.sandbox === 'required' || b.sandbox === 'required' ? 'required' : 'off',
  syntax: a.syntax === 'reject' || b.syntax === 'reject' ? 'reject' : 'warn',
  preview: a.preview === 'safe-first' && b.preview === 'safe-first' ? 'safe-first' : 'off',
  private: [...new Set([...a.private, ...b.private])],
  protected: [...new Set([...a.protected, ...b.protected])],
  destinations: meetDestinations(a.destinations, b.destinations),
});

/** The destinations of both lists; only for readers, since each layer judges by its own. */
function meetDestinations(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.includes('*')) return b;
  return b.includes('*') ? a : a.filter(target => b.includes(target));
}

function meetDanger(a: RuntimePolicy['danger'], b: RuntimePolicy['danger']): RuntimePolicy['danger'] {
  const level = (danger: Danger) => strictest(a[danger], b[danger]);
  return { safe: level('safe'), moderate: level('moderate'), dangerous: level('dangerous') };
}

function meetLimits(a: PolicyLimits, b: PolicyLimits): PolicyLimits {
  const keys = Object.keys(DEFAULT_LIMITS) as (keyof PolicyLimits)[];
  return Object.fromEntries(keys.map(key => [key, Math.min(a[key], b[key])])) as unknown as PolicyLimits;
}
