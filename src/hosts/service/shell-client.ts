import type { SeenProcess } from '../../system/process-identity.ts';

/** What a shell says of a command that could not be run. */
export const NOT_RUN = 126;

/** The client that stands in the place of a host's command, and prints what the command prints. */
export interface ShellClient {
  print(bytes: Uint8Array, stream: 'stdout' | 'stderr'): void;
  /** Tells the end: an exit code, and the line for the host's shell; none where the command was not run to its end. */
  end(code: number, line?: string): void;
  readonly gone: AbortSignal;
  readonly ancestry: readonly SeenProcess[];
}
