import type { Capability } from '../tool/effect.ts';
import { type CompiledList, compileRules } from './compile-rules.ts';
import { matchesHost, normalizeHostPattern } from './host-pattern.ts';
import { compilePathSet, type PathSet } from './path-set.ts';
import type { RuntimePolicy } from './types.ts';

/** One policy (or one layer of it) made ready for deciding. */
export interface CompiledLayer {
  readonly policy: RuntimePolicy;
  readonly grants: ReadonlySet<Capability>;
  readonly lists: readonly CompiledList[];
  readonly protected: PathSet;
  readonly private: PathSet;
  /** On the allowlist; normalised. */
  allowsHost(host: string): boolean;
}

const compiled = new WeakMap<RuntimePolicy, readonly CompiledLayer[]>();

/** Done once for each policy; policies are frozen. */
export function compilePolicy(policy: RuntimePolicy): readonly CompiledLayer[] {
  let layers = compiled.get(policy);
  if (!layers) {
    layers = (policy.layers ?? [policy]).map(compileLayer);
    compiled.set(policy, layers);
  }
  return layers;
}

function compileLayer(policy: RuntimePolicy): CompiledLayer {
  const hosts = policy.network.allow.map(normalizeHostPattern);
  return {
    policy,
    grants: new Set(policy.capabilities),
    lists: compileRules(policy.ruleLists),
    protected: compilePathSet(policy.protected),
    private: compilePathSet(policy.private),
    allowsHost: host => hosts.some(pattern => matchesHost(pattern, host)),
  };
}
