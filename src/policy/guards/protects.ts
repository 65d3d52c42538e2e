import { compilePolicy } from '../compile-policy.ts';
import { viewPath } from '../patterns/path-glob.ts';
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
