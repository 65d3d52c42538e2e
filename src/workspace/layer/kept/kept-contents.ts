import type { KeptLayer } from '../../../tool/files.ts';
import type { Ground } from '../../ground.ts';

/** Stands for a deleted file among the contents that came from a layer. */
export const DELETED = '';

/** The contents of a layer that outlives its process that may be on the disk already. */
export class KeptContents {
  readonly #journal: Ground['store']['journal'];
  readonly #layer: Pick<KeptLayer, 'at' | 'written'>;
  readonly #taken = new Set<string>();

  private constructor(journal: Ground['store']['journal'], layer: Pick<KeptLayer, 'at' | 'written'>) {
    this.#journal = journal;
    this.#layer = layer;
  }

  static async open({ store }: Pick<Ground, 'store'>, layer: Pick<KeptLayer, 'at' | 'written'>): Promise<KeptContents> {
    const contents = new KeptContents(store.journal, layer);
    await contents.#findTaken();
    return contents;
  }

  /** Finds what the layer took away. What waits for a person is still there, unless others have taken it away. */
  async #findTaken(): Promise<void> {
    for (const path of this.#layer.written.keys())
      if (this.#newest(path) === DELETED && (await this.#since(path)).some(({ after }) => !after))
        this.#taken.add(path);
  }

  /** Whether the layer has taken away the entry that was at a path when it was begun, and that was written. */
  hasTaken(path: string): boolean {
    return this.#taken.has(path);
  }

  /** Whether the layer has made the file that is at a path. */
  hasMade(path: string): boolean {
    const newest = this.#newest(path);
    return newest !== undefined && newest !== DELETED;
  }

  /** Whether a file holds content that came from the layer, and that nobody has gone back to. */
  async isOwn(path: string, hash: () => string): Promise<boolean> {
    const written = this.#layer.written.get(path);
    if (!written) return false;
    const sha = hash();
    if (!written.has(sha)) return false;
    return sha === this.#newest(path) || (await this.#since(path))[0]?.set.action !== 'undo';
  }

  /** Whether a call has written to a path since the layer was begun, and nothing is there now. */
  async isChanged(path: string): Promise<boolean> {
    const [last] = await this.#since(path);
    return last !== undefined && (last.after !== undefined || !this.hasTaken(path));
  }

  #newest(path: string): string | undefined {
    return [...(this.#layer.written.get(path) ?? [])].at(-1);
  }

  /** Changes of a path by calls since the layer was begun, the last one first. */
  async #since(path: string) {
    return (await this.#journal.changesOf(path)).filter(({ set }) => set.at >= this.#layer.at);
  }
}
