import type { Duplex, Writable } from 'node:stream';

/** The path where a job finds the Node that runs us, where it asks for one. */
export const NODE = '/run/toolgate/node';

/** The path where a job finds its program: an argument cannot be longer than 128 KB. */
export const PROGRAM = '/run/toolgate/program';

/** The path where an attended job finds a program of Node that says that a turn is over. */
export const TURN = '/run/toolgate/turn.cjs';

/** The path where an attended job finds a file that says what it is: nobody outside can make one there. */
export const WRAPPED = '/run/toolgate/wrapped';

/** The way in which a job sees the workspace; `readOnly`: it can write nothing there. */
export type WorkspaceView =
  /** An overlay: what a job writes lands in `upper`, and the workspace itself stays as it is. */
  | { readonly kind: 'overlay'; readonly layers: OverlayFolders; readonly readOnly?: boolean }
  /** The real files: a job's writes are final, and those of others are seen at once. */
  | { readonly kind: 'real'; readonly readOnly?: boolean };

/** A file or folder beside the workspace that a job sees, by its real path. */
export type SeenFolder = { readonly path: string; readonly write: boolean };

/** Folders of an overlay, outside of the workspace. */
interface OverlayFolders {
  /** The folder with `upper`, and what the overlay needs for itself; nobody else's. */
  readonly folder: string;
  /** Folders above the workspace that are seen and not written, topmost first. */
  readonly above: readonly string[];
}

export interface JobLimits {
  /** Milliseconds of wall time. */
  readonly time: number;
  /** Seconds of CPU, for each process. */
  readonly cpu: number;
  /** Bytes of memory, of all processes together. */
  readonly memory: number;
  readonly processes: number;
  /** Bytes of one file. */
  readonly fileSize: number;
  /** Bytes written to the workspace, and to the private temp folder. */
  readonly disk: number;
  /** Open files of each process. */
  readonly files: number;
}

/** The parts of a job that a person uses at their own terminal, such as a known agent. Only with an overlay. */
export interface AttendedJob {
  /** The home that the job sees: empty, but for its folders. */
  readonly home: string;
  /** Folders of the job's own, which it writes to as they are. */
  readonly folders: readonly SharedPath[];
  /** Paths in those folders that the job cannot change. */
  readonly held: readonly SharedPath[];
  /** Files and folders of the machine that the job sees and cannot change, such as its program. */
  readonly shown: readonly string[];
  /** Called when the job has begun, with a way to look at what it has written so far. */
  readonly onStart?: (live: LiveJob) => void;
  /** Called when a turn is over: the job says so by running `TURN` and waits. It may say so whenever it likes. */
  readonly onTurn?: () => Promise<void>;
}

/** A path of the machine, and where a job sees it: there may be a link there. */
export type SharedPath = { readonly from: string; readonly at: string };

export interface LiveJob {
  /** What `JobEnd.merged` would be if the job ended now. */
  merged(): ReadonlySet<string>;
}

export interface SandboxJob {
  readonly argv: readonly string[];
  /** A text of any length that the job finds at `PROGRAM`. */
  readonly program?: string;
  /** Real path of the workspace. */
  readonly root: string;
  /** The working directory, absolute, inside the workspace. */
  readonly cwd: string;
  readonly view: WorkspaceView;
  /** Absolute real paths that are not to be seen. */
  readonly hidden: readonly string[];
  /** Absolute real paths of files in the workspace that the job finds empty; on an overlay only. */
  readonly covered?: readonly string[];
  /** Absolute real paths in the workspace that the job may not change, with all that is in them; on real files only. */
  readonly readOnly?: readonly string[];
  /** Absolute real paths in the workspace that the job may neither remove nor rename; on real files only. */
  readonly pinned?: readonly string[];
  /** Folders that the job sees besides the workspace and the system. */
  readonly also?: readonly SeenFolder[];
  /** Variables on top of the plain environment that every job gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether a host may be reached; left out: no network at all. */
  readonly mayReach?: (host: string, near?: boolean) => boolean;
  /** Whether package managers find what they fetched before, and keep what they fetch; left out: they do both. */
  readonly cached?: boolean | 'found';
  /** Whether the job finds Node at `NODE`. */
  readonly node?: boolean;
  /** Takes our end of a pair of sockets whose other end the job has as descriptor 9; what comes from it is hostile. */
  readonly onChannel?: (channel: Duplex) => void;
  /** A job with our own terminal and streams; its output is then nobody's but the person's. */
  readonly attended?: AttendedJob;
  /** Takes our end of the job's standard input; left out: there is nothing to read. */
  readonly onInput?: (input: Writable) => void;
  readonly limits: JobLimits;
  readonly signal?: AbortSignal;
  readonly onOutput: (chunk: Buffer, stream: 'stdout' | 'stderr') => void;
}

export type StopReason = 'time' | 'memory' | 'processes' | 'disk' | 'aborted';

export interface RefusedHost {
  readonly host: string;
  /** Whether the host is this machine or on its networks. */
  readonly near: boolean;
}

export interface JobEnd {
  /** The exit code as a shell says it: 128 and more for a signal. */
  readonly code: number;
  readonly stopped?: StopReason;
  /** Milliseconds. */
  readonly duration: number;
  /** Hosts that the job asked for and that are not allowed. */
  readonly refused?: readonly RefusedHost[];
  /** Text that the job wrote to descriptor 6, cut where it is long. */
  readonly told: string;
  /**
   * Paths now in the folders that were written to, relative to the workspace, the workspace's own paths included, and
   * the hidden ones. Only with an overlay, and only when the list is complete; the workspace's own folder is left out,
   * for it is never replaced as a whole.
   */
  readonly merged?: ReadonlySet<string>;
}

/** One thing that was found out about the sandbox, for `doctor`. */
export interface SandboxFinding {
  readonly part: string;
  readonly ok: boolean;
  readonly says: string;
  /** Advice for a person. */
  readonly next?: string;
}

/** The one door to processes. */
export interface Sandbox {
  /** The kind. `off`: the policy wants no sandbox, and jobs run all the same; `none`: there is none; nothing runs. */
  readonly kind: 'bubblewrap' | 'landlock' | 'seatbelt' | 'off' | 'none';
  /** Whether the sandbox was tried, and really holds; with an overlay or without. */
  readonly proved: boolean;
  readonly overlay: boolean;
  readonly findings: readonly SandboxFinding[];
  /** Runs a job until nothing of it is left. Throws `SANDBOX_UNAVAILABLE` if it could not begin. */
  run(job: SandboxJob): Promise<JobEnd>;
  /** Ends the launcher that waits to start the next job sooner; resolves when it is gone. */
  rest?(): Promise<void>;
}
