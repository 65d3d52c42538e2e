import { posix } from 'node:path';
import { type Effect, isUnbounded } from '../../tool/effect.ts';
import { withRules } from '../create/create-policy.ts';
import { decide } from '../decide.ts';
import { describeRule, listBriefly, relativeTo } from '../describe.ts';
import { escapeCommand } from '../patterns/command-pattern.ts';
import { normalizeHost } from '../patterns/host-pattern.ts';
import { escapeGlob } from '../patterns/path-glob.ts';
import type { Facts, Rule, RuntimePolicy } from '../types.ts';
import { commandFamily } from './command-family.ts';

/** A proposal that "always" would save. */
export interface Suggestion {
  readonly verdict: 'allow' | 'deny';
  readonly rules: readonly Rule[];
  /** A sentence for the person who is asked. */
  readonly text: string;
}

/** The name of an unknown host. An answer on one command must not open, or close, every host to all the others. */
const ANY_HOST = '*';
/** The most rules that are still one decision. */
const MOST = 3;

/**
 * Suggests the rules that an "always" to this call would save: first an allow, if there is one of a sensible width that
 * would let the same call through without asking, then a deny.
 */
export function suggestRules(facts: Facts, policy: RuntimePolicy): readonly Suggestion[] {
  const suggestions: Suggestion[] = [];
  const { fingerprint } = facts;
  // A rule that allows a tool of others is bound to the tool as it is now; a host alone would let any tool through.
  const wide = fingerprint === undefined ? [allowHosts(facts, policy)] : [];
  for (const made of [...wide, allowCall(facts)]) {
    const rules = fingerprint === undefined ? made : made?.map(rule => ({ ...rule, fingerprint }));
    if (suggestions.length > 0 || !rules || !suffices(rules, facts, policy)) continue;
    suggestions.push({ verdict: 'allow', rules, text: `Always: ${sentence(rules)}, without asking` });
  }
  const denied = denyCall(facts);
  if (denied) suggestions.push({ verdict: 'deny', rules: denied, text: `Never: ${sentence(denied)}` });
  return suggestions;
}

const sentence = (rules: readonly Rule[]): string => listBriefly(rules.map(describeRule), MOST);

/** Whether rules turn this very call into an allow: a rule that is saved and then asks again is worse than none. */
function suffices(rules: readonly Rule[], facts: Facts, policy: RuntimePolicy): boolean {
  return decide(facts, withRules(policy, { source: 'suggested', rules })).verdict === 'allow';
}

/** Rules for hosts, where only the allowlist asks: they hold for every tool, and the danger still asks. */
function allowHosts(facts: Facts, policy: RuntimePolicy): readonly Rule[] | undefined {
  const asked = decide(facts, policy).reasons.filter(({ verdict }) => verdict !== 'allow');
  if (asked.some(({ from, rule }) => rule || from !== 'network') || facts.effects === 'everything') return undefined;
  const hosts = hostsOf(facts.effects);
  if (hosts.length === 0 || hosts.length > MOST || hosts.includes(ANY_HOST)) return undefined;
  return hosts.map(match => ({ effect: 'network', match, verdict: 'allow' }));
}

function allowCall(facts: Facts): readonly Rule[] | undefined {
  const { tool, effects, danger, root } = facts;
  const dangerous = danger === 'dangerous';
  if (effects === 'everything' || isUnbounded(effects))
    return dangerous || facts.trust === 'untrusted' ? undefined : [{ tool, verdict: 'allow' }];
  const hosts = hostsOf(effects);
  if (hosts.includes(ANY_HOST)) return undefined;
  const rules: Rule[] = hosts.map(match => ({ tool, effect: 'network', match, verdict: 'allow' }));
  const commands = effects.filter(({ kind }) => kind === 'execute');
  for (const match of new Set(commands.map(({ resource }) => commandFamily(resource))))
    rules.push({ tool, effect: 'execute', match, verdict: 'allow' });
  if (commands.length === 0) {
    const globs = folderGlobs(changedOrRead(effects), root);
    if (!globs) return undefined;
    for (const match of globs) rules.push({ tool, match, verdict: 'allow' });
  }
  if (facts.unsure?.some(({ kind }) => kind === 'text')) return undefined;
  const sent = effects.filter(({ kind }) => kind === 'send').map(({ resource }) => resource);
  for (const target of new Set([...sent, ...(facts.unsure ?? []).map(({ value }) => value)]))
    rules.push({ tool, effect: 'send', match: escapeCommand(target), verdict: 'allow' });
  for (const { kind, resource } of effects)
    if (kind === 'state') rules.push({ tool, effect: 'state', match: escapeCommand(resource), verdict: 'allow' });
  if (rules.length === 0) return dangerous ? undefined : [{ tool, verdict: 'allow' }];
  return rules.length > MOST ? undefined : rules;
}

/** Rules as narrow as the call that was shown: a refusal that is too wide makes other work impossible. */
function denyCall({ tool, effects, root }: Facts): readonly Rule[] | undefined {
  if (effects === 'everything' || effects.length === 0) return [{ tool, verdict: 'deny' }];
  const rules: Rule[] = [];
  for (const effect of topmost(effects)) {
    if (effect.unknown || (effect.kind === 'network' && effect.resource === ANY_HOST)) continue;
    if (effect.kind === 'network')
      rules.push({ tool, effect: 'network', match: normalizeHost(effect.resource), verdict: 'deny' });
    else if (effect.kind === 'execute')
      rules.push({ tool, effect: 'execute', match: commandFamily(effect.resource), verdict: 'deny' });
    else if (effect.kind === 'write' || effect.kind === 'delete') {
      const path = relativeTo(effect.resource, root);
      if (path !== '.') rules.push({ tool, effect: effect.kind, match: anchored(path), verdict: 'deny' });
    }
  }
  if (rules.length === 0) {
    const [first] = effects;
    const path = first && first.kind === 'read' ? relativeTo(first.resource, root) : '.';
    rules.push(
      path === '.' ? { tool, verdict: 'deny' } : { tool, effect: 'read', match: anchored(path), verdict: 'deny' },
    );
  }
  return rules.length > MOST ? undefined : rules;
}

const hostsOf = (effects: readonly Effect[]): readonly string[] => [
  ...new Set(effects.filter(({ kind }) => kind === 'network').map(({ resource }) => normalizeHost(resource))),
];

/** The changes among effects, or else the reads: reads beside changes need no rule of their own. */
function changedOrRead(effects: readonly Effect[]): readonly Effect[] {
  const changed = effects.filter(({ kind }) => kind === 'write' || kind === 'delete');
  if (changed.length > 0) return changed;
  return effects.every(({ kind }) => kind === 'read') ? effects : [];
}

/** Effects without those below a folder that is touched as a whole. */
function topmost(effects: readonly Effect[]): readonly Effect[] {
  const trees = effects.filter(({ tree }) => tree === true).map(({ resource }) => `${resource}/`);
  return effects.filter(({ resource }) => !trees.some(tree => resource.startsWith(tree)));
}

/** Globs for the folders of these paths, at most a few; undefined for the whole workspace or a path outside of it. */
function folderGlobs(effects: readonly Effect[], root: string): readonly string[] | undefined {
  const globs = new Set<string>();
  const folders = new Set<string>();
  for (const { resource, tree } of topmost(effects)) {
    const path = relativeTo(resource, root);
    if (path === '.' || path.startsWith('/')) return undefined;
    const folder = tree && posix.extname(path) === '' ? path : posix.dirname(path);
    // The folder of the root's own files would be the whole workspace.
    if (folder === '.') globs.add(anchored(path));
    else folders.add(folder);
  }
  if (globs.size + folders.size > MOST) {
    const common = commonFolder([...folders]);
    if (globs.size > 0 || common === '') return undefined;
    return [allBelow(common)];
  }
  return [...globs, ...[...folders].map(allBelow)];
}

/** A glob for all below a folder; a folder that is really named `~` is not the home. */
const allBelow = (folder: string): string => `${folder.startsWith('~') ? './' : ''}${escapeGlob(folder)}/**`;
const anchored = (path: string): string => (path.startsWith('/') ? escapeGlob(path) : `./${escapeGlob(path)}`);

function commonFolder(folders: readonly string[]): string {
  let common = folders[0]?.split('/') ?? [];
  for (const folder of folders) {
    const parts = folder.split('/');
    const differs = common.findIndex((part, index) => parts[index] !== part);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return common.join('/');
}
