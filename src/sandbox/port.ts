/** The path where a job finds its program: an argument cannot be longer than 128 KB. */
export const PROGRAM = '/run/toolgate/program';

/** The way in which a job sees the workspace. */
export type WorkspaceView =
  /** An overlay: what a job writes lands in `upper`, and the workspace itself stays as it is. */
  | { readonly kind: 'overlay'; readonly layers: OverlayFolders }
  /** The real files: what is written is written. */
  | { readonly kind: 'real' };

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
  /** Variables on top of the plain environment that every job gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether a host may be reached; left out: no network at all. */
  readonly mayReach?: (host: string, near?: boolean) => boolean;
  /** Whether package managers find what they fetched before, and keep what they fetch; left out: they do. */
  readonly cached?: boolean;
  readonly limits: JobLimits;
  readonly signal?: AbortSignal;
  readonly onOutput: (chunk: Buffer, stream: 'stdout' | 'stderr') => void;
}

/** The reason why a job was ended from outside. */
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
   * Paths that folders which were written to hold now, relative to the workspace, those of the workspace included, and
   * those that were hidden. Only with an overlay, and only when it is complete; the workspace's own folder is left out,
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
  /** The kind. `off`: the policy wants none, and jobs run all the same; `none`: there is none, and nothing runs. */
  readonly kind: 'bubblewrap' | 'seatbelt' | 'off' | 'none';
  /** Whether the sandbox was tried, and really holds; with an overlay or without. */
  readonly proved: boolean;
  readonly overlay: boolean;
  readonly findings: readonly SandboxFinding[];
  /** Runs a job until nothing of it is left. Throws `SANDBOX_UNAVAILABLE` if it could not begin. */
  run(job: SandboxJob): Promise<JobEnd>;
}
