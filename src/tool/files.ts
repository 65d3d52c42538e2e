/**
 * The files as one call sees them: the workspace, below what the session has planned, below what this call has
 * staged. Every path is resolved inside the root when it is used; what the policy hides is not there. Writes are
 * staged and reach the disk only when the pipeline commits the call. Failures are `ToolError`s.
 */
export interface Files {
  /** Real path of the workspace's root. */
  readonly root: string;
  /** The real absolute path and workspace-relative name; `INVALID_PATH` outside of the root. Looks nothing up twice. */
  resolve(path: string): ResolvedPath;
  /** What is at a path; undefined when nothing is there. Follows links that stay inside. */
  stat(path: string): Promise<FileStat | undefined>;
  /** Reads and remembers a file: `FILE_NOT_FOUND` (with near names), `NOT_A_FILE`, `TOO_LARGE` above `maxBytes`. */
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
   * Stages a change computed from the content. `change` may run again on newer content at the commit, so that a foreign
   * change elsewhere in the file does no harm; `change` throws when its target is no longer there.
   */
  edit(path: string, change: (content: Uint8Array) => Uint8Array): Promise<void>;
  /** Stages a deletion and returns the workspace-relative paths, files first. */
  delete(path: string, options?: { recursive?: boolean }): Promise<readonly string[]>;
  /** Stages a move; what is there already is overwritten only if `overwrite` says so. */
  move(from: string, to: string, options?: { overwrite?: boolean; createDirs?: boolean }): Promise<void>;
  /**
   * Runs a job that writes to a layer over the workspace instead of the workspace itself, and then stages what it
   * wrote. Nothing is staged when the job throws.
   */
  through<T>(job: (layer: Layer) => Promise<LayerResult<T>>, options?: LayerOptions): Promise<LayerOutcome<T>>;
  /**
   * Runs a job where there is no overlay: it writes to the real files, which are put back before its work is staged.
   * The job is refused where it gives another name to a file hidden from the call, or to an absolute path of `unread`.
   */
  inPlace<T>(job: (place: PlaceJob) => Promise<T>, unread?: readonly string[]): Promise<LayerOutcome<T>>;
  /** Absolute paths in the workspace that this call may not see: the topmost of each, and other names of the same files. */
  hiddenPaths(): Promise<readonly string[]>;
  /**
   * The paths that a job on the real files is kept from. `denied`: only the forbidden ones, for changes that are to be
   * asked about are put back, and asked about when the job has ended.
   */
  held(which: 'all' | 'denied'): Promise<HeldPaths>;
  /**
   * The private files of the workspace that this call was not let read. Once the call has asked for them, or has run a
   * job, their values are taken out of all that it gives back.
   */
  secrets(): Secrets;
  /** Whether this call may not see a workspace-relative path, also where nothing is there now, as in a history. */
  isHidden(path: string): boolean;
  /** How many entries were left out because the policy hides them, so far in this call. */
  readonly hidden: number;
}

export interface Secrets {
  /** Absolute paths of the files. */
  readonly paths: readonly string[];
  /** The text without the values that the files hold; where it held one, the session has read private data. */
  hide(text: string): string;
  /** How many values were hidden so far. */
  readonly found: number;
}

/** `write`: the path may be neither changed nor removed; `delete`: the path may not be removed. */
export type HoldKind = 'write' | 'delete';

/** Paths that the policy keeps a job on the real files from: real and absolute, also where nothing is there yet. */
export interface Holds {
  of(absolute: string): HoldKind | undefined;
  /** Whether a link of this name may not come to be: it would put its target where something is held. */
  ofLink(absolute: string): boolean;
  /** False: nothing below this folder is held. */
  below(folder: string): boolean;
}

/** The held paths that are there now, so that the sandbox can hold them. */
export interface HeldPaths extends Holds {
  /** Files, with their other names, and folders with all that is in them. */
  readonly readOnly: readonly string[];
  /** Paths that may not be removed or get another name. */
  readonly pinned: readonly string[];
  /** Each held path, and each folder in which names may come to be, with a text that tells if it is still the same. */
  readonly seen: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, string>;
}

/** A place to write to instead of the workspace, seen as the workspace by a job. */
export interface Layer {
  /** A folder outside of the workspace, and nobody else's; what is written is looked for in its folder `upper`. */
  readonly folder: string;
  /** Folders in `folder` that are seen above the workspace and not written, topmost first. */
  readonly above: readonly string[];
  /** Absolute paths in the workspace that are not to be seen. */
  readonly hidden: readonly string[];
}

/** A layer that outlives the call and the process, until somebody removes it. */
export interface KeptLayer {
  readonly folder: string;
  /** The time, by the clock of the file system, since which changes of others count as theirs. */
  readonly begun: bigint;
  /** That time by our own clock, in epoch milliseconds. */
  readonly at: number;
  /** Hashes of contents that came from this layer, by path: nobody else has changed a file that holds one. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>;
  /** Folders of the workspace as they were when the layer was begun, by path; none is known where one is missing. */
  readonly folders: ReadonlyMap<string, FolderBefore>;
}

/** A folder as it was when a job began. */
export interface FolderBefore {
  /** A text that says which folder it was, whatever stands in its place now. */
  readonly identity: string;
  readonly names: ReadonlySet<string>;
}

/** Options of a job on a layer. */
export interface LayerOptions {
  /** The layer that the job works on; left out: a new one, which goes with the call. */
  readonly kept?: KeptLayer;
  /** Whether the job's writes wait as a pending set instead: no file is touched, whatever becomes of the set. */
  readonly waits?: boolean;
  /** Whether the layer is still written to: folders outside of undo are then left to a later time. */
  readonly live?: boolean;
}

export interface LayerResult<T> {
  readonly value: T;
  /** The final contents of the folders that were written to, below the workspace's own. */
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
  /** Paths whose modes were not taken over as set: the workspace's own folder, files that would lend rights. */
  readonly modes: readonly string[];
  /** Paths that others changed since the layer was begun. */
  readonly foreign: readonly string[];
  /** Paths that others changed, too, and that now hold the lines of both; only of a layer that was kept. */
  readonly merged: readonly string[];
  /** Paths left out because the policy hides them; only in a set that waits, otherwise the whole is refused. */
  readonly unseen: readonly string[];
  /** The diff of what is staged now, for people and models. */
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
  /** Whether the bytes may be shared with others, who may not change them either; saves a copy of a large file. */
  readonly shared?: boolean;
}

export interface FileContent {
  /** The file's real path, and its name in the workspace. */
  readonly path: ResolvedPath;
  /** All bytes of the file; a `TextDecoder` makes text of them. */
  readonly bytes: Uint8Array;
  /** The size, the time and the like, as they were when the file was read. */
  readonly stat: FileStat;
}

export interface FolderEntry extends FileStat {
  readonly name: string;
  /** The path that a symbolic link points to, as written. */
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
  /** Workspace-relative paths, each with its size, time and kind. */
  readonly entries: readonly (FileStat & { readonly path: string })[];
  /** The number of all matches, also beyond the limit. */
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
  /** The number of matching lines after which reading stops. */
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

export type SearchLine = { readonly number: number; readonly text: string; readonly match: boolean };

export interface FileWriteOptions {
  readonly createDirs?: boolean;
  /** Permission bits of a new file; an existing one keeps its own. */
  readonly mode?: number;
  /** Refuse with `FILE_EXISTS` when something is there. */
  readonly mustNotExist?: boolean;
}
