import type { Danger } from '../../tool/effect.ts';
import { normalizeHostPattern } from '../patterns/host-pattern.ts';
import { checkGlob } from '../rules/check-rule.ts';
import type { PolicyInput, PolicyLimits, PresetName, RuntimePolicy, Verdict } from '../types.ts';
import { checkPolicyInput } from './check-input.ts';
import { checkRules, type PolicyOptions, toCapabilities, toLimits } from './create-policy.ts';
import { PRESETS, strictness, TRUSTS, UNRESTRICTED } from './presets.ts';
import { restrict } from './restrict.ts';
import { sealPolicy } from './seal-policy.ts';

/**
 * The policy that a project's own file makes of the user's: only stricter parts of the file count. Its allows are
 * exceptions to its own asks and loosen nothing else. `loosenings` tells the parts that had no effect.
 */
export function tighten(
  base: RuntimePolicy,
  input: PresetName | PolicyInput,
  options: PolicyOptions = {},
): RuntimePolicy {
  const wanted = read(input);
  const source = options.source ?? 'project';
  const rules = checkRules(wanted.rules, { ...options, source });
  const given = wanted.capabilities ?? base.capabilities;
  return restrict(
    base,
    sealPolicy({
      ...UNRESTRICTED,
      name: options.name ?? source,
      trust: wanted.trust ?? UNRESTRICTED.trust,
      capabilities: toCapabilities(given).filter(capability => base.capabilities.includes(capability)),
      ruleLists: rules.length > 0 ? [{ source, rules }] : [],
      danger: stricterDanger(wanted.danger, base.danger),
      network: {
        allow: (wanted.network?.allow ?? UNRESTRICTED.network.allow).map(normalizeHostPattern),
        proxy: wanted.network?.proxy ?? UNRESTRICTED.network.proxy,
      },
      // Less room for images is no restriction: it would take the way back away.
      limits: { ...toLimits(wanted.limits, UNRESTRICTED.limits), disk: UNRESTRICTED.limits.disk },
      sandbox: wanted.sandbox === 'required' ? 'required' : base.sandbox,
      syntax: wanted.syntax ?? UNRESTRICTED.syntax,
      preview: wanted.preview ?? UNRESTRICTED.preview,
      private: added(wanted.private, 'policy.private'),
      protected: added(wanted.protected, 'policy.protected'),
    }),
  );
}

/** The parts of a project's file that have no effect because they would loosen; for people, one line each. */
export function loosenings(base: RuntimePolicy, input: PresetName | PolicyInput): readonly string[] {
  const wanted = read(input);
  const lines: string[] = [];
  const more = toCapabilities(wanted.capabilities ?? []).filter(one => !base.capabilities.includes(one));
  if (more.length > 0) lines.push(`capabilities: ${more.join(', ')}`);
  if (wanted.trust !== undefined && TRUSTS.indexOf(wanted.trust) > TRUSTS.indexOf(base.trust))
    lines.push(`trust: ${wanted.trust}`);
  for (const [level, verdict] of Object.entries(wanted.danger ?? {}) as [Danger, Verdict][])
    if (strictness(verdict) < strictness(base.danger[level])) lines.push(`danger.${level}: ${verdict}`);
  for (const [key, limit] of Object.entries(wanted.limits ?? {}) as [keyof PolicyLimits, number | null][])
    if (key === 'disk' || (limit ?? Infinity) > base.limits[key]) lines.push(`limits.${key}: ${limit}`);
  if (wanted.network?.proxy && !base.network.proxy) lines.push('network.proxy: true');
  if (wanted.sandbox === 'off' && base.sandbox === 'required') lines.push('sandbox: off');
  if (wanted.syntax === 'warn' && base.syntax === 'reject') lines.push('syntax: warn');
  if (wanted.preview === 'safe-first' && base.preview !== 'safe-first') lines.push('preview: safe-first');
  for (const key of ['private', 'protected'] as const)
    for (const glob of wanted[key] ?? []) if (glob.startsWith('!')) lines.push(`${key}: ${glob}`);
  for (const target of wanted.destinations ?? []) lines.push(`destinations: ${target}`);
  (wanted.rules ?? []).forEach((rule, index) => {
    if (rule.verdict === 'allow') lines.push(`rules[${index}]: an allow`);
  });
  return lines;
}

/** Reads a project's file. A preset that the file extends stands for its capabilities and its danger map alone. */
function read(input: PresetName | PolicyInput): PolicyInput {
  const checked = checkPolicyInput(typeof input === 'string' ? { extends: input } : input);
  if (checked.extends === undefined) return checked;
  const { capabilities, danger } = PRESETS[checked.extends];
  return { ...checked, capabilities: checked.capabilities ?? capabilities, danger: { ...danger, ...checked.danger } };
}

/** The stricter levels of danger. The others allow: else the user's own allows could not silence the same ask. */
function stricterDanger(wanted: PolicyInput['danger'], base: RuntimePolicy['danger']): RuntimePolicy['danger'] {
  const level = (danger: Danger): Verdict => {
    const verdict = wanted?.[danger] ?? 'allow';
    return strictness(verdict) > strictness(base[danger]) ? verdict : 'allow';
  };
  return { safe: level('safe'), moderate: level('moderate'), dangerous: level('dangerous') };
}

/** Globs that a project adds; a project knows no home folder, and takes no default out. */
const added = (globs: readonly string[] = [], at: string): readonly string[] =>
  globs.filter(glob => !glob.startsWith('!') && !glob.startsWith('~')).map(glob => checkGlob(glob, at, undefined));
