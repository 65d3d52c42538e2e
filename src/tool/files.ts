/**
 * The files as one call sees them: the workspace, below what the session has planned, below what this call has
 * staged. Every path is resolved inside the root when it is used; what the policy hides is not there. Writes are
 * staged and reach the disk only when the pipeline commits the call. Failures are `ToolError`s.
 */
export interface Files {
  /** Real path of the workspace's root. */
  readonly root: string;
  /** Real absolute path and workspace-relative name; `INVALID_PATH` if it leaves the root. Looks nothing up twice. */
  resolve(path: string): ResolvedPath;
  /** What is at a path; undefined when nothing is there. Follows links that stay inside. */
  stat(path: string): Promise<FileStat | undefined>;
  /** `FILE_NOT_FOUND` (with near names), `NOT_A_FILE`, `TOO_LARGE` above `maxBytes`. Remembers that it was read. */
  read(path: string, options?: FileReadOptions): Promise<FileContent>;
  /** The entries of one folder, sorted by name; hidden ones too. */
  list(path: string): Promise<readonly FolderEntry[]>;
  /** All files below a folder that match, newest first when `sort` says so. Honours .gitignore unless told not to. */
  find(query: FindQuery): Promise<FindResult>;
  /** Lines that match, file by file, by ripgrep. */
  search(query: SearchQuery): AsyncIterable<SearchFile>;
  /** Stages the whole content of a file. */
  write(path: string, content: Uint8Array, options?: FileWriteOptions): Promise<void>;
  /**
   * Stages a change computed from the content. `change` may run again on newer content at the commit, so that a
   * foreign change elsewhere in the file does no harm; it throws when its target is no longer there.
   */
  edit(path: string, change: (content: Uint8Array) => Uint8Array): Promise<void>;
  /** Stages a deletion and returns the workspace-relative paths, files first. */
  delete(path: string, options?: { recursive?: boolean }): Promise<readonly string[]>;
  /** Stages a move; what is there already is overwritten only if `overwrite` says so. */
  move(from: string, to: string, options?: { overwrite?: boolean; createDirs?: boolean }): Promise<void>;
  /**
   * Runs a job that writes to a layer over the workspace instead of the workspace itself; what it wrote is staged then.
   * Nothing is staged when the job throws.
   */
  through<T>(job: (layer: Layer) => Promise<LayerResult<T>>, options?: LayerOptions): Promise<LayerOutcome<T>>;
  /**
   * Runs a job where there is no overlay: it writes to the real files, which are put back before that work is staged. It is
   * refused where it gives another name to what the call may not see, or to an absolute path of `unread`.
   */
  inPlace<T>(job: (place: PlaceJob) => Promise<T>, unread?: readonly string[]): Promise<LayerOutcome<T>>;
  /** Absolute paths in the workspace that this call may not see: the topmost of each, and other names of the same files. */
  hiddenPaths(): Promise<readonly string[]>;
  /**
   * What a job that works on the real files is to be kept from. `denied`: only from what is forbidden, for what is to
   * be asked about is put back and asked about when the job has ended.
   */
  held(which: 'all' | 'denied'): Promise<HeldPaths>;
  /**
   * The private files of the workspace that this call was not let read. Once it has asked for them, or has run a job, their
   * values are taken out of all that it gives back.
   */
  secrets(): Secrets;
  /** Whether this call may not see a workspace-relative path, also where nothing is there now, as in a history. */
  isHidden(path: string): boolean;
  /** How many entries were left out because the policy hides them, so far in this call. */
  readonly hidden: number;
}

export interface Secrets {
  /** Absolute. */
  readonly paths: readonly string[];
  /** The text without the values that they hold; where it held one, the session has read private data. */
  hide(text: string): string;
  /** How many values were hidden so far. */
  readonly found: number;
}

/** `write`: it may be neither changed nor removed; `delete`: it may not be removed. */
export type HoldKind = 'write' | 'delete';

/** What the policy keeps a job on the real files from, by real absolute paths, also of what is not there yet. */
export interface Holds {
  of(absolute: string): HoldKind | undefined;
  /** Whether a link of this name may not come to be: it would put its target where something is held. */
  ofLink(absolute: string): boolean;
  /** False: nothing below this folder is held. */
  below(folder: string): boolean;
}

/** What is held of that which is there now, so that the sandbox can hold it. */
export interface HeldPaths extends Holds {
  /** Files, with their other names, and folders with all that is in them. */
  readonly readOnly: readonly string[];
  /** What may not be removed or get another name. */
  readonly pinned: readonly string[];
  /** Each that is held, and each folder in which names may come to be, with what tells whether it is still the same. */
  readonly seen: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, string>;
}

/** A place to write to instead of the workspace, seen as the workspace by a job. */
export interface Layer {
  /** Outside of the workspace, and nobody else's; what is written is looked for in its folder `upper`. */
  readonly folder: string;
  /** Folders in `folder` that are seen above the workspace and not written, topmost first. */
  readonly above: readonly string[];
  /** Absolute paths in the workspace that are not to be seen. */
  readonly hidden: readonly string[];
}

/** A layer that outlives the call and the process, until somebody removes it. */
export interface KeptLayer {
  readonly folder: string;
  /** The time by the clock of the file system since which what others change there is theirs. */
  readonly begun: bigint;
  /** That time by our own clock, in epoch milliseconds. */
  readonly at: number;
  /** Hashes of contents that came from this layer, by path: where a file holds one of them, nobody else has changed it. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>;
  /** Folders of the workspace as they were when it was begun, by path; of those that are missing nothing is known. */
  readonly folders: ReadonlyMap<string, FolderBefore>;
}

/** A folder as it was when a job began. */
export interface FolderBefore {
  /** A text that says which folder it was, whatever stands in its place now. */
  readonly identity: string;
  readonly names: ReadonlySet<string>;
}

/** How a job on a layer is taken. */
export interface LayerOptions {
  /** The layer that it works on; left out: a new one, which goes with the call. */
  readonly kept?: KeptLayer;
  /** Whether what it wrote waits as a pending set instead of being written: no file is touched, whatever becomes of it. */
  readonly waits?: boolean;
  /** Whether the layer is still written to: folders outside of undo are then left to a later time. */
  readonly live?: boolean;
}

export interface LayerResult<T> {
  readonly value: T;
  /** What the folders that were written to hold in the end, below the workspace's own. */
  readonly merged: ReadonlySet<string>;
}

/** What a job that writes to the real files must know. */
export interface PlaceJob {
  /** Files too large to be put back, whatever the job does to them; a person is to be asked first. */
  readonly uncopied: readonly { readonly path: string; readonly size: number }[];
  /** See `hiddenPaths`. */
  readonly hidden: readonly string[];
}

export interface LayerOutcome<T> {
  readonly value: T;
  /** Folders that are taken over without a way back. */
  readonly outside: readonly string[];
  /** Pipes, sockets and devices, which are not kept. */
  readonly odd: readonly string[];
  /** Whose modes were not taken over as they were set: the workspace's own folder, files that would lend rights. */
  readonly modes: readonly string[];
  /** Paths that others changed since the layer was begun. */
  readonly foreign: readonly string[];
  /** Paths that others changed, too, and that now hold the lines of both; only of a layer that was kept. */
  readonly merged: readonly string[];
  /** Paths that are left out, for the policy hides them; only of what waits, all else is refused as a whole. */
  readonly unseen: readonly string[];
  /** What is staged now, for people and models. */
  diff(): Promise<string>;
  /** Takes nothing over after all. */
  drop(): void;
}

export interface ResolvedPath {
  /** Real absolute path; the last component need not exist. */
  readonly absolute: string;
  /** The path relative to the root with forward slashes; `.` for the root. */
  readonly relative: string;
  /** Symbolic links crossed, as absolute paths. */
  readonly via: readonly string[];
}

export type FileKind = 'file' | 'directory' | 'symlink' | 'fifo' | 'socket' | 'device';

export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mode: number;
  /** Epoch milliseconds. */
  readonly modified: number;
  readonly created: number;
}

export interface FileReadOptions {
  readonly maxBytes?: number;
  /** Whether the bytes may be those that others are given too, which nobody may change; saves a copy of a large file. */
  readonly shared?: boolean;
}

export interface FileContent {
  /** Where it is: its real path, and its name in the workspace. */
  readonly path: ResolvedPath;
  /** All of it; a `TextDecoder` makes text of them. */
  readonly bytes: Uint8Array;
  /** The size, the time and the like, as they were when the file was read. */
  readonly stat: FileStat;
}

export interface FolderEntry extends FileStat {
  readonly name: string;
  /** Where a symbolic link points, as written. */
  readonly target?: string;
}

export interface FindQuery {
  readonly path: string;
  /** Globs relative to `path`; one must match. Left out: all. */
  readonly globs?: readonly string[];
  readonly hidden?: boolean;
  readonly ignored?: boolean;
  readonly sort?: 'path' | 'newest';
  readonly directories?: boolean;
  readonly maxDepth?: number;
  readonly limit?: number;
}

export interface FindResult {
  /** Workspace-relative paths with what is known of each. */
  readonly entries: readonly (FileStat & { readonly path: string })[];
  /** All that matched, also beyond the limit. */
  readonly total: number;
}

export interface SearchQuery {
  readonly path: string;
  readonly pattern: string;
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  readonly multiline?: boolean;
  readonly word?: boolean;
  readonly globs?: readonly string[];
  readonly type?: string;
  readonly before?: number;
  readonly after?: number;
  readonly hidden?: boolean;
  readonly ignored?: boolean;
  /** Longer lines are cut to this many characters. */
  readonly maxColumns?: number;
  /** Stops reading once so many matching lines were found. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export interface SearchFile {
  /** Workspace-relative. */
  readonly path: string;
  readonly modified: number;
  readonly lines: readonly SearchLine[];
  readonly matches: number;
}

export interface SearchLine {
  readonly number: number;
  readonly text: string;
  readonly match: boolean;
}

export interface FileWriteOptions {
  readonly createDirs?: boolean;
  /** Permission bits of a new file; an existing one keeps its own. */
  readonly mode?: number;
  /** Refuse with `FILE_EXISTS` when something is there. */
  readonly mustNotExist?: boolean;
}
