import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../tool/error.ts';
import { readProgram } from '../../tool/loading/read-program.ts';
import { shownOfEtc } from '../bubblewrap/prepare-etc.ts';
import { systemCallFilter } from '../bubblewrap/system-call-filter.ts';
import { checkRoots } from '../job/check-job.ts';
import type { JobEnd, SandboxJob } from '../port.ts';
import { openPlainFolder, type PlainFolder, type PlainSettings, pathsOf, plainRealPath } from './folder.ts';
import { MARK } from './job-members.ts';
import { landlockRules } from './landlock-rules.ts';
import { runPlainJob } from './run-plain-job.ts';

const LANDLOCK = readProgram(new URL('./landlock.pl', import.meta.url));

/** The system's own program: another one on PATH could be anybody's. */
const PERL = '/usr/bin/perl';

/** The newest Landlock whose rights are known here. */
const NEWEST = 7;

interface LandlockSettings extends PlainSettings {
  /** The newest version of Landlock to use, where an older kernel is to be tried. */
  readonly newest?: number;
}

/** Files of /etc that name users and hosts: without them programs do not know who they are. */
const NAMES = ['/etc/passwd', '/etc/group', '/etc/hosts', '/etc/nsswitch.conf'];

/**
 * Runs jobs behind Landlock and a filter for system calls, on the real files: where there may be no namespaces, as in
 * most containers. There is no overlay, and no network at all.
 */
export const createLandlock = (settings: LandlockSettings) => (job: SandboxJob) => runInLandlock(settings, job);

async function runInLandlock(settings: LandlockSettings, job: SandboxJob): Promise<JobEnd> {
  const filter = systemCallFilter(process.arch, { groups: true, walls: 'none' });
  const asking = systemCallFilter(process.arch, { groups: true, walls: 'none', signals: 'asked' });
  if (!filter || !asking) throw cannot(`there is no filter for system calls on ${process.arch}`);
  if (job.view.kind !== 'real') throw cannot('it has no overlay');
  if ([...(job.readOnly ?? []), ...(job.pinned ?? [])].length > 0)
    throw cannot('it cannot keep single files from being written, which a command in the background needs');
  checkRoots(job);
  const folder = openPlainFolder(settings, job);
  try {
    const rules = join(folder.path, 'rules');
    const calls = join(folder.path, 'calls');
    const own = { mode: 0o600, flag: 'wx' };
    writeFileSync(rules, rulesFor(settings, job, folder), own);
    writeFileSync(calls, filter, own);
    writeFileSync(`${calls}-signals`, asking, own);
    const newest = String(settings.newest ?? NEWEST);
    const before = [PERL, '-e', LANDLOCK, '--', process.arch, newest, rules, calls];
    return await runPlainJob(job, folder, { before, env: { [MARK]: folder.mark }, gathers: true });
  } finally {
    folder.remove();
  }
}

function rulesFor({ cache }: PlainSettings, job: SandboxJob, folder: PlainFolder): string {
  const { root, view, node, hidden, limits, also = [] } = job;
  const { places, program, system } = folder;
  const seen = system.mounts.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
  return landlockRules({
    root,
    readOnly: view.readOnly ?? false,
    writable: [places.home, places.temp, ...(cache ? plainRealPath(cache) : []), ...pathsOf(also, true)],
    readable: [
      ...pathsOf(also, false),
      ...seen,
      ...shownOfEtc(),
      ...NAMES,
      ...(node ? [process.execPath] : []),
      program,
    ].flatMap(plainRealPath),
    hidden,
    processes: limits.processes,
    // Git takes a config that it may not read for a fault, and not for one that is missing.
    env: { GIT_CONFIG_NOSYSTEM: '1', ...folder.env },
  });
}

const cannot = (why: string): ToolError =>
  new ToolError('SANDBOX_UNAVAILABLE', `Nothing was run: the sandbox here is Landlock, and ${why}.`, {
    suggestion: 'Ask the user to run `toolgate doctor`, which says how to have a sandbox that can.',
  });
