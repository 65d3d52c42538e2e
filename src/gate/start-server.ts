import {
  hostPatternProblem,
  matchesHost,
  normalizeHost,
  normalizeHostPattern,
} from '../policy/patterns/host-pattern.ts';
import type { ServerJob, StartedServer } from '../sandbox/start-server.ts';
import { ToolError } from '../tool/error.ts';
import type { Sandboxes } from './packs/sandboxes.ts';

/** A program that others talk to, with the files and hosts that it may see and reach. */
export interface ServerToStart extends Omit<ServerJob, 'mayReach'> {
  /** Hosts that the program may reach, as rules name them; none: it has no network. */
  readonly hosts?: readonly string[];
}

interface ServerParts {
  readonly sandboxes: Pick<Sandboxes, 'open'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly root: string;
  readonly folder: string;
}

/** Starts servers in the machine's sandbox, whatever the policy says of commands. Its code is loaded with the first. */
export const startServers =
  ({ sandboxes, env, root, folder }: ServerParts, ending: AbortSignal) =>
  async ({ hosts = [], ...server }: ServerToStart): Promise<StartedServer> => {
    const mayReach = hosts.length > 0 ? reaching(hosts) : undefined;
    const { startServer } = await import('../sandbox/start-server.ts');
    const places = { env, root, folder, ending, sandbox: () => sandboxes.open('proved') };
    return startServer({ ...server, mayReach }, places);
  };

/** Whether a host may be reached; this machine and its network by their own names only, never by a star. */
function reaching(hosts: readonly string[]): (host: string, near?: boolean) => boolean {
  for (const host of hosts) {
    const problem = hostPatternProblem(host);
    if (problem) throw new ToolError('INVALID_ARGUMENTS', `${JSON.stringify(host)} ${problem}`);
  }
  const patterns = hosts.map(normalizeHostPattern);
  return (host, near = false) =>
    patterns.some(pattern => matchesHost(pattern, normalizeHost(host)) && !(near && pattern.startsWith('*')));
}
