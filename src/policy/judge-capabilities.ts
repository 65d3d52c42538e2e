import { type Capability, capabilitiesOf } from '../tool/effect.ts';
import { largestOf } from '../tool/lists/long-lists.ts';
import type { CompiledLayer } from './compile-policy.ts';
import { CAPABILITIES, PRESETS, TRUSTS } from './create/presets.ts';
import type { Facts, Reason, Trust } from './types.ts';

const NEEDED_TRUST: Readonly<Record<Capability, Trust>> = {
  read: 'untrusted',
  trace: 'untrusted',
  write: 'workspace',
  execute: 'user',
  network: 'user',
};

/** The way to grant capabilities: a flag brings what a preset leaves out; any other policy must be changed itself. */
const sayWhatGrants = (policy: string, names: readonly Capability[]): string => {
  if (policy === 'project') return 'The "policy" of the project\'s config takes it away.';
  if (!Object.hasOwn(PRESETS, policy)) return `The policy "${policy}" takes it away.`;
  return `To grant it: --policy ${names.every(one => one === 'write') ? 'standard' : 'privileged'}, or the config.`;
};

/** The suggestion to a model where only a person could help; it does not say how. */
export const LEFT_TO_PEOPLE = 'Find another way; only a person can allow it.';

/** The line that the tool's definition lacks, for its author. */
const sayUndeclared = ({ undeclared }: Facts): string =>
  undeclared
    ? '. It declares neither effects nor permissions; add the line to its definition, such as permissions: { required: ["read"] }, or effects: args => [reads(args.path)]'
    : '';

/** The capabilities that the tool requires and its effects need; where these are unknown, the required ones. */
function allNeeded({ required, effects }: Facts): readonly Capability[] {
  const named = effects === 'everything' ? required : capabilitiesOf(effects);
  return named.every(one => required.includes(one)) ? required : [...new Set([...required, ...named])];
}

/** Denies a call beyond the profile of its pack: the profile is the pack's word on the most it does, and was let in. */
export function judgePack(facts: Facts, reasons: Reason[]): void {
  const { tool, pack, ceiling } = facts;
  if (!ceiling) return;
  const beyond = [...new Set(allNeeded(facts))].filter(capability => !ceiling.includes(capability));
  if (beyond.length === 0) return;
  reasons.push({
    verdict: 'deny',
    from: 'pack',
    text: `${tool} needs ${beyond.join(' and ')}, which the profile of its pack ${pack} does not have${sayUndeclared(facts)}`,
    suggestion: LEFT_TO_PEOPLE,
    forPeople: `To grant it: a riskProfile that has it, in the manifest of ${pack}.`,
  });
}

export function judgeCapabilities(facts: Facts, { policy, grants }: CompiledLayer, reasons: Reason[]): void {
  const needed = allNeeded(facts);
  if (needed.length === 0) return;
  const missing = new Set(needed.filter(capability => !grants.has(capability)));
  const trust = largestOf(
    needed.map(capability => TRUSTS.indexOf(NEEDED_TRUST[capability] ?? 'user')),
    0,
  );
  if (missing.size > 0) {
    const names = [...new Set([...CAPABILITIES, ...missing])].filter(one => missing.has(one));
    reasons.push({
      verdict: 'deny',
      from: 'capability',
      text: `${facts.tool} needs ${names.join(' and ')}, which the policy "${policy.name}" does not grant${sayUndeclared(facts)}`,
      suggestion: LEFT_TO_PEOPLE,
      forPeople: sayWhatGrants(policy.name, names),
    });
  } else if (trust > TRUSTS.indexOf(policy.trust))
    reasons.push({
      verdict: 'deny',
      from: 'trust',
      text: `${facts.tool} needs the trust "${TRUSTS[trust]}", and the policy "${policy.name}" has "${policy.trust}"`,
      suggestion: LEFT_TO_PEOPLE,
      forPeople: 'To grant it: policy.trust in your own config.',
    });
}
