import { compilePolicy } from '../compile-policy.ts';
import { viewPath } from '../patterns/path-glob.ts';
import type { RuntimePolicy } from '../types.ts';
import { type PrivateCall, privateTo } from './private-to.ts';

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
