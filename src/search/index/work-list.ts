/** The files that are to be taken in, or taken out. */
export class WorkList {
  readonly #waiting = new Set<string>();
  /** Files to take out: they are gone, or still there but ignored by now. */
  readonly #dropped = new Set<string>();
  readonly #listeners: (() => void)[] = [];

  get size(): number {
    return this.#waiting.size;
  }

  add(paths: readonly string[]): void {
    for (const path of paths) this.#dropped.delete(path);
    for (const path of paths) this.#waiting.add(path);
  }

  drop(paths: readonly string[]): void {
    for (const path of paths) this.#dropped.add(path);
    for (const path of paths) this.#waiting.add(path);
  }

  isDropped(path: string): boolean {
    return this.#dropped.has(path);
  }

  done(path: string): void {
    this.#dropped.delete(path);
    this.#waiting.delete(path);
    this.#settle();
  }

  /** The next files, which stay on the list until they are done. */
  next(count: number, apartFrom: ReadonlySet<string>): string[] {
    const free = this.#waiting.values().filter(path => !apartFrom.has(path));
    return free.take(count).toArray();
  }

  clear(): void {
    this.#dropped.clear();
    this.#waiting.clear();
    this.#settle();
  }

  some(count: number): string[] {
    return this.#waiting.values().take(count).toArray();
  }

  /** Resolves once the list is empty. */
  emptied(): Promise<void> {
    return this.size === 0 ? Promise.resolve() : new Promise(resolve => this.#listeners.push(resolve));
  }

  #settle(): void {
    if (this.size === 0) for (const listener of this.#listeners.splice(0)) listener();
  }
}
