import { compilePolicy } from './compile-policy.ts';
import { type CompiledRule, toPathTarget, winnerOf } from './compile-rules.ts';
import { viewPath } from './path-glob.ts';
import type { RuntimePolicy } from './types.ts';

/** What package managers put there comes with many files that would run elsewhere, and not where they lie. */
const INSTALLED = /\/(?:node_modules|\.venv|__pycache__)\//;

/**
 * Whether changing a real path is something that the policy has a word on: a rule that forbids or asks, or because what
 * is written there runs later by itself. For folders of many files, of which most concern nobody.
 */
export function guarded(policy: RuntimePolicy, root: string, tools: readonly string[]): (absolute: string) => boolean {
  let lists: readonly (readonly CompiledRule[])[] | undefined;
  return absolute => {
    const layers = compilePolicy(policy);
    lists ??= layers.flatMap(({ lists: all }) => all.flatMap(list => tools.map(tool => list.rulesFor(tool))));
    const inForce = lists;
    const path = viewPath(absolute, root);
    if (!INSTALLED.test(absolute) && layers.some(layer => layer.protected.find(path) !== undefined)) return true;
    return (['write', 'delete'] as const).some(kind => {
      const target = toPathTarget(kind, absolute, root);
      return inForce.some(rules => {
        const winner = winnerOf(rules, target)?.rule;
        return winner !== undefined && winner.verdict !== 'allow' && winner.match !== undefined;
      });
    });
  };
}
