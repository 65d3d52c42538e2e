import type { Danger, Effect, Effects } from '../tool/effect.ts';
import { type CompiledLayer, compilePolicy } from './compile-policy.ts';
import { strictness } from './create/presets.ts';
import { listBriefly, relativeTo, shortLine } from './describe.ts';
import { privateTo } from './guards/unread.ts';
import { judgeCapabilities, judgePack, LEFT_TO_PEOPLE } from './judge-capabilities.ts';
import { judgeOrigins } from './judge-origins.ts';
import { normalizeHost } from './patterns/host-pattern.ts';
import { viewPath } from './patterns/path-glob.ts';
import { shownByRun, wantsRehearsal } from './rehearsal.ts';
import { judgeRules, type RulesJudgement } from './rules/judge-rules.ts';
import { ANY_HOST, leaksTo } from './taint.ts';
import type { Decision, Facts, Reason, RuntimePolicy } from './types.ts';

/** Decides on a call; nothing else does. Layers are judged alone, the strictest wins, a check that throws refuses. */
export function decide(facts: Facts, policy: RuntimePolicy): Decision {
  try {
    const layers = compilePolicy(policy);
    const reasons: Reason[] = [];
    judgePack(facts, reasons);
    for (const layer of layers) judge(facts, { layer, sandbox: policy.sandbox }, reasons);
    if (facts.alsoAs) for (const name of facts.alsoAs) judgeAlsoAs(name, facts, { layers, reasons });
    if (reasons.length === 0) return ALLOWED[facts.danger];
    const decision = concluded(reasons);
    return wantsRehearsal(reasons, policy) ? { ...decision, rehearse: true } : decision;
  } catch (error) {
    const text = `The call could not be judged, so it is refused: ${error instanceof Error ? error.message : String(error)}`;
    return concluded([{ verdict: 'deny', from: 'error', text }]);
  }
}

/** One layer, and whether all layers together have commands run in a sandbox. */
type JudgedLayer = { readonly layer: CompiledLayer; readonly sandbox: RuntimePolicy['sandbox'] };

function judge(facts: Facts, { layer, sandbox }: JudgedLayer, reasons: Reason[]): void {
  const rules = layer.lists.length > 0 ? judgeRules(facts, layer.lists) : NO_RULES;
  if (facts.failed !== undefined)
    reasons.push({ verdict: 'deny', from: 'error', text: `A check of ${facts.tool} failed: ${facts.failed}` });
  judgeCapabilities(facts, layer, reasons);
  judgeSandbox(facts, { layer, sandbox }, reasons);
  for (const reason of rules.reasons) reasons.push(facts.takesBack ? askedInstead(reason) : reason);
  judgeDanger(facts, layer, { rules, reasons });
  if (facts.approval !== false && !rules.silences) {
    const text =
      typeof facts.approval === 'string' ? `${facts.tool}: ${facts.approval}` : `${facts.tool} wants to be asked for`;
    reasons.push({ verdict: 'ask', from: 'tool', text });
  }
  judgePlan(facts, reasons);
  judgeProtected(facts, layer, reasons);
  judgePrivate(facts, layer, reasons);
  judgeNetwork(facts, layer, { rules, reasons });
  judgeOrigins(facts, layer, reasons);
  judgeBudget(facts, layer, reasons);
}

/** An ask in the place of a refusal: a change written against a rule, or before it, can always be taken back. */
function askedInstead(reason: Reason): Reason {
  const { rule, verdict, text } = reason;
  if (verdict !== 'deny' || rule?.tool !== undefined) return reason;
  return { ...reason, verdict: 'ask', text: `${text}; what was written there can be taken back all the same` };
}

/** Judges by a tool's other names, which may forbid or ask; only the name that rules are read with may allow. */
function judgeAlsoAs(
  tool: string,
  facts: Facts,
  { layers, reasons }: { layers: readonly CompiledLayer[]; reasons: Reason[] },
): void {
  for (const { lists } of layers)
    for (const reason of judgeRules({ ...facts, tool }, lists).reasons)
      if (reason.verdict !== 'allow' && reason.rule?.tool !== undefined) reasons.push(reason);
}

const NO_RULES: RulesJudgement = { reasons: [], silences: false, hosts: new Set() };
type Hearing = { readonly rules: RulesJudgement; readonly reasons: Reason[] };

/** Judges the danger. A tool from an untrusted place that does not say what it touches cannot vouch for itself. */
function judgeDanger(facts: Facts, { policy }: CompiledLayer, { rules, reasons }: Hearing): void {
  const unvouched = facts.trust === 'untrusted' && facts.effects === 'everything' && facts.danger !== 'dangerous';
  const danger: Danger = unvouched ? 'dangerous' : facts.danger;
  const verdict = policy.danger[danger];
  if (verdict === 'allow' || (verdict === 'ask' && rules.silences)) return;
  const what = unvouched
    ? `${facts.tool} is not trusted and does not say what it touches, so it counts as dangerous`
    : `The call is ${danger}${facts.why ? ` (${shortLine(facts.why, 300)})` : ''}`;
  if (verdict === 'ask') {
    const text = `${what}, and the policy "${policy.name}" asks about such calls`;
    const shown = !unvouched && shownByRun.danger(facts);
    reasons.push({ verdict, from: 'danger', text, ...(shown ? { shownByRun: true } : {}) });
    return;
  }
  const text = `${what}, and the policy "${policy.name}" does not allow such calls`;
  reasons.push({
    verdict: 'deny',
    from: 'danger',
    text,
    suggestion: LEFT_TO_PEOPLE,
    forPeople: 'To allow it: another policy, or policy.danger in the config.',
  });
}

/** Asks for a call that nothing contains, whatever a rule allows; first, so that a person reads it first. */
function judgeSandbox(facts: Facts, { layer: { policy }, sandbox }: JudgedLayer, reasons: Reason[]): void {
  if (policy.sandbox !== 'off' || !runs(facts)) return;
  const said = `The policy "${policy.name}" says sandbox: off, so every run is asked for`;
  const text = sandbox === 'off' ? `${said}: ${UNHELD}` : `${said}, though another policy has it run in a sandbox`;
  reasons.push({ verdict: 'ask', from: 'sandbox', text });
}

const UNHELD =
  'NO SANDBOX holds it. With all your rights it can read and change files anywhere, also those that rules hide, use the ' +
  'network, and take memory without limit; only what it changes in the workspace can be taken back';

/** Whether a call runs programs. A tool that needs leave to, and says nothing of its effects, may run anything. */
const runs = ({ effects, required }: Facts): boolean =>
  touches(effects, RUNS) ||
  (required.includes('execute') && effects !== 'everything' && !effects.some(({ kind }) => kind === 'state'));

/** Asks for a call that cannot be taken back with the plan, whatever a rule allows. */
function judgePlan({ tool, unplannable, effects }: Facts, reasons: Reason[]): void {
  if (!unplannable || !touches(effects, CHANGES)) return;
  reasons.push({ verdict: 'ask', from: 'plan', text: `${tool} would act at once: what it does cannot be planned` });
}

const RUNS: readonly Effect['kind'][] = ['execute'];
const CHANGES: readonly Effect['kind'][] = ['write', 'delete', 'execute', 'network', 'send'];

const touches = (effects: Effects, kinds: readonly Effect['kind'][]): boolean =>
  effects === 'everything' || effects.some(({ kind }) => kinds.includes(kind));

function judgeProtected({ effects, root, contained, runsLater }: Facts, layer: CompiledLayer, reasons: Reason[]): void {
  if (effects === 'everything') return;
  let touched: string[] | undefined;
  for (const effect of effects) {
    if (effect.kind !== 'write' && effect.kind !== 'delete') continue;
    for (const path of effect.via ? [effect.resource, ...effect.via] : [effect.resource]) {
      const known = layer.protected.find(viewPath(path, root)) !== undefined;
      if (!known && !(runsLater?.includes(path) && layer.policy.protected.length > 0)) continue;
      touched ??= [];
      touched.push(path);
    }
    if (effect.tree && !contained)
      touched = [...(touched ?? []), ...layer.protected.namesBelow(viewPath(effect.resource, root))];
  }
  if (!touched || touched.length === 0) return;
  const names = listBriefly(touched.map(path => shortLine(relativeTo(path, root), 200)));
  reasons.push({ verdict: 'ask', from: 'protected', text: `${names}: what is written there runs later by itself` });
}

/** Asks for reads that name a secret, in every preset: it goes into a model's context, and to whoever runs that. */
function judgePrivate({ tool, effects, root }: Facts, layer: CompiledLayer, reasons: Reason[]): void {
  if (effects === 'everything' || !effects.some(readsContent)) return;
  const hides = privateTo(layer, { tool, root, effects });
  const named = effects
    .filter(readsContent)
    .flatMap(({ resource, via = [] }) => [resource, ...via])
    .filter(hides);
  if (named.length === 0) return;
  const names = listBriefly([...new Set(named)].map(path => shortLine(relativeTo(path, root), 200)));
  reasons.push({ verdict: 'ask', from: 'private', text: `${names} may hold secrets, which the model would be shown` });
}

const readsContent = ({ kind, about }: Effect): boolean => kind === 'read' && !about;

function judgeNetwork(facts: Facts, layer: CompiledLayer, { rules, reasons }: Hearing): void {
  if (facts.effects !== 'everything')
    for (const effect of facts.effects) {
      if (effect.kind !== 'network') continue;
      const host = normalizeHost(effect.resource);
      if (layer.allowsHost(host) || rules.hosts.has(host)) continue;
      reasons.push({
        verdict: 'ask',
        from: 'network',
        text: `${shortLine(host, 200)} is not among the hosts that the policy "${layer.policy.name}" allows`,
        suggestion: LEFT_TO_PEOPLE,
        forPeople: 'To open it: policy.network.allow in your own config.',
        ...(shownByRun.host(host, facts) ? { shownByRun: true } : {}),
      });
    }
  const hosts = leaksTo(facts, layer);
  if (hosts.length === 0) return;
  const where = hosts.includes(ANY_HOST) ? 'some host' : listBriefly(hosts.map(host => shortLine(host, 200)));
  const held = facts.session.privateRead ? 'this session has read some' : 'the call can read some';
  const came = facts.session.tainted ? 'untrusted content has come in before' : 'untrusted content may come in with it';
  reasons.push({ verdict: 'ask', from: 'taint', text: `Private data could go to ${where}: ${held}, and ${came}` });
}

function judgeBudget({ session }: Facts, { policy }: CompiledLayer, reasons: Reason[]): void {
  if (session.calls < policy.limits.calls && session.tokens < policy.limits.tokens) return;
  for (const key of BUDGETS) {
    const used = session[key];
    if (used < policy.limits[key]) continue;
    reasons.push({
      verdict: 'deny',
      from: 'budget',
      text: `The session has used ${used} ${key}, and the policy "${policy.name}" allows ${policy.limits[key]}`,
      suggestion: 'Finish with what is there; only a person can allow more.',
      forPeople: `To allow more: policy.limits.${key} in your own config.`,
    });
  }
}

const BUDGETS = ['calls', 'tokens'] as const;

/** The decision: the strictest reason first, the same text once. */
function concluded(all: readonly Reason[]): Decision {
  const reasons = [...new Map(all.map(reason => [`${reason.verdict} ${reason.text}`, reason])).values()].sort(
    (a, b) => strictness(b.verdict) - strictness(a.verdict),
  );
  return { verdict: reasons[0]!.verdict, reasons, code: codeOf(reasons[0]!) };
}

function codeOf({ from, rule }: Reason): Decision['code'] {
  if (rule) return 'POLICY_DENIED';
  if (from === 'capability' || from === 'trust' || from === 'pack') return 'PERMISSION_DENIED';
  return from === 'budget' ? 'BUDGET_EXCEEDED' : 'POLICY_DENIED';
}

function allowed(danger: Danger): Decision {
  const text = `The call is ${danger}; nothing speaks against it`;
  const reason: Reason = Object.freeze({ verdict: 'allow', from: 'danger', text });
  return Object.freeze({ verdict: 'allow', reasons: Object.freeze([reason]), code: 'POLICY_DENIED' });
}

const ALLOWED = { safe: allowed('safe'), moderate: allowed('moderate'), dangerous: allowed('dangerous') } as const;
