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

  /** What must not be shown of what programs said; undefined where none was run. */
  get unshown(): ReturnType<CallFiles['unshown']> {
    return this.#files?.unshown();
  }

  /** Undefined where nothing was staged. */
  get staged(): CallFiles | undefined {
    return this.#files?.empty === false ? this.#files : undefined;
  }

  /** Discards the view: another attempt begins with one of its own. */
  discard(): void {
    this.#files?.discard();
    this.#files = undefined;
  }
}
