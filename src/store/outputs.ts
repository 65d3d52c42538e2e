import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ID = /^[0-9a-f-]{36}$/;

/** Outputs that were too long for the model, kept whole as files outside the workspace. The oldest go first. */
export class OutputFiles {
  readonly #folder: string;
  readonly #most: number;

  constructor(folder: string, mostBytes = 256 * 2 ** 20) {
    this.#folder = folder;
    this.#most = mostBytes;
  }

  async save(callID: string, text: string): Promise<void> {
    if (!ID.test(callID)) throw new TypeError(`Not a call's id: ${callID}`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, `${callID}.txt`);
    await writeFile(`${file}.tmp`, text, { mode: 0o600 });
    await rename(`${file}.tmp`, file);
    await this.#prune();
  }

  async read(callID: string): Promise<Uint8Array | undefined> {
    if (!ID.test(callID)) return undefined;
    try {
      return await readFile(join(this.#folder, `${callID}.txt`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Names begin with the time, so the order of names is the order of age. */
  async #prune(): Promise<void> {
    const names = (await readdir(this.#folder)).sort().reverse();
    let total = 0;
    for (const name of names) {
      const file = join(this.#folder, name);
      total += (await stat(file).catch(() => undefined))?.size ?? 0;
      if (total > this.#most) await unlink(file).catch(() => {});
    }
  }
}

/** The same without a disk, for a gate that keeps nothing. */
export class OutputsInMemory {
  readonly #texts = new Map<string, string>();

  async save(callID: string, text: string): Promise<void> {
    this.#texts.set(callID, text);
    const oldest = this.#texts.keys().next().value;
    if (this.#texts.size > 100 && oldest !== undefined) this.#texts.delete(oldest);
  }

  async read(callID: string): Promise<Uint8Array | undefined> {
    const text = this.#texts.get(callID);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  }
}
