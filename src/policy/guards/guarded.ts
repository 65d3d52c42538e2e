import type { Effects } from '../../tool/effect.ts';
import type { HoldKind, Holds } from '../../tool/files.ts';
import { compilePolicy } from '../compile-policy.ts';
import { viewPath } from '../patterns/path-glob.ts';
import { type CompiledRule, toPathTarget, winnerOf } from '../rules/compile-rules.ts';
import type { RuntimePolicy } from '../types.ts';

export interface Protection {
  /** Whether the content of a file runs later by itself. */
  file(absolute: string): boolean;
  /** Whether files that run later would lie in the folder: a link of that name brings in all that its target holds. */
  folder(absolute: string): boolean;
}

export function protects(policy: RuntimePolicy, root: string): Protection {
  const sets = compilePolicy(policy).map(layer => layer.protected);
  return {
    file: absolute => sets.some(set => set.find(viewPath(absolute, root)) !== undefined),
    folder: absolute => sets.some(set => set.isAbove(viewPath(absolute, root))),
  };
}

/** Folders of package managers: many files there run where they are used, and not where they lie. */
const INSTALLED = /\/(?:node_modules|\.venv|__pycache__)\//;
const KINDS = ['write', 'delete'] as const;

/**
 * Whether the policy has a word on changing a real path: by a rule that forbids or asks, or because files written there
 * run later by themselves. For folders of many files, of which most concern nobody.
 */
export function guarded(policy: RuntimePolicy, root: string, tools: readonly string[]): (absolute: string) => boolean {
  const isProtected = protectedBy(policy, root);
  const said = wordOf(policy, root, tools);
  return absolute =>
    isProtected(absolute) || KINDS.some(kind => said(absolute, kind).some(({ rule }) => rule.match !== undefined));
}

interface HeldOptions {
  readonly tools: readonly string[];
  /** Whether a path runs later by itself for another reason than its name. */
  readonly runsLater: (absolute: string) => boolean;
  /** Whether something that runs later lies below a folder, or would. */
  readonly leadsToLater: (folder: string) => boolean;
  /** Names under which links lead to a path. */
  readonly otherNames: (absolute: string) => readonly string[];
  /** Whether paths that would be asked about are held too. */
  readonly asked: boolean;
  /** Effects that a person or the policy has granted the call: paths that it names itself are not kept from it. */
  readonly granted: Effects;
}

/**
 * Paths that a command on the real files is kept from. Nobody judges its work afterwards, so every path counts that the
 * policy would forbid, or ask about, except the very paths that were asked about before.
 */
export function heldBy(policy: RuntimePolicy, root: string, options: HeldOptions): Holds {
  const { tools, asked, granted } = options;
  const isNamed = protectedBy(policy, root);
  const isProtected = (absolute: string): boolean =>
    isNamed(absolute) || options.runsLater(absolute) || options.otherNames(absolute).some(isNamed);
  const said = wordOf(policy, root, tools);
  const named = new Set(
    granted === 'everything'
      ? []
      : granted.filter(({ kind, tree }) => kind === 'write' || (kind === 'delete' && !tree)).map(one => one.resource),
  );
  const mayWrite = compilePolicy(policy).every(({ grants }) => grants.has('write'));
  const stands = (absolute: string, kind: HoldKind): boolean => {
    const words = said(absolute, kind).map(({ rule }) => rule.verdict);
    return (
      words.includes('deny') || (asked && !named.has(absolute) && (words.includes('ask') || isProtected(absolute)))
    );
  };
  return {
    of(absolute) {
      if (!mayWrite || stands(absolute, 'write')) return 'write';
      return stands(absolute, 'delete') ? 'delete' : undefined;
    },
    ofLink: absolute => asked && !named.has(absolute) && protects(policy, root).folder(absolute),
    below: folder =>
      !INSTALLED.test(`${folder}/`) ||
      !mayWrite ||
      said.concerned ||
      options.runsLater(folder) ||
      options.leadsToLater(folder),
  };
}

function protectedBy(policy: RuntimePolicy, root: string): (absolute: string) => boolean {
  const { file } = protects(policy, root);
  return absolute => !INSTALLED.test(absolute) && file(absolute);
}

/** Rules that forbid a change of a path or ask about it; rules about a tool as a whole were heard before. */
function wordOf(policy: RuntimePolicy, root: string, tools: readonly string[]) {
  const lists = compilePolicy(policy)
    .flatMap(({ lists: all }) => all.flatMap(list => tools.map(tool => list.rulesFor(tool))))
    .filter(rules => rules.some(speaks));
  const said = (absolute: string, kind: HoldKind): readonly CompiledRule[] => {
    if (lists.length === 0) return [];
    const target = toPathTarget(kind, absolute, root);
    return lists.flatMap(rules => winnerOf(rules, target) ?? []).filter(speaks);
  };
  return Object.assign(said, { concerned: lists.length > 0 });
}

const speaks = ({ rule, whole, concerns }: CompiledRule): boolean =>
  rule.verdict !== 'allow' && !whole && KINDS.some(concerns);
