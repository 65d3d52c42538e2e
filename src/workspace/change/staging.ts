import { createHash } from 'node:crypto';
import type { Effect } from '../../tool/effect.ts';
import { shaOf } from '../disk/disk.ts';
import { joinBelow } from '../disk/open-dir.ts';

/** A file whose content is lost for good, with its size. */
export interface LostFile {
  readonly path: string;
  readonly size: number;
}

/** A path's state once a change is written. */
export type StagedNode =
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly mode: number;
      /** The time of the last write, in seconds, where it matters: builds compare the times of their files. */
      readonly mtime?: number;
    }
  /** A move: the content of another path of the base, never loaded unless someone reads it. */
  | { readonly kind: 'moved'; readonly from: string; readonly mode: number; readonly size: number }
  | KeptNode
  | Exclude<PlainState, { kind: 'absent' }>;

export type FileNode = Extract<StagedNode, { kind: 'file' }>;

/** The content of an image of the journal: an undo may bring back very many files, and not all are held in memory. */
export interface KeptNode {
  readonly kind: 'kept';
  readonly sha: string;
  readonly size: number;
  readonly mode: number;
  readonly mtime?: number;
  readonly load: (sha: string) => Promise<Uint8Array>;
}

/** A path's state when a call first touched it; the commit compares it with the state at that moment. */
export type SeenState =
  | PlainState
  | {
      readonly kind: 'file';
      readonly identity: string;
      readonly sha?: string;
      /** The content, where it is held; whoever was given it may have written into it. */
      readonly bytes?: Uint8Array;
      readonly mode: number;
      readonly size: number;
    };

/** A path's state where no file is there. */
export type PlainState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'symlink'; readonly target: string };

export interface StagedChange {
  /** The real path, relative to the workspace. */
  readonly path: string;
  readonly before: SeenState;
  /** The new state; undefined: deleted. */
  readonly after: StagedNode | undefined;
  /**
   * Makes the edits again on newer content, or throws; set while all of this call's changes to the file are edits of
   * its content. A whole write clears it.
   */
  readonly rebase?: (content: Uint8Array) => Uint8Array;
  readonly movedFrom?: string;
  readonly movedTo?: string;
}

/** The rest of a job on a layer, beside the staged changes. */
export interface LayerRest {
  /** Paths that others changed while the job ran. */
  readonly foreign: readonly string[];
  /** Whether the set waits for a person instead of being written. */
  readonly waits: boolean;
  /** Folders from which something is taken over without images, after the set is written. */
  readonly outside: readonly string[];
  /** Files of others in those folders that are lost, for they are too much to be kept. */
  readonly lost?: readonly LostFile[];
  /** Paths in those folders that the policy has a word on. */
  readonly guarded?: readonly { readonly path: string; readonly kind: 'write' | 'delete' }[];
  /** Moves folders aside whose own folder is to go; the function given back brings them back. */
  makeWay?(): Promise<() => Promise<void>>;
  /** Puts those folders into the workspace. */
  takeOver(): Promise<void>;
  close(): void;
}

export const observedEffects = (root: string, changes: readonly StagedChange[]): Effect[] =>
  changes
    .filter(({ before, after }) => after !== undefined || before.kind !== 'absent')
    .map(({ path, after }) => ({
      kind: after ? 'write' : 'delete',
      resource: joinBelow(root, path),
      ...(after?.kind === 'symlink' ? { link: true } : {}),
    }));

/** A text for staged changes: another byte, mode or target gives another text. */
export function stagedDigest(changes: readonly StagedChange[]): string {
  const hash = createHash('sha256');
  for (const { path, after } of changes) hash.update(`${JSON.stringify([path, stateOf(after)])}\n`);
  return hash.digest('hex');
}

function stateOf(node: StagedNode | undefined): readonly unknown[] {
  if (!node) return [];
  if (node.kind === 'file') return [node.kind, node.mode, shaOf(node.bytes)];
  if (node.kind === 'kept') return [node.kind, node.mode, node.sha];
  if (node.kind === 'moved') return [node.kind, node.mode, node.from];
  return node.kind === 'symlink' ? [node.kind, node.target] : [node.kind, node.mode];
}

/** The most bytes of earlier contents that one call holds; others are hashed, and read again for the commit. */
const MOST_HELD = 16 * 1024 * 1024;

/** Marks of changes, by their ids, that an undo or redo takes back or brings back. */
export interface ChangeMarks {
  readonly action: 'undo' | 'redo';
  readonly undoes: readonly string[];
  readonly takesBack: readonly string[];
  readonly bringsBack: readonly string[];
}

/** The ordered changes of one call. One entry a path: later changes replace earlier ones and keep their `before`. */
export class Staging {
  readonly #changes = new Map<string, StagedChange>();
  #room = MOST_HELD;
  #rest: LayerRest | undefined;
  /** Marks of an undo or redo: the changes that the set will take back or bring back. */
  marks: ChangeMarks | undefined;

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

  /** Whether there is room to hold an earlier content; if so, the room is taken. */
  hasRoomFor(bytes: Uint8Array): boolean {
    if (bytes.length > this.#room) return false;
    this.#room -= bytes.length;
    return true;
  }

  /** Drops a path whose state is the one at the beginning of the call. */
  drop(path: string): void {
    this.#changes.delete(path);
  }

  /** Changes in the order in which the paths were first touched. */
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
    this.#room = MOST_HELD;
    this.marks = undefined;
    this.rest = undefined;
  }
}
