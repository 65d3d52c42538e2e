import type { ClaimRow } from '../store/port.ts';
import type { Effect, Effects } from '../tool/effect.ts';
import type { Files, HeldPaths, Holds, KeptLayer, ResolvedPath, Secrets } from '../tool/files.ts';
import type { History } from '../tool/history.ts';
import type { LostFile } from './change/staging.ts';
import type { Report } from './pace.ts';
import type { SecretsOptions } from './view/call-secrets.ts';

/** The identity that a call's changes belong to. */
export interface CallIdentity {
  readonly callID: string;
  /** The caller's own id of the call. */
  readonly label?: string | undefined;
  readonly sessionID: string;
  readonly agent: string;
  readonly turn: number;
}

/** Whether a call may read a path (see it in listings, walk, search, open it). The path is real and absolute. */
export type VisibilityTest = (absolute: string) => boolean;

/** The one door to the files of one root. */
export interface Workspace {
  readonly root: string;
  /** Resolves a path. With `keepLast` a link as the last component is meant itself, as by deleting and moving. */
  resolve(path: string, options?: { keepLast?: boolean; recorded?: boolean }): ResolvedPath;
  /** A text that changes when the file changes (also by hand); undefined when nothing is there. Cheap; no content. */
  identity(absolute: string): string | undefined;
  /** A text that a yes to a path is bound to: the file's state, or its identity where no call can change it. */
  boundTo(effect: Pick<Effect, 'kind' | 'resource'>): string | undefined;
  /** A text that changes when the content of a file does; for a large one its identity. */
  content(absolute: string): string | undefined;
  /** Tells which real paths the present config of the workspace's repository names for git to read or run. */
  namedByGit(): (absolute: string) => boolean;
  /** Whether a path that git reads or runs lies below this folder, or would. */
  leadsToNamed(folder: string): boolean;
  /** Names under which links right in the workspace lead to this real path. */
  otherNames(absolute: string): readonly string[];
  open(call: CallIdentity, options: OpenOptions): CallFiles;
  /** Finishes or takes back what dead processes left half done, and removes their temporary files. */
  recover(): Promise<RecoveryReport>;
  readonly plan: Plan;
  readonly pending: PendingChanges;
  readonly layers: KeptLayers;
  /**
   * Watches the files for a job that writes to them itself, and the paths that the job is to be kept from; with `only`
   * these paths alone, relative to the workspace.
   */
  watch(held?: JobHold, only?: readonly string[]): Promise<FilesWatch>;
  /**
   * Keeps others of this process from putting a link at these paths, or above them, while somebody outside of the gate
   * uses them; relative to the workspace, `.` is all. Gives a function that ends the use.
   */
  usePaths(paths: readonly string[]): Promise<() => void>;
  /** Looks at all files from now on, for changes that no call makes; undefined where there are too many. */
  observe(): Promise<FilesObserver | undefined>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly visible: VisibilityTest;
  /** Whether a rule can hide anything from this call at all. Left out: a rule may. */
  readonly hides?: boolean;
  /** Whether the policy has a word on changing this real path. Left out: on every path. */
  readonly guarded?: VisibilityTest;
  /** Paths that a job on the real files is to be kept from. Left out: all of them. */
  readonly holds?: (which: 'all' | 'denied') => Holds;
  /** Options that tell the private files of the call. Left out: there are none. */
  readonly secrets?: SecretsOptions;
  /** Whether to commit into the session's plan instead of the disk. */
  readonly planned: boolean;
  /** Bytes of one before-image; a larger file is changed without one, if `commit` is told that this was allowed. */
  readonly maxImage: number;
  /** Hears now and then how far long work has come. */
  readonly report?: Report;
}

/** One call's view, its staged changes and their commit. */
export interface CallFiles {
  readonly files: Files;
  readonly history: History;
  /** Lets reads be answered from the shared cache from here on; called once the verdict is there. */
  useCache(): void;
  /** The values that a call that has run programs must not show; undefined where it has run none. */
  unshown(): Secrets | undefined;
  /** Whether the staged changes are an undo or a redo. */
  readonly takesBack: boolean;
  /** Whether nothing was staged. */
  readonly empty: boolean;
  /** Effects of the changes staged so far, resolved. */
  observed(): Effects;
  diff(): Promise<string>;
  /** The staged files with their content before and after, for the syntax check. */
  changed(): Promise<readonly ChangedFile[]>;
  /** Files that were staged, without a look at their earlier state. */
  staged(): readonly StagedFile[];
  /** Folders that are taken over without a way back, but for caches that tools make by themselves. */
  outside(): readonly string[];
  /** A text that tells the staged changes, to the byte, from any others. */
  digest(): Promise<string>;
  /** Files that were there before and are too much to be kept, so that undo does not bring them back. */
  lost(): Promise<readonly LostFile[]>;
  /**
   * Writes the change set, all or none: paths resolved again, states compared (`STALE_FILE`), claims held (`CLAIMED`),
   * intent durable, files renamed in, folders synced, journal closed. Nothing staged: undefined.
   */
  commit(options: CommitOptions): Promise<CommittedSet | undefined>;
  /** Forgets the staged changes; a retry begins anew. */
  discard(): void;
}

export interface ChangedFile {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

export interface StagedFile {
  /** The path, relative to the workspace. */
  readonly path: string;
  /** Whether nothing was there before. */
  readonly created: boolean;
  readonly gone: boolean;
  /** Loads a file that is written as a whole. */
  readonly load: (() => Promise<Uint8Array>) | undefined;
}

export interface CommitOptions {
  readonly title: string;
  readonly claims: readonly ClaimRow[];
  /** Looks a last time at the effects that were really staged; throws to refuse the whole set. */
  readonly approve: (observed: Effects) => void;
}

export interface CommittedSet {
  readonly id: string;
  readonly planned: boolean;
  readonly changes: readonly CommittedChange[];
}

export interface CommittedChange {
  readonly path: string;
  readonly operation: string;
  readonly added: number;
  readonly removed: number;
  readonly diff: string;
}

export interface RecoveryReport {
  /** Change sets that turned out to be wholly written. */
  readonly completed: readonly string[];
  /** Change sets that were taken back. */
  readonly rolledBack: readonly string[];
  /** Paths that a person changed since, left as they are. */
  readonly kept: readonly string[];
}

/** A part of what waits: a planned or pending set, paths of it, or paths of the plan. Left out: the whole plan. */
export interface WaitingSelection {
  readonly id?: string | undefined;
  /** Paths as they are shown, relative to the workspace. */
  readonly paths?: readonly string[] | undefined;
  /** The person who decides, for the events. */
  readonly by?: string | undefined;
}

/** The result of the plan for one path. */
export interface PlannedFile {
  readonly path: string;
  readonly operation: 'create' | 'write' | 'delete' | 'mkdir';
  readonly movedFrom?: string;
  readonly added: number;
  readonly removed: number;
  /** The diff from the file on the disk now. */
  readonly diff: string;
  /** The reason why the plan cannot be applied to the file now: someone has changed it since. */
  readonly conflict?: string;
}

/** The layer of planned changes. The changes that go along with a part of it: see `Waiting`. */
export interface Plan {
  /** One diff of all planned sets, and their result file by file. */
  show(): Promise<{ readonly sets: readonly string[]; readonly diff: string; readonly files: readonly PlannedFile[] }>;
  /** The paths that would be applied or dropped with a part of the plan. */
  select(action: 'apply' | 'drop', selection?: WaitingSelection): Promise<readonly string[]>;
  /**
   * Commits the planned sets in order; stops at the first that does not fit, which stays planned. A part of the plan is
   * committed as one set, all or none, and the rest stays planned.
   */
  apply(selection?: WaitingSelection): Promise<readonly CommittedSet[]>;
  /** Paths of a pending set that others have changed since it was begun: it would be written over them. */
  met(id: string): Promise<readonly string[]>;
  /** Forgets planned sets, or a part of them; gives the ids of the sets. */
  drop(selection?: WaitingSelection): Promise<readonly string[]>;
}

/** Change sets of jobs that met a claim or someone else's change: kept, and written when a person says so. */
export interface PendingChanges {
  list(): Promise<readonly string[]>;
  /** Writes one set over the state that is there now. A part of it: `plan.apply`. */
  apply(id: string): Promise<CommittedSet | undefined>;
  drop(id: string): Promise<boolean>;
}

/** The note on a layer, for whoever finds it again. */
export interface LayerNote {
  readonly title: string;
  readonly sessionID: string;
  readonly agent: string;
  /** The time of the note, in epoch milliseconds. */
  readonly at: number;
  /** The pending set that holds what the layer held at some time. */
  readonly pending?: string | undefined;
  /** Whether the pending set holds all of the layer, so that nobody needs it any more. */
  readonly kept?: boolean | undefined;
}

export interface OpenKeptLayer extends KeptLayer {
  readonly id: string;
  readonly note: LayerNote;
  update(note: Pick<LayerNote, 'pending' | 'kept'>): void;
  /** Remembers contents of this layer, by path and hash (none: deleted): they may be on the disk now. */
  addWritten(contents: Iterable<readonly [path: string, sha: string | undefined]>): void;
  remove(): void;
}

/** Layers that outlive their process: a crash does not lose what was written there. */
export interface KeptLayers {
  open(note: LayerNote): OpenKeptLayer;
  list(): readonly (LayerNote & { readonly id: string; readonly running: boolean })[];
  /** Takes over the layer of a process that is proved dead; undefined where the layer is gone, alive or another's. */
  take(id: string): OpenKeptLayer | undefined;
}

export interface JobHold {
  readonly held: HeldPaths;
  /**
   * The way in which the job is kept from the path: `mounts` on the files that are there, rules on `paths`, or
   * `nothing`. An entry that comes to be under such a name is seen in all cases, and taken away.
   */
  readonly by: 'mounts' | 'paths' | 'nothing';
}

export interface FilesWatch {
  /** The reason why the job is to be stopped, if there is one. */
  look(): Promise<string | undefined>;
  /** Takes away the forbidden paths that the job, which has ended, has made; gives these paths. */
  settle(call: CallIdentity, title: string): Promise<readonly string[]>;
  /** Adds the writes since then to the journal, as one set. Gives its id; undefined: nothing was written. */
  record(call: CallIdentity, title: string): Promise<string | undefined>;
  close(): void;
}

/** Tells of differences that no call has made. */
export interface FilesObserver {
  /** Adds the differences to the journal as one set, and looks anew. Gives the set's id; undefined: there are none. */
  record(call: CallIdentity, title: string): Promise<string | undefined>;
  /** Takes the present state as the one to compare with. */
  renew(): Promise<void>;
  close(): void;
}
