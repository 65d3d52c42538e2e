import type { Effect, EffectKind } from '../../tool/effect.ts';
import { type CommandPattern, compileCommandPattern } from '../patterns/command-pattern.ts';
import { matchesHost, normalizeHost, normalizeHostPattern } from '../patterns/host-pattern.ts';
import { compilePathGlob, type PathGlob, type PathView, viewPath } from '../patterns/path-glob.ts';
import type { Rule, RuleList } from '../types.ts';
import { compileWhen } from './compile-when.ts';

export interface EffectTarget {
  readonly kind: EffectKind;
  readonly resource: string;
  readonly path?: PathView;
  /** A made-up path far below a folder that is changed as a whole; an allow for the folder must reach there too. */
  readonly deep?: PathView;
  readonly host?: string;
}

export interface CompiledRule {
  readonly rule: Rule;
  /** Whether the rule is about the call itself: a tool, and neither an effect nor a match. */
  readonly whole: boolean;
  about(tool: string): boolean;
  holdsFor(args: unknown): boolean;
  concerns(kind: EffectKind): boolean;
  matches(target: EffectTarget): boolean;
  /** Whether the rule, not matching the folder itself, might match something in it. */
  mayMatchBelow(target: EffectTarget): boolean;
}

export interface CompiledList {
  readonly source: string;
  readonly rules: readonly CompiledRule[];
  /** Whether one of the rules holds only for a tool as it was. */
  readonly bound: boolean;
  readonly conditional: boolean;
  /** Rules about calls of this tool, whatever its arguments are, in order. */
  rulesFor(tool: string): readonly CompiledRule[];
  /** Rules about calls of this tool that hold for these arguments, in order. */
  rulesWith(tool: string, args: unknown): readonly CompiledRule[];
}

export function compileRules(lists: readonly RuleList[]): readonly CompiledList[] {
  return lists.filter(list => list.rules.length > 0).map(compileList);
}

function compileList({ source, rules }: RuleList): CompiledList {
  const compiled = rules.map(compileRule);
  const byTool = new Map<string, readonly CompiledRule[]>();
  const conditional = compiled.some(({ rule }) => rule.when !== undefined);
  return {
    source,
    rules: compiled,
    conditional,
    bound: rules.some(({ fingerprint }) => fingerprint !== undefined),
    rulesFor(tool) {
      let found = byTool.get(tool);
      if (!found) {
        found = compiled.filter(rule => rule.rule.when === undefined && rule.about(tool));
        if (byTool.size < 10_000) byTool.set(tool, found);
      }
      return found;
    },
    rulesWith(tool, args) {
      if (!conditional || args === undefined) return this.rulesFor(tool);
      return compiled.filter(rule => rule.about(tool) && rule.holdsFor(args));
    },
  };
}

const known = new WeakMap<Rule, CompiledRule>();

/** Compiles once for each rule object; rules are frozen when a policy is made. */
export function compileRule(rule: Rule): CompiledRule {
  let compiled = known.get(rule);
  if (!compiled) {
    compiled = makeRule(rule);
    if (Object.isFrozen(rule)) known.set(rule, compiled);
  }
  return compiled;
}

function makeRule(rule: Rule): CompiledRule {
  const guards = rule.verdict !== 'allow';
  const concerns = (kind: EffectKind) => rule.effect === undefined || rule.effect === kind;
  return {
    rule,
    whole: rule.tool !== undefined && rule.effect === undefined && rule.match === undefined,
    about: toolMatcher(rule.tool),
    holdsFor: rule.when ? compileWhen(rule.when, guards) : () => true,
    concerns,
    ...resourceMatcher(rule, { guards, concerns }),
  };
}

function toolMatcher(tool: string | undefined): (name: string) => boolean {
  if (tool === undefined) return () => true;
  if (!tool.includes('*')) return name => name === tool;
  return compileCommandPattern(tool).admits;
}

type ResourceMatcher = Pick<CompiledRule, 'matches' | 'mayMatchBelow'>;

/** A test for the effect's resource by the rule's match: as a path, a host, or a text. */
function resourceMatcher(
  { match }: Rule,
  { guards, concerns }: { guards: boolean; concerns: (kind: EffectKind) => boolean },
): ResourceMatcher {
  if (match === undefined) return { matches: ({ kind }) => concerns(kind), mayMatchBelow: () => false };
  let glob: PathGlob | undefined;
  let command: CommandPattern | undefined;
  const host = normalizeHostPattern(match);
  const paths = () => {
    glob ??= compilePathGlob(match, { guards });
    return glob;
  };
  return {
    matches(target) {
      if (!concerns(target.kind)) return false;
      if (target.path) return paths().test(target.path) && (guards || !target.deep || paths().test(target.deep));
      if (target.host !== undefined) return matchesHost(host, target.host);
      command ??= compileCommandPattern(match);
      return guards ? command.catches(target.resource) : command.admits(target.resource);
    },
    mayMatchBelow: ({ kind, path }) => path !== undefined && concerns(kind) && paths().mayMatchBelow(path),
  };
}

const DEEP = '/\uffff/\uffff';

export function toTarget({ kind, resource, tree }: Effect, root: string): EffectTarget {
  if (kind === 'network') return { kind, resource, host: normalizeHost(resource) };
  if (kind === 'execute' || kind === 'send' || kind === 'state') return { kind, resource };
  const path = viewPath(resource, root);
  if (!tree || kind === 'read') return { kind, resource, path };
  return { kind, resource, path, deep: viewPath(path.absolute === '/' ? DEEP : path.absolute + DEEP, root) };
}

/** A path at one kind of effect: for links that were crossed and for paths inside a folder. */
export const toPathTarget = (kind: EffectKind, path: string, root: string): EffectTarget => ({
  kind,
  resource: path,
  path: viewPath(path, root),
});

/** The rule that counts: within a list a deny always wins, otherwise the last match. */
export function winnerOf(
  rules: readonly CompiledRule[],
  target: EffectTarget,
  skipWhole = false,
): CompiledRule | undefined {
  let winner: CompiledRule | undefined;
  for (const rule of rules) {
    if ((skipWhole && rule.whole) || !rule.matches(target)) continue;
    if (rule.rule.verdict === 'deny') return rule;
    winner = rule;
  }
  return winner;
}
