import type { BackgroundJobs } from '../../sandbox/background-jobs.ts';
import type { JobLimits, Sandbox } from '../../sandbox/port.ts';
import type { CodeToRun, Understanding } from '../../shell/understand-command.ts';

/** The services that tools which run commands need. */
export interface ShellServices {
  /** The sandbox of this machine, looked for when it is first asked for; no sandbox where the policy says so. */
  readonly sandbox: () => Promise<Sandbox>;
  /** Whether the policy has commands run without a sandbox. */
  readonly isOff: () => boolean;
  /** Works out what a command would do. */
  readonly understand: (command: string, where: { root: string; cwd: string }) => Promise<Understanding>;
  /** Works out what code would do if it is run by itself. */
  readonly understandCode: (code: CodeToRun, where: { root: string; cwd: string }) => Promise<Understanding>;
  readonly limits: () => JobLimits;
  /** Takes the whole of a long output, as it comes; `read_file` pages it. */
  readonly keepOutput?: (callID: string) => OutputSink | undefined;
  /** Hides the parts of a text that are not for models. */
  readonly hideSecrets: (text: string) => string;
  readonly jobs: Pick<BackgroundJobs, 'start' | 'read' | 'kill' | 'list'>;
}

export interface OutputSink {
  add(chunk: Uint8Array): void;
  close(save: boolean): Promise<void>;
}
