import { closeSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../system/make-folder.ts';

const ID = /^[0-9a-f-]{36}$/;

/** An output on its way to a file. */
interface OutputWriter {
  add(chunk: Uint8Array): void;
  /** Keeps the output, or throws it away. */
  close(save: boolean): Promise<void>;
}

/** Outputs that were too long for the model, kept whole as files outside the workspace. The oldest go first. */
export class OutputFiles {
  readonly #folder: string;
  readonly #most: number;

  constructor(folder: string, mostBytes = 256 * 2 ** 20) {
    this.#folder = folder;
    this.#most = mostBytes;
  }

  async save(callID: string, text: string): Promise<void> {
    const file = this.#fileOf(callID);
    // An output that the tool itself has kept is more than the text that it gave back.
    if (await statOf(file)) return;
    await writeFile(`${file}.tmp`, text, { mode: 0o600 });
    await rename(`${file}.tmp`, file);
    await this.#prune(callID);
  }

  /** Takes an output piece by piece, as it comes; more than all outputs together may have is not kept. */
  keep(callID: string): OutputWriter {
    const file = this.#fileOf(callID);
    const fd = openSync(`${file}.tmp`, 'w', 0o600);
    let bytes = 0;
    return {
      add: chunk => {
        if (bytes + chunk.length <= this.#most) bytes += writeSync(fd, chunk);
      },
      close: async save => {
        closeSync(fd);
        await (save ? rename(`${file}.tmp`, file) : unlink(`${file}.tmp`));
        if (save) await this.#prune(callID);
      },
    };
  }

  #fileOf(callID: string): string {
    if (!ID.test(callID)) throw new TypeError(`Not a call's id: ${callID}`);
    makeFolder(this.#folder);
    return join(this.#folder, `${callID}.txt`);
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

  async bytes(): Promise<number> {
    let total = 0;
    for (const name of await readdir(this.#folder).catch(() => []))
      total += (await statOf(join(this.#folder, name)))?.size ?? 0;
    return total;
  }

  /** Forgets outputs that were kept before a time, in epoch milliseconds. */
  async forget(before: number): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = join(this.#folder, name);
      const written = (await statOf(file))?.mtimeMs ?? before;
      if (written < before) await unlink(file).catch(() => {});
    }
  }

  /** Removes the oldest: names begin with a time and sort by age, unless a clock jumped; `callID` is the newest. */
  async #prune(callID: string): Promise<void> {
    const newest = `${callID}.txt`;
    const others = (await readdir(this.#folder)).filter(name => name !== newest);
    let total = 0;
    for (const name of [newest, ...others.sort().reverse()]) {
      const file = join(this.#folder, name);
      total += (await statOf(file))?.size ?? 0;
      if (total > this.#most) await unlink(file).catch(() => {});
    }
  }
}

const statOf = (file: string) => stat(file).catch(() => undefined);

/** Outputs without a disk, for a gate that keeps nothing. */
export class OutputsInMemory {
  readonly #texts = new Map<string, string>();

  async save(callID: string, text: string): Promise<void> {
    this.#texts.set(callID, text);
    const oldest = this.#texts.keys().next().value;
    if (this.#texts.size > 100 && oldest !== undefined) this.#texts.delete(oldest);
  }

  keep(): undefined {
    return undefined;
  }

  async bytes(): Promise<number> {
    return 0;
  }

  async forget(): Promise<void> {}

  async read(callID: string): Promise<Uint8Array | undefined> {
    const text = this.#texts.get(callID);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  }
}
