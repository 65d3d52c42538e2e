import type { CallFiles } from '../../workspace/port.ts';

/** A running call's own view of the files, opened when first needed; thrown away with the call. */
export class FilesView {
  readonly #openFiles: () => CallFiles;
  #files: CallFiles | undefined;

  constructor(openFiles: () => CallFiles) {
    this.#openFiles = openFiles;
  }

  open(): CallFiles {
    this.#files ??= this.#openFiles();
    return this.#files;
  }

  /** The values to hide in the output of programs; undefined where no program was run. */
  get unshown(): ReturnType<CallFiles['unshown']> {
    return this.#files?.unshown();
  }

  /** The files, where something is staged; undefined where nothing is. */
  get staged(): CallFiles | undefined {
    return this.#files?.empty === false ? this.#files : undefined;
  }

  /** Discards the view: another attempt begins with one of its own. */
  discard(): void {
    this.#files?.discard();
    this.#files = undefined;
  }
}
