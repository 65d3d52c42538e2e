import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { checkApart, checkNames, checkRoot, joined } from './check-job.ts';
import { openControlGroup } from './control-group.ts';
import { placesBeside, plainEnvironment } from './environment.ts';
import { explainForeignOwner } from './foreign-owner.ts';
import { hideInside, withHidden } from './hide-inside.ts';
import { isBelow } from './is-below.ts';
import { type JobFolder, jobFolder } from './job-folder.ts';
import { LAUNCH } from './launch-script.ts';
import { makeOwnFolder, ownName } from './own-folder.ts';
import { createPipePool, type PipePool } from './pipe-pool.ts';
import { type Ended, type Job, PROGRAM } from './port.ts';
import { type PreparedEtc, prepareEtc } from './prepare-etc.ts';
import { BRIDGE } from './proxy/bridge.ts';
import { type HostProxy, openProxy } from './proxy/proxy.ts';
import { runJob } from './run-job.ts';
import { systemCallFilter } from './system-call-filter.ts';
import { isShown, systemView } from './system-view.ts';
import { watchDisk } from './watch-disk.ts';

export interface BubblewrapSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of toolgate's own, outside of every workspace. */
  readonly folder: string;
  /** A folder that lasts, for the caches of package managers. */
  readonly cache?: string;
}

/** What programs see as their user where we are root: many behave badly as root without its rights. */
const ORDINARY = 1000;
const USER = 'user';
/** Programs of the sandbox itself are looked for here, never in a folder that somebody else may fill. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin';

/** What holds for every job of this process. */
interface Ground {
  readonly settings: BubblewrapSettings;
  readonly isRoot: boolean;
  readonly uid: number;
  readonly gid: number;
  /** Of this process alone. */
  readonly folder: string;
  readonly etc: PreparedEtc;
  /** The file with the filter for system calls. */
  readonly filter: string | undefined;
  readonly pool: PipePool;
  /** How an overlay says that something is not there; where the kernel lets us make one outside of a namespace. */
  readonly whiteout: string;
}

/** Runs jobs in bubblewrap: for an ordinary user in user namespaces, for root the same walls and control groups. */
export function createBubblewrap(settings: BubblewrapSettings): (job: Job) => Promise<Ended> {
  let ground: Ground | undefined;
  return job => {
    ground ??= prepareGround(settings);
    return runInBubblewrap(ground, job);
  };
}

function prepareGround(settings: BubblewrapSettings): Ground {
  const isRoot = process.getuid?.() === 0;
  const uid = process.getuid?.() || ORDINARY;
  const gid = process.getgid?.() || ORDINARY;
  const folder = makeOwnFolder(join(settings.folder, 'running'));
  const calls = systemCallFilter(process.arch, { groups: isRoot });
  const filter = calls && join(folder, 'filter');
  if (filter) writeFileSync(filter, calls);
  const etc = prepareEtc(join(folder, 'etc'), standingFiles(uid, gid));
  const whiteout = join(folder, 'whiteout');
  spawnSync('mknod', [whiteout, 'c', '0', '0'], { env: { PATH }, stdio: 'ignore' });
  return { settings, isRoot, uid, gid, folder, etc, filter, whiteout, pool: createPipePool(folder) };
}

async function runInBubblewrap(ground: Ground, job: Job): Promise<Ended> {
  const { settings, isRoot } = ground;
  const { view, root, limits } = job;
  checkRoot(root);
  checkNames(Object.keys(job.env));
  if (view.kind === 'overlay') checkApart(root, view.layers.folder);
  const overlaid = view.kind === 'overlay';
  const folder = jobFolder(overlaid ? view.layers.folder : mkdtempSync(join(ground.folder, 'job-')));
  const group = isRoot ? openControlGroup(`toolgate-${ownName()}`, limits) : undefined;
  const explained = explainForeignOwner(job.onOutput);
  let proxy: HostProxy | undefined;
  try {
    proxy = job.mayReach ? await openProxy(job.mayReach) : undefined;
    const covered = hideInside(folder, job, ground.whiteout);
    folder.file('groups', (group?.folders ?? []).map(path => `${path}\n`).join(''));
    folder.file('shared', group ? '' : `${Math.ceil(limits.memory / 2 / PAGE)}\n`);
    folder.link('root', root);
    if (overlaid) chmodSync(folder.upper, (statSync(root).mode & 0o777) | 0o700);
    if (settings.cache) mkdirSync(settings.cache, { recursive: true, mode: 0o700 });
    const source = overlaid || covered ? folder.merged : root;
    folder.file('arguments', joined(insideArguments(ground, { job, folder, proxy, source })));
    const lowers = ['mask', ...(overlaid ? view.layers.above : []), 'root'].join(':');
    const ended = await runJob({
      argv: [
        ...unshare(isRoot),
        ...['setpriv', '--pdeathsig', 'KILL', '--', 'sh', '-c', LAUNCH, 'toolgate'],
        ...[overlaid ? 'overlay' : covered ? 'covered' : 'real', lowers],
        ...[isRoot ? ',redirect_dir=nofollow,metacopy=off,index=off' : ',userxattr'],
        ...[String(process.pid), ground.filter ?? '', ...limited(job, group !== undefined), '--'],
        ...TIED,
        ...(proxy ? BRIDGED : []),
        ...job.argv,
      ],
      cwd: folder.path,
      env: { PATH },
      limits,
      group,
      signal: job.signal,
      onOutput: explained.onOutput,
      written: watchDisk({
        on: overlaid ? [folder.upper] : [root, ground.folder],
        upper: overlaid ? folder.upper : undefined,
        limit: limits.disk,
      }),
      pool: ground.pool,
    });
    if (overlaid && !isRoot) explained.explain();
    const { merged, ...plain } = ended;
    const refused = proxy && proxy.refused.size > 0 ? { refused: [...proxy.refused] } : {};
    return { ...plain, ...refused, ...(overlaid && merged ? { merged: withHidden(merged, job) } : {}) };
  } finally {
    proxy?.close();
    await group?.remove();
    if (!overlaid) folder.remove();
  }
}

const PAGE = 4096;

/**
 * Inside: when we are gone, descriptor 9 ends, and all that is there is killed. Bubblewrap sees to that too, but not if
 * we die while it is starting.
 */
const TIED: readonly string[] = ['sh', '-c', '(read -r _ <&9; kill -9 -1) & exec "$@" 9<&-', 'sh'];

interface Inside {
  readonly job: Job;
  readonly folder: JobFolder;
  readonly proxy: HostProxy | undefined;
  readonly source: string;
}

function insideArguments(ground: Ground, { job, folder, proxy, source }: Inside): readonly string[] {
  const { settings, etc, uid, gid, isRoot, filter } = ground;
  const { root, cwd, limits } = job;
  const system = systemView(settings.env, root);
  const places = placesBeside(root);
  const masked = job.hidden
    .filter(path => !isBelow(path, root) && isShown(path, system))
    .flatMap(path => {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats ? [{ path, folder: stats.isDirectory() }] : [];
    });
  return bubblewrapArguments({
    ...{ system, etc, source, root, cwd, limits, uid, gid, places, masked },
    env: {
      ...plainEnvironment({ own: settings.env, path: system.path, user: USER, places }),
      ...system.variables,
      ...(proxy ? PROXY_ENVIRONMENT : {}),
      ...job.env,
    },
    kernelFiles: isRoot ? KERNEL_FILES.filter(path => existsSync(path)) : [],
    stand: new Map([
      [folder.file('program', job.program ?? ''), PROGRAM],
      ...(proxy ? bridgeFiles(folder, proxy) : []),
    ]),
    ...(settings.cache ? { cache: settings.cache } : {}),
    ...(filter ? { filter: FILTER_DESCRIPTOR } : {}),
  });
}

/** As the launch script opens it. */
const FILTER_DESCRIPTOR = 7;
/** Root may read these as their owner, also without its rights. */
const KERNEL_FILES = ['keys', 'kpagecount', 'kpageflags', 'kpagecgroup'].map(name => `/proc/${name}`);

/** Mounts and shared memory of its own; as an ordinary user in a user namespace, where it may mount. */
const unshare = (isRoot: boolean): readonly string[] => [
  'unshare',
  ...(isRoot ? [] : ['--user', '--map-root-user']),
  ...['--mount', '--ipc', '--propagation', 'private', '--'],
];

/** Address space is not memory: a thread of Node sets aside half a gigabyte that it never touches. */
const ROOM_FOR_EACH = 4;

/** What each process may use; without a control group also its own memory, for the watch needs a moment. */
function limited({ limits }: Job, grouped: boolean): readonly string[] {
  const { cpu, fileSize, files, processes, memory } = limits;
  // One byte, and not none: then nothing is handed to a program that collects dumps either.
  const each = [`--cpu=${cpu}`, `--fsize=${fileSize}`, `--nofile=${files}`, '--core=1'];
  if (!grouped) each.push(`--nproc=${processes}`, `--data=${memory * ROOM_FOR_EACH}`);
  return each;
}

/** Files of /etc that programs ask for and that would tell of the machine's people. */
const standingFiles = (uid: number, gid: number): Readonly<Record<string, string>> => ({
  passwd: `${USER}:x:${uid}:${gid}::/home/${USER}:/bin/bash\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n`,
  group: `${USER}:x:${gid}:\nnogroup:x:65534:\n`,
  hosts: '127.0.0.1 localhost toolgate\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  'resolv.conf': '',
});

const SOCKET = '/run/toolgate/proxy';
const NODE = '/run/toolgate/node';
const BRIDGE_FILE = '/run/toolgate/bridge.cjs';
const PORT = '3128';
const BRIDGED: readonly string[] = [NODE, BRIDGE_FILE, SOCKET, PORT];

const WAY = `http://127.0.0.1:${PORT}`;
const PROXY_ENVIRONMENT = {
  HTTP_PROXY: WAY,
  HTTPS_PROXY: WAY,
  ALL_PROXY: WAY,
  http_proxy: WAY,
  https_proxy: WAY,
  all_proxy: WAY,
  NODE_USE_ENV_PROXY: '1',
} as const;

const bridgeFiles = (folder: JobFolder, proxy: HostProxy): readonly (readonly [string, string])[] => [
  [proxy.socket, SOCKET],
  [process.execPath, NODE],
  [folder.file('bridge.cjs', BRIDGE), BRIDGE_FILE],
];
