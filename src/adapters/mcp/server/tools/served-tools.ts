import type { CataloguedTool, Toolgate, Vocabulary } from '../../../../index.ts';

/** The tools of a gate as clients are told of them; made anew when one has come or gone. */
export class ServedTools {
  readonly #gate: Toolgate;
  readonly #vocabulary: Vocabulary | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #listed: ReadonlyMap<string, CataloguedTool> | undefined;
  #telling = false;
  #cwd = '.';

  constructor(gate: Toolgate, vocabulary: Vocabulary | undefined) {
    this.#gate = gate;
    this.#vocabulary = vocabulary;
    this.#unsubscribe = gate.registry.subscribe(({ type }) => {
      if (type !== 'register' && type !== 'unregister' && type !== 'announce') return;
      this.#listed = undefined;
      this.#tell();
    });
  }

  async load(): Promise<ReadonlyMap<string, CataloguedTool>> {
    const { registry } = this.#gate;
    const { cwd } = this.#gate.session();
    // Descriptions may name the folder that the session is in.
    if (cwd !== this.#cwd) this.#listed = undefined;
    this.#cwd = cwd;
    while (!this.#listed) {
      await registry.ready();
      this.#listed = new Map(registry.catalogue(this.#vocabulary).map(tool => [tool.name, tool]));
    }
    return this.#listed;
  }

  /** A tool of the list as it was loaded last. */
  get(name: string): CataloguedTool | undefined {
    return this.#listed?.get(name);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#unsubscribe();
  }

  /** A pack that comes is one change. */
  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
