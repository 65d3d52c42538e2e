import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../tool/error.ts';
import { checkRoots } from '../job/check-job.ts';
import type { JobEnd, SandboxJob } from '../port.ts';
import { type LocalPort, openLocalPort } from '../proxy/local-port.ts';
import { type HostProxy, openProxy, proxyVariables, refusedHosts } from '../proxy/proxy.ts';
import { openPlainFolder, type PlainFolder, type PlainSettings, pathsOf, plainRealPath } from './folder.ts';
import { runPlainJob } from './run-plain-job.ts';
import { seatbeltProfile } from './seatbelt-profile.ts';

/** The system's own program: another one on PATH could be anybody's. */
const SANDBOX_EXEC = '/usr/bin/sandbox-exec';

interface SeatbeltSettings extends PlainSettings {
  /** Another program that takes the same arguments. */
  readonly program?: string;
}

/** Runs jobs in `sandbox-exec` of macOS, on the real files: there is no overlay. */
export const createSeatbelt = (settings: SeatbeltSettings) => (job: SandboxJob) => runInSeatbelt(settings, job);

async function runInSeatbelt(settings: SeatbeltSettings, job: SandboxJob): Promise<JobEnd> {
  if (job.view.kind !== 'real') throw new ToolError('SANDBOX_UNAVAILABLE', 'There is no overlay on macOS.');
  checkRoots(job);
  const folder = openPlainFolder(settings, job);
  let way: Way | undefined;
  try {
    way = job.mayReach ? await openWay(job.mayReach) : undefined;
    const profile = join(folder.path, 'profile');
    writeFileSync(profile, profileFor(settings, job, { ...folder, port: way?.port }), { mode: 0o600, flag: 'wx' });
    const ended = await runPlainJob(job, folder, {
      before: [settings.program ?? SANDBOX_EXEC, '-f', profile],
      env: { ...(way ? proxyVariables(way.port) : {}), ...folder.env },
    });
    return way && way.refused.size > 0 ? { ...ended, refused: refusedHosts(way) } : ended;
  } finally {
    way?.close();
    folder.remove();
  }
}

type Way = Pick<HostProxy, 'refused'> & LocalPort;

/** Opens the proxy to the allowed hosts, on a port of this machine: the one thing that a job may connect to. */
async function openWay(mayReach: NonNullable<SandboxJob['mayReach']>): Promise<Way> {
  const proxy = await openProxy(mayReach);
  try {
    const { port, close } = await openLocalPort(proxy.socket);
    const closeBoth = () => {
      close();
      proxy.close();
    };
    return { port, refused: proxy.refused, close: closeBoth };
  } catch (error) {
    proxy.close();
    throw error;
  }
}

function profileFor(
  { cache }: SeatbeltSettings,
  { root, view, node, hidden, also = [], readOnly = [], pinned = [] }: SandboxJob,
  { places, program, system, port: proxyPort }: PlainFolder & Partial<LocalPort>,
): string {
  const toolchains = system.mounts.flatMap(mount => (mount.kind === 'folder' ? plainRealPath(mount.path) : []));
  return seatbeltProfile({
    writable: [root, places.home, places.temp, ...(cache ? plainRealPath(cache) : []), ...pathsOf(also, true)],
    readable: [program, ...toolchains, ...pathsOf(also, false), ...(node ? plainRealPath(process.execPath) : [])],
    hidden,
    pinned,
    proxyPort,
    readOnly: view.readOnly ? [root] : readOnly,
  });
}
