import type { Capability } from '../tool/effect.ts';
import { compileDestinations } from './patterns/destination.ts';
import { matchesHost, normalizeHostPattern } from './patterns/host-pattern.ts';
import { compilePathSet, type PathSet } from './patterns/path-set.ts';
import { type CompiledList, compileRules } from './rules/compile-rules.ts';
import type { RuntimePolicy } from './types.ts';

/** One policy (or one layer of it) made ready for deciding. */
export interface CompiledLayer {
  readonly policy: RuntimePolicy;
  readonly grants: ReadonlySet<Capability>;
  readonly lists: readonly CompiledList[];
  readonly protected: PathSet;
  readonly private: PathSet;
  trusts(target: string): boolean;
  /** Whether a host, normalised, is on the allowlist. */
  allowsHost(host: string): boolean;
}

const compiled = new WeakMap<RuntimePolicy, readonly CompiledLayer[]>();
/** The policy that was asked for last; all calls ask for it several times. */
let last: { readonly policy: RuntimePolicy; readonly layers: readonly CompiledLayer[] } | undefined;

/** Compiles once for each policy; policies are frozen. */
export function compilePolicy(policy: RuntimePolicy): readonly CompiledLayer[] {
  if (last?.policy === policy) return last.layers;
  let layers = compiled.get(policy);
  if (!layers) {
    layers = (policy.layers ?? [policy]).map(compileLayer);
    compiled.set(policy, layers);
  }
  last = { policy, layers };
  return layers;
}

export const looksAtArguments = (policy: RuntimePolicy): boolean =>
  compilePolicy(policy).some(({ lists }) => lists.some(({ conditional }) => conditional));

/** The set without samples of files with secrets, and public halves of keys: they are there to be read. */
const withoutSamples = (set: PathSet): PathSet => ({
  ...set,
  find(path) {
    const found = set.find(path);
    return found?.includes('*') && SAMPLE.test(path.absolute) ? undefined : found;
  },
});

const SAMPLE = /\/(?:\.env[^/]*[._-](?:example|sample|template|tmpl|dist|defaults?|schema)|id_[a-z0-9]+\.pub)$/i;

function compileLayer(policy: RuntimePolicy): CompiledLayer {
  const hosts = policy.network.allow.map(normalizeHostPattern);
  return {
    policy,
    grants: new Set(policy.capabilities),
    lists: compileRules(policy.ruleLists),
    protected: compilePathSet(policy.protected),
    private: withoutSamples(compilePathSet(policy.private)),
    trusts: compileDestinations(policy.destinations),
    allowsHost: host => hosts.some(pattern => matchesHost(pattern, host)),
  };
}
