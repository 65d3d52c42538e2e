/** What a path holds, or will hold, once a change is written. */
export type StagedNode =
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly mode: number;
      /** Seconds; when it was written, where that matters: builds compare the times of what they made. */
      readonly mtime?: number;
    }
  /** The content of another path of the base (a move): never loaded unless someone reads it. */
  | { readonly kind: 'moved'; readonly from: string; readonly mode: number; readonly size: number }
  | KeptNode
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'symlink'; readonly target: string };

/** The content of an image of the journal: an undo may bring back very many files, and not all are held in memory. */
export interface KeptNode {
  readonly kind: 'kept';
  readonly sha: string;
  readonly size: number;
  readonly mode: number;
  readonly mtime?: number;
  readonly load: (sha: string) => Promise<Uint8Array>;
}

/** What was at a path when a call first touched it; the commit compares it with what is there then. */
export type SeenState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'file';
      readonly identity: string;
      readonly sha?: string;
      readonly mode: number;
      readonly size: number;
    }
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'symlink'; readonly target: string };

export interface StagedChange {
  /** Workspace-relative, real. */
  readonly path: string;
  readonly before: SeenState;
  /** Undefined: deleted. */
  readonly after: StagedNode | undefined;
  /**
   * Set while all of this call's changes to the file are edits of its content: running it on newer content gives the
   * new result, or throws. A whole write clears it.
   */
  readonly rebase?: (content: Uint8Array) => Uint8Array;
  readonly movedFrom?: string;
  readonly movedTo?: string;
}

/** What a job on a layer has left beside the staged changes. */
export interface LayerRest {
  /** Paths that others changed while it ran. */
  readonly foreign: readonly string[];
  /** Folders that are taken over without images, after the set is written. */
  readonly outside: readonly string[];
  /** What the policy has a word on in those folders. */
  readonly guarded?: readonly { readonly path: string; readonly kind: 'write' | 'delete' }[];
  /** Moves those aside whose folder is to go; what it gives brings them back. */
  makeWay?(): Promise<() => Promise<void>>;
  /** Puts those folders into the workspace. */
  takeOver(): Promise<void>;
  /** Removes the layer. */
  close(): void;
}

/** The ordered changes of one call. One entry a path: later changes replace earlier ones and keep their `before`. */
export class Staging {
  readonly #changes = new Map<string, StagedChange>();
  #rest: LayerRest | undefined;
  /** Set by an undo or redo: what the set will take back or bring back. */
  marks:
    | {
        action: 'undo' | 'redo';
        undoes: readonly string[];
        takesBack: readonly string[];
        bringsBack: readonly string[];
      }
    | undefined;

  get size(): number {
    return this.#changes.size;
  }

  get(path: string): StagedChange | undefined {
    return this.#changes.get(path);
  }

  put(change: StagedChange): void {
    const earlier = this.#changes.get(change.path);
    this.#changes.set(change.path, earlier ? { ...change, before: earlier.before } : change);
  }

  /** The path is as it was when the call began. */
  drop(path: string): void {
    this.#changes.delete(path);
  }

  /** In the order in which the paths were first touched. */
  changes(): readonly StagedChange[] {
    return [...this.#changes.values()];
  }

  get rest(): LayerRest | undefined {
    return this.#rest;
  }

  set rest(rest: LayerRest | undefined) {
    this.#rest?.close();
    this.#rest = rest;
  }

  clear(): void {
    this.#changes.clear();
    this.marks = undefined;
    this.rest = undefined;
  }
}
