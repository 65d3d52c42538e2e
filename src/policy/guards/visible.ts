import { type Effects, isUnbounded } from '../../tool/effect.ts';
import { compilePolicy } from '../compile-policy.ts';
import { type CompiledRule, toPathTarget, winnerOf } from '../rules/compile-rules.ts';
import type { RuntimePolicy } from '../types.ts';
import { privateTo } from './unread.ts';

interface VisibleOptions {
  /** The tool; rules that name another tool do not hold. */
  readonly tool?: string;
  /** The tool's other names: paths that rules on these hide are hidden too. */
  readonly alsoAs?: readonly string[];
  /** Whether to leave out paths that look like secrets, unless the call names them. */
  readonly secrets?: boolean;
  /** The call's resolved effects once it is allowed: paths that were asked about and granted are visible. */
  readonly approved?: Effects;
}

/**
 * Whether a call may see a real path inside a folder: not when the rules for reading deny the path or ask about it.
 * Undefined when no rule can hide anything.
 */
export function visible(
  policy: RuntimePolicy,
  root: string,
  options: VisibleOptions = {},
): ((absolute: string) => boolean) | undefined {
  const { tool, alsoAs = [] } = options;
  const lists = compilePolicy(policy)
    .flatMap(layer => layer.lists)
    .flatMap(({ rules }) => [
      { rules: rules.filter(rule => concernsReading(rule, tool)), hides },
      ...alsoAs.map(name => ({ rules: rules.filter(rule => concernsReading(rule, name)), hides: hidesByName })),
    ])
    .filter(list => list.rules.some(list.hides));
  const secret = options.secrets && tool !== undefined ? secretTo(policy, root, { ...options, tool }) : undefined;
  if (lists.length === 0 && !secret) return undefined;
  const granted = grantedBy(options.approved, root);
  return absolute => {
    if (secret?.(absolute)) return false;
    if (lists.length === 0) return true;
    const target = toPathTarget('read', absolute, root);
    return lists.every(list => {
      // Most paths are hidden by no rule; the order of the rules matters only where one could.
      if (!list.rules.some(rule => list.hides(rule) && rule.matches(target))) return true;
      const winner = winnerOf(list.rules, target);
      return winner === undefined || !list.hides(winner) || granted(absolute, winner);
    });
  };
}

/** Whether a path looks like a secret, and neither a rule nor the call, which was asked about, has named it. */
function secretTo(
  policy: RuntimePolicy,
  root: string,
  { tool, approved = [] }: VisibleOptions & { readonly tool: string },
): (absolute: string) => boolean {
  const layers = compilePolicy(policy).map(layer => privateTo(layer, { tool, root, effects: [] }));
  const isSecret = (absolute: string) => layers.some(hides => hides(absolute));
  const named = approved === 'everything' ? [] : approved.map(({ resource }) => resource).filter(isSecret);
  const isNamed = (absolute: string) => named.some(path => absolute === path || absolute.startsWith(`${path}/`));
  return absolute => isSecret(absolute) && !isNamed(absolute);
}

const concernsReading = (rule: CompiledRule, tool: string | undefined): boolean =>
  rule.concerns('read') && (tool === undefined ? rule.rule.tool === undefined : rule.about(tool));

/** Whether a rule hides paths; a rule without a match is about the call, which was asked about as a whole. */
const hides = ({ rule }: CompiledRule): boolean => rule.verdict !== 'allow' && rule.match !== undefined;

/** Whether a rule hides paths by another name of the tool; rules without a name were heard under the tool's own. */
const hidesByName = (rule: CompiledRule): boolean => hides(rule) && rule.rule.tool !== undefined;

/** Whether a person said yes to this very path, or to a folder that the same rule asked about. Nothing lifts a deny. */
function grantedBy(approved: Effects | undefined, root: string): (absolute: string, winner: CompiledRule) => boolean {
  if (approved === undefined) return () => false;
  if (approved === 'everything' || isUnbounded(approved)) return (_, { rule }) => rule.verdict === 'ask';
  const reads = approved.filter(({ kind }) => kind === 'read');
  return (absolute, winner) =>
    winner.rule.verdict === 'ask' &&
    reads.some(({ resource, tree }) => {
      if (resource === absolute) return true;
      if (!tree || !absolute.startsWith(`${resource}/`)) return false;
      return winner.matches(toPathTarget('read', resource, root));
    });
}
