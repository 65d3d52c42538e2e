import type { Effect, EffectKind } from '../../tool/effect.ts';
import { describeEffect, describeRule, listBriefly } from '../describe.ts';
import { shownByRun } from '../rehearsal.ts';
import type { Facts, Reason, Rule } from '../types.ts';
import { EFFECT_KINDS } from './check-rule.ts';
import type { CompiledList, CompiledRule, EffectTarget } from './compile-rules.ts';
import { toPathTarget, toTarget, winnerOf } from './compile-rules.ts';

export interface RulesJudgement {
  readonly reasons: readonly Reason[];
  /** Whether an allow that names the tool covers the call: then neither the danger nor the tool itself asks. */
  readonly silences: boolean;
  readonly hosts: ReadonlySet<string>;
}

/** Judges each list alone; each list's word on each effect counts, and the caller takes the strictest. */
export function judgeRules(facts: Facts, lists: readonly CompiledList[]): RulesJudgement {
  const judging = new RulesJudge(facts);
  for (const list of lists) judging.judge(list);
  return judging.done();
}

class RulesJudge {
  readonly #facts: Facts;
  readonly #effects: readonly Effect[];
  readonly #targets: readonly EffectTarget[];
  readonly #runs: boolean;
  /** Whether an allow that names the tool covers an effect, by its position. */
  readonly #covered: boolean[];
  readonly #hosts = new Set<string>();
  #changed: { rule: Rule; source: string } | undefined;
  readonly #said = new Map<CompiledRule, { source: string; sure: string[]; maybe: string[] }>();

  constructor(facts: Facts) {
    this.#facts = facts;
    this.#effects = facts.effects === 'everything' ? [] : facts.effects;
    this.#targets = this.#effects.map(effect => toTarget(effect, facts.root));
    this.#runs = this.#targets.some(({ kind }) => kind === 'execute');
    this.#covered = new Array(facts.effects === 'everything' ? EFFECT_KINDS.length : Math.max(1, this.#targets.length));
    this.#covered.fill(false);
  }

  judge(list: CompiledList): void {
    const rules = this.#inForce(list);
    if (rules.length === 0) return;
    if (this.#facts.effects === 'everything') this.#judgeEverything(rules, list.source);
    else if (this.#targets.length === 0) this.#judgeCall(rules, list.source);
    else for (let index = 0; index < this.#targets.length; index++) this.#judgeEffect(index, rules, list.source);
    for (const target of this.#facts.targets ?? []) this.#judgeNamed(target, rules, list.source);
  }

  /** Judges targets that only the arguments name: a rule that allows such a target allows no effect. */
  #judgeNamed(resource: string, rules: readonly CompiledRule[], source: string): void {
    const effect = { kind: 'send', resource } as const;
    const winner = winnerOf(rules, toTarget(effect, this.#facts.root), true);
    if (winner && winner.rule.verdict !== 'allow')
      this.#say(winner, source).sure.push(describeEffect(effect, this.#facts.root));
  }

  /** Rules in force: an allow that is bound to the tool as it was is left out where the tool has changed. */
  #inForce(list: CompiledList): readonly CompiledRule[] {
    const rules = list.rulesWith(this.#facts.tool, this.#facts.args);
    if (!list.bound) return rules;
    const holds = ({ rule }: CompiledRule) =>
      rule.fingerprint === undefined || rule.fingerprint === this.#facts.fingerprint;
    const outdated = rules.find(rule => !holds(rule));
    if (outdated) this.#changed ??= { rule: outdated.rule, source: list.source };
    return rules.filter(holds);
  }

  /** Judges effects of any kind: a rule without a match holds for all; any other that forbids or asks might hold. */
  #judgeEverything(rules: readonly CompiledRule[], source: string): void {
    const sweeping = rules.filter(({ rule }) => rule.match === undefined);
    EFFECT_KINDS.forEach((kind, index) => {
      const winner = winnerOf(sweeping, { kind, resource: '' });
      if (winner) this.#count(winner, index, source, 'everything');
    });
    this.#suspectAll(rules, source);
  }

  /** Judges effects beside the named ones: as effects of any kind, and covered only by rules that allow all kinds. */
  #judgeUnknown(index: number, rules: readonly CompiledRule[], source: string): void {
    const sweeping = rules.filter(({ rule }) => rule.match === undefined);
    const winners = EFFECT_KINDS.map(kind => winnerOf(sweeping, { kind, resource: '' }));
    for (const winner of new Set(winners)) if (winner) this.#say(winner, source).sure.push('everything');
    if (winners.every(winner => winner?.rule.verdict === 'allow' && winner.rule.tool !== undefined))
      this.#covered[index] = true;
    this.#suspectAll(rules, source);
  }

  #suspectAll(rules: readonly CompiledRule[], source: string): void {
    for (const rule of rules) {
      // A contained file is judged before it is written; a host or a command is not.
      if (this.#facts.contained && (rule.rule.effect === undefined || isPathKind(rule.rule.effect))) continue;
      if (rule.rule.match !== undefined) this.#suspect(rule, source, 'everything');
    }
  }

  /** Judges a call without effects: only rules about the call itself count. */
  #judgeCall(rules: readonly CompiledRule[], source: string): void {
    const winner = strictestOrLast(rules.filter(rule => rule.whole));
    if (winner) this.#count(winner, 0, source, this.#facts.tool);
  }

  #judgeEffect(index: number, rules: readonly CompiledRule[], source: string): void {
    const effect = this.#effects[index]!;
    if (effect.unknown) {
      this.#judgeUnknown(index, rules, source);
      return;
    }
    const target = this.#targets[index]!;
    const text = () => describeEffect(effect, this.#facts.root);
    // Rules about the tool as a whole are about the commands it runs, if it runs any: `ask bash` and then `allow bash
    // npm test` lets the tests run, whatever they read and write.
    const winner = winnerOf(rules, target, this.#runs && target.kind !== 'execute');
    if (winner) this.#count(winner, index, source, text());
    for (const link of effect.via ?? []) this.#judgeLink(link, target.kind, rules, source);
    const changesTree = effect.tree === true && (target.kind === 'write' || target.kind === 'delete');
    if (!changesTree || this.#facts.contained) return;
    for (const rule of rules) if (rule !== winner && rule.mayMatchBelow(target)) this.#suspect(rule, source, text());
  }

  /** Judges a crossed link: the link is read, and a rule on its own path is about the effect that goes through it. */
  #judgeLink(link: string, kind: EffectKind, rules: readonly CompiledRule[], source: string): void {
    for (const seen of new Set<EffectKind>(['read', kind])) {
      const winner = winnerOf(rules, toPathTarget(seen, link, this.#facts.root), this.#runs);
      if (winner && winner.rule.verdict !== 'allow')
        this.#say(winner, source).sure.push(describeEffect({ kind: seen, resource: link }, this.#facts.root));
    }
  }

  #count(winner: CompiledRule, index: number, source: string, text: string): void {
    const { verdict, tool, effect, match } = winner.rule;
    this.#say(winner, source).sure.push(text);
    if (verdict !== 'allow') return;
    if (tool !== undefined) this.#covered[index] = true;
    const host = this.#targets[index]?.host;
    if (host !== undefined && (effect === 'network' || match !== undefined)) this.#hosts.add(host);
  }

  #suspect(rule: CompiledRule, source: string, text: string): void {
    if (rule.rule.verdict !== 'allow') this.#say(rule, source).maybe.push(text);
  }

  #say(rule: CompiledRule, source: string): { sure: string[]; maybe: string[] } {
    let said = this.#said.get(rule);
    if (!said) {
      said = { source, sure: [], maybe: [] };
      this.#said.set(rule, said);
    }
    return said;
  }

  done(): RulesJudgement {
    const reasons: Reason[] = [];
    for (const [{ rule }, { source, sure, maybe }] of this.#said) {
      const because = rule.reason === undefined ? '' : `: ${rule.reason}`;
      const name = `The rule "${describeRule(rule)}" (${source})`;
      const verb = { deny: 'forbids', ask: 'asks about', allow: 'allows' }[rule.verdict];
      if (sure.length > 0)
        reasons.push({
          verdict: rule.verdict,
          from: source,
          text: `${name} ${verb} ${listBriefly(sure)}${because}`,
          rule,
        });
      else {
        const text = `${name} might hold for something in ${listBriefly(maybe)}${because}`;
        const might = { verdict: 'ask', from: source, text, rule } as const;
        reasons.push(shownByRun.mightHold(might, this.#facts) ? { ...might, shownByRun: true } : might);
      }
    }
    const silences = this.#isCovered();
    if (this.#changed && !silences) {
      const { rule, source } = this.#changed;
      const text = `${this.#facts.tool} was allowed once, and its description or its parameters have changed since`;
      reasons.push({ verdict: 'ask', from: source, text, rule });
    }
    return { reasons, silences, hosts: this.#hosts };
  }

  /**
   * Whether every effect is covered. Reads inside the workspace beside other effects need not be; nor, where commands
   * are run, their changes inside the workspace and the hosts they reach, which are asked about on their own.
   */
  #isCovered(): boolean {
    if (this.#targets.length === 0) return this.#covered.every(covered => covered);
    const onlyReads = this.#targets.every(({ kind }) => kind === 'read');
    return this.#targets.every((target, index) => {
      if (this.#covered[index]) return true;
      const inside = target.path !== undefined && target.path.relative !== undefined;
      if (target.kind === 'read') return inside && !onlyReads;
      return this.#runs && (target.kind === 'network' || target.kind === 'state' || inside);
    });
  }
}

const isPathKind = (kind: EffectKind): boolean => kind === 'read' || kind === 'write' || kind === 'delete';

function strictestOrLast(rules: readonly CompiledRule[]): CompiledRule | undefined {
  return rules.find(({ rule }) => rule.verdict === 'deny') ?? rules.at(-1);
}
