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

/** Whether a call may read a path (see it in listings, walk, search, open it). Path real and absolute. */
export type VisibilityTest = (absolute: string) => boolean;

/** The one door to the files of one root. */
export interface Workspace {
  readonly root: string;
  /** Resolves a path. With `keepLast` a link as the last component is meant itself, as by deleting and moving. */
  resolve(path: string, options?: { keepLast?: boolean; recorded?: boolean }): ResolvedPath;
  /** A text that changes when the file changes (also by hand), or undefined when nothing is there. Cheap; no content. */
  identity(absolute: string): string | undefined;
  /** A text that a yes to a path is bound to: the file's state, or which one it is where no call can change it. */
  boundTo(effect: Pick<Effect, 'kind' | 'resource'>): string | undefined;
  /** A text that changes when the content of a file does; a large one counts by its identity. */
  content(absolute: string): string | undefined;
  /** Tells which real paths the config of the workspace's repository, as it is now, names as something that git reads or runs. */
  namedByGit(): (absolute: string) => boolean;
  /** Whether a path that git reads or runs lies below this folder, or would. */
  leadsToNamed(folder: string): boolean;
  /** Names under which links right in the workspace lead to this real path. */
  otherNames(absolute: string): readonly string[];
  /** Opens the files as one call sees them. */
  open(call: CallIdentity, options: OpenOptions): CallFiles;
  /** Finishes or takes back what dead processes left half done, and removes their temporary files. */
  recover(): Promise<RecoveryReport>;
  readonly plan: Plan;
  readonly pending: PendingChanges;
  readonly layers: KeptLayers;
  /**
   * Watches the files for a job that writes to them itself, and what it is to be kept from; with `only` these paths
   * alone, relative to the workspace.
   */
  watch(held?: JobHold, only?: readonly string[]): Promise<FilesWatch>;
  /**
   * Keeps others of this process from putting a link at these paths, or above them, while somebody outside of the gate uses
   * them; relative to the workspace, `.` is all. Gives what ends that.
   */
  usePaths(paths: readonly string[]): Promise<() => void>;
  /** Looks at all files from now on, for what others than calls do; undefined where there are too many. */
  observe(): Promise<FilesObserver | undefined>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly visible: VisibilityTest;
  /** Whether a rule can hide anything from this call at all. Left out: it may. */
  readonly hides?: boolean;
  /** Whether the policy has a word on changing this real path. Left out: on every one. */
  readonly guarded?: VisibilityTest;
  /** Paths that a job on the real files is to be kept from. Left out: from everything. */
  readonly holds?: (which: 'all' | 'denied') => Holds;
  /** Options that tell the private files of the call. Left out: there are none. */
  readonly secrets?: SecretsOptions;
  /** Whether to commit into the session's plan instead of the disk. */
  readonly planned: boolean;
  /** Bytes of one before-image; what is larger is changed without one, if `commit` is told that this was allowed. */
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
  /** What a call that has run programs must not show; undefined where it has run none. */
  unshown(): Secrets | undefined;
  /** What was staged is an undo or a redo. */
  readonly takesBack: boolean;
  /** Whether nothing was staged. */
  readonly empty: boolean;
  /** Effects of what was staged so far, resolved. */
  observed(): Effects;
  diff(): Promise<string>;
  /** The staged files with their content before and after, for the syntax check. */
  changed(): Promise<readonly ChangedFile[]>;
  /** Files that were staged, without a look at what was there. */
  staged(): readonly StagedFile[];
  /** Folders that are taken over without a way back, but for caches that tools make by themselves. */
  outside(): readonly string[];
  /** A text that tells what was staged, to the byte, from anything else. */
  digest(): Promise<string>;
  /** Files that were there before and are too much to be kept, so that undo does not bring them back. */
  lost(): Promise<readonly LostFile[]>;
  /**
   * Writes the change set, all or none: paths resolved again, states compared (`STALE_FILE`), claims held (`CLAIMED`),
   * intent durable, files renamed in, folders synced, journal closed. Nothing staged: undefined.
   */
  commit(options: CommitOptions): Promise<CommittedSet | undefined>;
  /** Forgets what was staged; a retry begins anew. */
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
  /** The person who says so, for the events. */
  readonly by?: string | undefined;
}

/** What the plan comes to for one path. */
export interface PlannedFile {
  readonly path: string;
  readonly operation: 'create' | 'write' | 'delete' | 'mkdir';
  readonly movedFrom?: string;
  readonly added: number;
  readonly removed: number;
  /** The diff from what is on the disk now. */
  readonly diff: string;
  /** The reason why it cannot be applied as things are: someone has changed the file since. */
  readonly conflict?: string;
}

/** The layer of planned changes. What goes along with a part of it: see `Waiting`. */
export interface Plan {
  /** One diff of all planned sets, and what they come to file by file. */
  show(): Promise<{ readonly sets: readonly string[]; readonly diff: string; readonly files: readonly PlannedFile[] }>;
  /** The paths that would be applied or dropped with a part of it. */
  select(action: 'apply' | 'drop', selection?: WaitingSelection): Promise<readonly string[]>;
  /**
   * Commits the planned sets in order; stops at the first that does not fit, which stays planned. A part of them is
   * committed as one set, all or none, and the rest stays planned.
   */
  apply(selection?: WaitingSelection): Promise<readonly CommittedSet[]>;
  /** Paths of a pending set that others have changed since it was begun, and over which it would be written. */
  met(id: string): Promise<readonly string[]>;
  /** Forgets planned sets, or a part of them; gives the ids of the sets. */
  drop(selection?: WaitingSelection): Promise<readonly string[]>;
}

/** Change sets of jobs that met a claim or someone else's change: kept, and written when a person says so. */
export interface PendingChanges {
  list(): Promise<readonly string[]>;
  /** Writes one set, over what is there now. A part of it: `plan.apply`. */
  apply(id: string): Promise<CommittedSet | undefined>;
  drop(id: string): Promise<boolean>;
}

/** What is known of a layer, by whoever finds it again. */
export interface LayerNote {
  /** A line for people. */
  readonly title: string;
  readonly sessionID: string;
  readonly agent: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The pending set that holds what was written at some time. */
  readonly pending?: string | undefined;
  /** Whether that is all of it, and nobody needs the layer any more. */
  readonly kept?: boolean | undefined;
}

export interface OpenKeptLayer extends KeptLayer {
  readonly id: string;
  readonly note: LayerNote;
  update(note: Pick<LayerNote, 'pending' | 'kept'>): void;
  /** Remembers contents that come from this layer, by path and hash (none: it is deleted): they may be on the disk now. */
  addWritten(contents: Iterable<readonly [path: string, sha: string | undefined]>): void;
  remove(): void;
}

/** Layers that outlive their process: what was written there is not lost by a crash. */
export interface KeptLayers {
  open(note: LayerNote): OpenKeptLayer;
  list(): readonly (LayerNote & { readonly id: string; readonly running: boolean })[];
  /** Takes over the layer of a process that is proved dead; undefined where it is gone, alive or another's. */
  take(id: string): OpenKeptLayer | undefined;
}

export interface JobHold {
  readonly held: HeldPaths;
  /**
   * The way in which the job is kept from it: `mounts` on the files that are there, rules on `paths`, or `nothing`.
   * Whatever comes to be under such a name is seen in all cases, and taken away.
   */
  readonly by: 'mounts' | 'paths' | 'nothing';
}

export interface FilesWatch {
  /** The reason why the job is to be stopped, if it is. */
  look(): Promise<string | undefined>;
  /** Takes away what the job, which has ended, has made and may not; gives the paths. */
  settle(call: CallIdentity, title: string): Promise<readonly string[]>;
  /** Adds to the journal, as one set, what was written since. Gives its id; undefined: nothing was. */
  record(call: CallIdentity, title: string): Promise<string | undefined>;
  close(): void;
}

/** Tells what has become different by no call. */
export interface FilesObserver {
  /** Adds it to the journal as one set, and looks anew. Gives the set's id; undefined: nothing is different. */
  record(call: CallIdentity, title: string): Promise<string | undefined>;
  /** Takes all as it is now. */
  renew(): Promise<void>;
  close(): void;
}
