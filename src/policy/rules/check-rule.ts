import type { EffectKind } from '../../tool/effect.ts';
import { describeRule } from '../describe.ts';
import { hostPatternProblem, normalizeHost } from '../patterns/host-pattern.ts';
import { escapeGlob, globProblem } from '../patterns/path-glob.ts';
import type { Rule, Verdict } from '../types.ts';
import { checkObject, checkWord, didYouMean } from './check-shape.ts';
import { type CompiledRule, compileRule, type EffectTarget, toPathTarget } from './compile-rules.ts';
import { checkWhen } from './compile-when.ts';

export const EFFECT_KINDS: readonly EffectKind[] = ['read', 'write', 'delete', 'execute', 'network', 'send', 'state'];
const VERDICTS: readonly Verdict[] = ['allow', 'ask', 'deny'];

export interface ToolNames {
  /** A tool's own name for any of its names; undefined when there is no such tool. */
  canonical(name: string): string | undefined;
  names(): Iterable<string>;
}

export interface RuleOptions {
  /** The tools' names; left out: names are taken as they are. */
  readonly tools?: ToolNames;
  /** The folder that `~/` stands for. */
  readonly home?: string;
}

const KEYS = 'effect tool match when verdict reason fingerprint examples'.split(' ');
/** Kinds of effects whose resource is no path. */
const MATCHES_TEXT: ReadonlySet<EffectKind | undefined> = new Set(['network', 'execute', 'send', 'state'] as const);

/** A checked, frozen rule: known keys and kinds, the tool's own name, `~/` filled in, its examples tried. */
export function checkRule(value: unknown, at: string, options: RuleOptions = {}): Rule {
  const input = checkObject(value, at, KEYS);
  for (const key of ['tool', 'match', 'reason', 'fingerprint'] as const) checkText(input[key], `${at}.${key}`);
  checkWord(input.verdict, `${at}.verdict`, VERDICTS);
  if (input.effect !== undefined) checkWord(input.effect, `${at}.effect`, EFFECT_KINDS);
  const given = input as unknown as Rule;
  if (given.effect === undefined && given.tool === undefined && given.match === undefined)
    throw new TypeError(`${at} needs an effect, a tool or a match`);
  if (
    given.when !== undefined &&
    (given.tool === undefined || (given.match !== undefined && !MATCHES_TEXT.has(given.effect)))
  )
    throw new TypeError(`${at}.when belongs to a rule that names a tool, without a path`);
  if (given.fingerprint !== undefined && (given.verdict !== 'allow' || given.tool === undefined))
    throw new TypeError(`${at}.fingerprint belongs to a rule that allows a tool`);
  const rule: Rule = Object.freeze({
    ...(given.effect === undefined ? {} : { effect: given.effect }),
    ...(given.tool === undefined ? {} : { tool: checkTool(given.tool, `${at}.tool`, options.tools) }),
    ...(given.match === undefined ? {} : { match: checkMatch(given, `${at}.match`, options.home) }),
    ...(given.when === undefined ? {} : { when: checkWhen(given.when, `${at}.when`) }),
    verdict: given.verdict,
    ...(given.reason === undefined ? {} : { reason: given.reason }),
    ...(given.fingerprint === undefined ? {} : { fingerprint: given.fingerprint }),
    ...(given.examples === undefined ? {} : { examples: checkExamples(given.examples, `${at}.examples`) }),
  });
  tryExamples(compileRule(rule), at, options.home);
  return rule;
}

function checkText(value: unknown, at: string): void {
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return;
  throw new TypeError(`${at} must be a text that is not empty`);
}

function checkTool(name: string, at: string, tools: ToolNames | undefined): string {
  if (name === '*') throw new TypeError(`${at} is "*"; leave it out to mean every tool`);
  if (!tools || name.includes('*')) return name;
  const canonical = tools.canonical(name);
  if (canonical === undefined)
    throw new TypeError(`${at}: there is no tool ${JSON.stringify(name)}${didYouMean(name, tools.names())}`);
  return canonical;
}

function checkMatch({ effect, match = '' }: Rule, at: string, home: string | undefined): string {
  if (effect === 'network') {
    const problem = hostPatternProblem(match);
    if (problem !== undefined) throw new TypeError(`${at} ${JSON.stringify(match)} ${problem}`);
  }
  if (effect === 'network' || effect === 'execute' || effect === 'send' || effect === 'state') return match;
  const problem = effect === undefined && globProblem(match);
  if (problem)
    throw new TypeError(`${at} ${JSON.stringify(match)} is no glob: ${problem}; for a command say effect "execute"`);
  return checkGlob(match, at, home);
}

/** A glob with `~/` filled in and no `!` in front, which would turn its meaning round. */
export function checkGlob(glob: string, at: string, home: string | undefined): string {
  const problem = globProblem(glob);
  if (problem !== undefined) throw new TypeError(`${at} ${JSON.stringify(glob)} is no glob: ${problem}`);
  if (glob.startsWith('!')) throw new TypeError(`${at} begins with "!"; write a rule with another verdict instead`);
  if (glob !== '~' && !glob.startsWith('~/')) return glob;
  if (home === undefined) throw new TypeError(`${at} begins with "~", and no home folder is known here`);
  return escapeGlob(home.replace(/\/+$/, '')) + glob.slice(1);
}

function checkExamples(value: unknown, at: string): NonNullable<Rule['examples']> {
  const input = checkObject(value, at, ['match', 'noMatch']);
  for (const key of ['match', 'noMatch']) {
    const texts = input[key];
    if (texts === undefined) continue;
    if (!Array.isArray(texts) || texts.some(text => typeof text !== 'string'))
      throw new TypeError(`${at}.${key} must be a list of texts`);
  }
  const copy = Object.fromEntries(
    Object.entries(input).map(([key, texts]) => [key, Object.freeze([...(texts as string[])])]),
  );
  return Object.freeze(copy);
}

/** A root for examples, which are relative to it; any folder will do. */
const ROOT = '/workspace';

function tryExamples(compiled: CompiledRule, at: string, home: string | undefined): void {
  const { rule } = compiled;
  for (const example of rule.examples?.match ?? []) {
    if (!targetsOf(example, home).some(target => compiled.matches(target)))
      throw new TypeError(`${at} (${describeRule(rule)}) does not match its example ${JSON.stringify(example)}`);
  }
  for (const example of rule.examples?.noMatch ?? []) {
    if (targetsOf(example, home).some(target => compiled.matches(target)))
      throw new TypeError(`${at} (${describeRule(rule)}) matches ${JSON.stringify(example)}, which it must not`);
  }
}

function targetsOf(example: string, home: string | undefined): readonly EffectTarget[] {
  const path = home !== undefined && example.startsWith('~/') ? home + example.slice(1) : example;
  return EFFECT_KINDS.map(kind => {
    if (kind === 'network') return { kind, resource: example, host: normalizeHost(example) };
    if (kind === 'execute' || kind === 'send' || kind === 'state') return { kind, resource: example };
    return toPathTarget(kind, path, ROOT);
  });
}
