/** The files that are to be taken in. */
interface WorkList {
  readonly size: number;
  add(paths: Iterable<string>): void;
  done(path: string): void;
  /** The next ones, which stay on the list until they are done. */
  next(count: number, apartFrom: ReadonlySet<string>): string[];
  clear(): void;
  some(count: number): string[];
  /** Resolves once it is empty. */
  emptied(): Promise<void>;
}

export function createWorkList(): WorkList {
  const waiting = new Set<string>();
  const listeners: (() => void)[] = [];
  const settle = () => {
    if (waiting.size > 0) return;
    for (const listener of listeners.splice(0)) listener();
  };
  return {
    get size() {
      return waiting.size;
    },
    add(paths) {
      for (const path of paths) waiting.add(path);
    },
    done(path) {
      waiting.delete(path);
      settle();
    },
    next(count, apartFrom) {
      const paths: string[] = [];
      for (const path of waiting) {
        if (paths.length >= count) break;
        if (!apartFrom.has(path)) paths.push(path);
      }
      return paths;
    },
    clear() {
      waiting.clear();
      settle();
    },
    some: count => [...waiting.values().take(count)],
    emptied: () => (waiting.size === 0 ? Promise.resolve() : new Promise(resolve => listeners.push(resolve))),
  };
}
