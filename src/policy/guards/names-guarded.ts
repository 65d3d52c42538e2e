import { compilePolicy } from '../compile-policy.ts';
import { viewPath } from '../patterns/path-glob.ts';
import type { RuntimePolicy } from '../types.ts';

/** Whether the policy calls this path private or protected, wherever it lies. */
export function namesGuarded(policy: RuntimePolicy, root: string): (absolute: string) => boolean {
  const layers = compilePolicy(policy);
  return absolute => {
    const path = viewPath(absolute, root);
    return layers.some(layer => layer.private.find(path) !== undefined || layer.protected.find(path) !== undefined);
  };
}
