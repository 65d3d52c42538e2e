import type { Capability } from '../../tool/effect.ts';
import { nearest } from '../../tool/text/nearest.ts';
import { normalizeHostPattern } from '../patterns/host-pattern.ts';
import { checkGlob, checkRule, type RuleOptions } from '../rules/check-rule.ts';
import type { PolicyInput, PolicyLimits, PresetName, Rule, RuleList, RuntimePolicy } from '../types.ts';
import { checkPolicyInput } from './check-input.ts';
import { CAPABILITIES, DEFAULT_LIMITS, PRESETS } from './presets.ts';
import { mergeLayers } from './restrict.ts';
import { sealPolicy } from './seal-policy.ts';

export interface PolicyOptions extends RuleOptions {
  /** The source of the rules, as reasons name it. */
  readonly source?: string;
  readonly name?: string;
}

/** A policy from a preset's name or from what a person wrote; `standard` is extended where nothing else is said. */
export function createPolicy(input: PresetName | PolicyInput = 'standard', options: PolicyOptions = {}): RuntimePolicy {
  if (typeof input === 'string' && !Object.hasOwn(PRESETS, input)) {
    const [near] = nearest(input, Object.keys(PRESETS), 1);
    const hint =
      near === undefined ? `use ${Object.keys(PRESETS).join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
    throw new TypeError(`There is no policy ${JSON.stringify(input)}; ${hint}`);
  }
  const checked = checkPolicyInput(typeof input === 'string' ? { extends: input } : input);
  const base = PRESETS[checked.extends ?? 'standard'];
  const rules = checkRules(checked.rules, options);
  return sealPolicy({
    name: options.name ?? base.name,
    trust: checked.trust ?? base.trust,
    capabilities: toCapabilities(checked.capabilities ?? base.capabilities),
    ruleLists: rules.length > 0 ? [{ source: options.source ?? 'policy', rules }] : [],
    danger: { ...base.danger, ...defined(checked.danger) },
    network: {
      allow: (checked.network?.allow ?? base.network.allow).map(normalizeHostPattern),
      proxy: checked.network?.proxy ?? base.network.proxy,
    },
    limits: toLimits(checked.limits, base.limits),
    sandbox: checked.sandbox ?? base.sandbox,
    syntax: checked.syntax ?? base.syntax,
    preview: checked.preview ?? base.preview,
    private: changeGlobs(base.private, checked.private, 'policy.private', options.home),
    protected: changeGlobs(base.protected, checked.protected, 'policy.protected', options.home),
    destinations: [...new Set([...base.destinations, ...(checked.destinations ?? [])])],
  });
}

export function checkRules(rules: readonly unknown[] | undefined, options: PolicyOptions = {}): readonly Rule[] {
  return (rules ?? []).map((rule, index) => checkRule(rule, `${options.source ?? 'policy'}: rules[${index}]`, options));
}

/**
 * The policy with one more list (or that source's list replaced), in every layer: for the rules that the user saved,
 * which may silence the asks of all layers. Apply it last.
 */
export function withRules(policy: RuntimePolicy, list: RuleList): RuntimePolicy {
  if (policy.layers) return mergeLayers(policy.layers.map(layer => withRules(layer, list)));
  const others = policy.ruleLists.filter(other => other.source !== list.source);
  if (list.rules.length === 0 && others.length === policy.ruleLists.length) return policy;
  return sealPolicy({ ...policy, ruleLists: list.rules.length > 0 ? [...others, list] : others });
}

/** The policy with more hosts that may be reached without asking, in every layer: by the user's own word alone. */
export function withHosts(policy: RuntimePolicy, hosts: readonly string[]): RuntimePolicy {
  if (policy.layers) return mergeLayers(policy.layers.map(layer => withHosts(layer, hosts)));
  const { network } = policy;
  const allow = [...new Set([...network.allow, ...hosts.map(normalizeHostPattern)])];
  return sealPolicy({ ...policy, network: { ...network, allow } });
}

export const toCapabilities = (names: readonly string[]): readonly Capability[] =>
  CAPABILITIES.filter(capability => names.includes(capability) || (capability === 'execute' && names.includes('exec')));

/** Limits as numbers: JSON has no infinity, so `null` is no limit. */
export function toLimits(input: PolicyInput['limits'], base: PolicyLimits): PolicyLimits {
  const limits: Record<string, number> = { ...base };
  for (const key of Object.keys(DEFAULT_LIMITS) as (keyof PolicyLimits)[]) {
    const given = input?.[key];
    if (given !== undefined) limits[key] = given ?? Infinity;
  }
  return limits as unknown as PolicyLimits;
}

/** Adds globs to the defaults, so that one does not open all the others; `!glob` takes a default out. */
function changeGlobs(
  base: readonly string[],
  input: readonly string[] = [],
  at: string,
  home?: string,
): readonly string[] {
  const globs = new Set(base);
  for (const glob of input) {
    if (!glob.startsWith('!')) globs.add(checkGlob(glob, at, home));
    else if (!globs.delete(glob.slice(1))) {
      const [near] = nearest(glob.slice(1), globs, 1);
      const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(`!${near}`)}?`;
      throw new TypeError(`${at} takes out ${JSON.stringify(glob.slice(1))}, which is not in it${hint}`);
    }
  }
  return [...globs];
}

function defined<T extends object>(value: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, inner]) => inner !== undefined)) as Partial<T>;
}
