import { claimMeets } from './claims.ts';

/** Locks on paths: locks that do not meet pass together, those that meet go one after another, in order of asking. */
export class PathLocks {
  #held: { readonly paths: readonly string[]; readonly done: Promise<void> }[] = [];

  async run<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = this.#held.filter(other => meet(other.paths, paths)).map(other => other.done);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const own = { paths, done };
    this.#held.push(own);
    try {
      if (before.length > 0) await Promise.all(before);
      return await work();
    } finally {
      this.#held = this.#held.filter(other => other !== own);
      resolve();
    }
  }
}

function meet(a: readonly string[], b: readonly string[]): boolean {
  if (a.length * b.length <= 64) return a.some(one => b.some(other => claimMeets(one, other)));
  const known = new Set(a);
  const above = new Set(a.flatMap(ancestors));
  return b.some(path => known.has(path) || above.has(path) || ancestors(path).some(folder => known.has(folder)));
}

function ancestors(path: string): string[] {
  const parts = path.split('/');
  return ['.', ...parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))];
}
