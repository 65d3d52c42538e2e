import type { Effects } from '../../tool/effect.ts';
import { type CompiledLayer, compilePolicy } from '../compile-policy.ts';
import { isExactCommand } from '../patterns/command-pattern.ts';
import { viewPath } from '../patterns/path-glob.ts';
import { toPathTarget, toTarget, winnerOf } from '../rules/compile-rules.ts';
import type { RuntimePolicy } from '../types.ts';

type PrivateCall = { readonly tool: string; readonly root: string; readonly effects: Effects };

/**
 * Tells paths private to a call: they look like secrets, and no rule of the layer has a word on the path (the rule
 * would count instead), nor allows the whole command that names it. To allow a tool or a family of commands is not to
 * mean secrets.
 */
export function privateTo(layer: CompiledLayer, { tool, root, effects }: PrivateCall): (absolute: string) => boolean {
  const lists = layer.lists.map(list => list.rulesFor(tool));
  const commands = effects === 'everything' ? [] : effects.filter(({ kind }) => kind === 'execute');
  const isNamed =
    commands.length > 0 &&
    commands.every(command =>
      lists.some(rules => {
        const winner = winnerOf(rules, toTarget(command, root))?.rule;
        return winner?.verdict === 'allow' && winner.match !== undefined && isExactCommand(winner.match);
      }),
    );
  if (isNamed) return () => false;
  return absolute => {
    if (layer.private.find(viewPath(absolute, root)) === undefined) return false;
    const target = toPathTarget('read', absolute, root);
    return !lists.some(rules => winnerOf(rules, target)?.rule.match !== undefined);
  };
}

const known = new WeakMap<RuntimePolicy, Map<string, (absolute: string) => boolean>>();

/** Whether the policy calls a path private; the same function for the same policy and root. */
export function looksPrivate(policy: RuntimePolicy, root: string): (absolute: string) => boolean {
  const roots = known.get(policy) ?? new Map<string, (absolute: string) => boolean>();
  known.set(policy, roots);
  const layers = compilePolicy(policy);
  const looks =
    roots.get(root) ?? (absolute => layers.some(layer => layer.private.find(viewPath(absolute, root)) !== undefined));
  roots.set(root, looks);
  return looks;
}

/** Whether a granted call may read a private path: it names the path or a private folder above, or a rule allows it. */
export function mayReadSecret(policy: RuntimePolicy, call: PrivateCall): (absolute: string) => boolean {
  const { root, effects } = call;
  const hides = compilePolicy(policy).map(layer => privateTo(layer, call));
  const isPrivate = looksPrivate(policy, root);
  const named =
    effects === 'everything'
      ? []
      : effects
          .filter(({ kind, about }) => kind === 'read' && !about)
          .flatMap(({ resource, via = [] }) => [resource, ...via])
          .filter(isPrivate);
  return absolute =>
    !hides.some(one => one(absolute)) || named.some(path => absolute === path || absolute.startsWith(`${path}/`));
}

/** Whether the policy calls this path private or protected, wherever it lies. */
export function namesGuarded(policy: RuntimePolicy, root: string): (absolute: string) => boolean {
  const layers = compilePolicy(policy);
  return absolute => {
    const path = viewPath(absolute, root);
    return layers.some(layer => layer.private.find(path) !== undefined || layer.protected.find(path) !== undefined);
  };
}
