import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { OWN_LOOPBACK } from '../../tool/effect.ts';
import { isForeground } from '../attended/foreground.ts';
import { openTurns, TURN_PROGRAM, TURN_SOCKET, type Turns } from '../attended/open-turns.ts';
import { checkApart, checkRoot, checkVariableNames } from '../job/check-job.ts';
import { placesBeside, plainEnvironment, SYSTEM_PATH } from '../job/environment.ts';
import { makeOwnFolder, makeOwnName } from '../job/own-folder.ts';
import { createPipePool } from '../job/pipe-pool.ts';
import { placeInJob, systemView } from '../job/system-view.ts';
import { watchDisk } from '../job/watch-disk.ts';
import {
  type JobEnd,
  NODE,
  PROGRAM,
  type Sandbox,
  type SandboxJob,
  TURN,
  type WorkspaceView,
  WRAPPED,
} from '../port.ts';
import { BRIDGE } from '../proxy/bridge.ts';
import { type HostProxy, openProxy, refusedHosts } from '../proxy/proxy.ts';
import { proxyVariables } from '../proxy/variables.ts';
import { RUNNING } from '../sweep-left.ts';
import { bubblewrapArguments } from './arguments.ts';
import { openControlGroup } from './control-group.ts';
import { explainForeignOwner } from './foreign-owner.ts';
import { hideInside, withHidden } from './hide-inside.ts';
import { type JobFolder, jobFolder } from './job-folder.ts';
import { createLaunchers, type Launchers } from './launch/launchers.ts';
import type { Launcher } from './launch/start-launcher.ts';
import { createNamelessPlaces, layNameless, type NamelessPlaces } from './lay-nameless.ts';
import { READ_ONLY_DEVICES, workspaceMount } from './mount-lines.ts';
import { type PreparedEtc, prepareEtc } from './prepare-etc.ts';
import { processLimits } from './process-limits.ts';
import { runJob } from './run-job.ts';
import { standingFiles, USER } from './standing-files.ts';
import { systemCallFilter } from './system-call-filter.ts';
import { type TakenCache, takeCache } from './take-cache.ts';

interface BubblewrapSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of toolgate's own, outside of every workspace. */
  readonly folder: string;
  /** A folder that lasts, for the caches of package managers. */
  readonly cache?: string;
}

/** The user that programs see where we are root: many behave badly as root without its rights. */
const ORDINARY = 1000;

/** Things that hold for every job of this process. */
interface Ground {
  readonly isRoot: boolean;
  readonly uid: number;
  readonly gid: number;
  /** A folder of this process alone. */
  readonly folder: string;
  readonly etc: PreparedEtc;
  /** Files with the filter for system calls. What lands in a layer is looked at before it is anybody's. */
  readonly filters: Readonly<Record<WorkspaceView['kind'], string | undefined>>;
  readonly launchers: Launchers;
  readonly nameless: NamelessPlaces;
  /** The overlay's sign that something is not there, where the kernel lets us make one outside of a namespace. */
  readonly whiteout: string;
}

/** Runs jobs in bubblewrap: for an ordinary user in user namespaces, for root the same walls and control groups. */
export function createBubblewrap(settings: BubblewrapSettings): Required<Pick<Sandbox, 'run' | 'rest'>> {
  return {
    run: job => runInBubblewrap({ ...settings, ground: groundIn(settings.folder) }, job),
    rest: async () => grounds.get(settings.folder)?.launchers.end(),
  };
}

/** Ends what waits to start the next job, wherever in this process. */
export async function endWaiting(): Promise<void> {
  await Promise.all([...grounds.values()].map(({ launchers }) => launchers.end()));
}

/** Grounds by their folder, however many gates a process opens there. */
const grounds = new Map<string, Ground>();

function groundIn(place: string): Ground {
  const known = grounds.get(place);
  if (known && existsSync(known.folder)) return known;
  // Its folder is gone, and nobody else could end what waits there.
  void known?.launchers.end();
  const ground = prepareGround(place);
  grounds.set(place, ground);
  return ground;
}

function prepareGround(place: string): Ground {
  const isRoot = process.getuid?.() === 0;
  const uid = process.getuid?.() || ORDINARY;
  const gid = process.getgid?.() || ORDINARY;
  const folder = makeOwnFolder(join(place, RUNNING));
  const filter = (name: string, groups: boolean) => {
    const calls = systemCallFilter(process.arch, { groups });
    const file = calls && join(folder, name);
    if (file) writeFileSync(file, calls);
    return file;
  };
  const filters = { real: filter('filter', isRoot), overlay: filter('filter-overlay', false) };
  const etc = prepareEtc(join(folder, 'etc'), standingFiles(uid, gid));
  const whiteout = join(folder, 'whiteout');
  spawnSync('mknod', [whiteout, 'c', '0', '0'], { env: { PATH: SYSTEM_PATH }, stdio: 'ignore' });
  const nameless = createNamelessPlaces(join(folder, 'nameless'));
  const launchers = createLaunchers({ isRoot, folder, pool: createPipePool(folder) });
  return { isRoot, uid, gid, folder, etc, filters, whiteout, nameless, launchers };
}

interface PreparedSettings extends BubblewrapSettings {
  readonly ground: Ground;
}

async function runInBubblewrap(settings: PreparedSettings, job: SandboxJob): Promise<JobEnd> {
  const { ground } = settings;
  const { isRoot } = ground;
  const { view, root, limits } = job;
  for (const { path } of [{ path: root }, ...(job.also ?? [])]) checkRoot(path);
  checkVariableNames(Object.keys(job.env));
  if (view.kind === 'overlay') checkApart(root, view.layers.folder);
  const overlaid = view.kind === 'overlay';
  const options = isRoot ? ',redirect_dir=nofollow,metacopy=off,index=off' : ',userxattr';
  const folder = jobFolder(overlaid ? view.layers.folder : mkdtempSync(join(ground.folder, 'job-')));
  const group = isRoot ? openControlGroup(`toolgate-${makeOwnName()}`, limits) : undefined;
  const explained = explainForeignOwner(job.onOutput);
  // In our session it could type into our terminal, but for the filter: without one it has a session of its own.
  const foreground = job.attended !== undefined && ground.filters.overlay !== undefined && isForeground();
  let proxy: HostProxy | undefined;
  let turns: Turns | undefined;
  let cache: TakenCache | undefined;
  try {
    turns = job.attended?.onTurn && (await openTurns(job.attended.onTurn));
    proxy = job.mayReach ? await openProxy(job.mayReach) : undefined;
    const prepare = (launcher: Launcher) => {
      const covered = hideInside(folder, job, ground.whiteout);
      if (settings.cache && job.cached !== false) cache = takeCache(settings.cache);
      folder.link('root', root);
      if (overlaid) chmodSync(folder.upper, (statSync(root).mode & 0o777) | 0o700);
      const source = overlaid || covered ? folder.merged : root;
      const mounts = [
        ...(isRoot ? READ_ONLY_DEVICES : []),
        ...(overlaid ? [workspaceMount(view.layers.above, options)] : []),
      ];
      const inside = insideArguments(settings, {
        ...{ job, folder, proxy, turns, foreground, source, options, mounts, cache: cache?.folder },
        passing: job.cached === 'found',
      });
      launcher.tell({
        folder: folder.path,
        variables: {
          view: view.kind,
          filter: ground.filters[view.kind] ?? '',
          limits: processLimits(limits, group !== undefined).join(' '),
          groups: group?.folders.join(' ') ?? '',
          shared: group ? '' : String(Math.ceil(limits.memory / 2 / PAGE)),
        },
        inside,
        argv: [...bridge(job, proxy), ...job.argv],
      });
    };
    const streams = foreground ? 'terminal' : job.attended ? 'ours' : 'pipes';
    const kind = { streams, input: job.onInput !== undefined, channel: job.onChannel !== undefined } as const;
    const ended = await runJob({
      launcher: () => ground.launchers.take(kind),
      prepare,
      onBegun: () => ground.launchers.makeReady(),
      limits,
      group,
      signal: job.signal,
      onChannel: job.onChannel,
      attended: job.attended && { ...job.attended, foreground, upper: folder.upper },
      onInput: job.onInput,
      onOutput: explained.onOutput,
      written: watchDisk({
        on: overlaid ? [folder.upper] : [root, ground.folder],
        upper: overlaid ? folder.upper : undefined,
        limit: limits.disk,
      }),
    });
    // Whoever stops a job wants nothing more for now: what waits for the next job goes as well.
    if (ended.stopped) await ground.launchers.end();
    if (overlaid && !isRoot) explained.explain();
    const { merged, ...plain } = ended;
    const refused = proxy && proxy.refused.size > 0 ? { refused: refusedHosts(proxy) } : {};
    return { ...plain, ...refused, ...(overlaid && merged ? { merged: withHidden(merged, job) } : {}) };
  } finally {
    await turns?.close();
    proxy?.close();
    await group?.remove();
    cache?.release(folder.path);
    if (!overlaid) folder.remove();
  }
}

const PAGE = 4096;

interface InsideParts {
  readonly job: SandboxJob;
  readonly folder: JobFolder;
  readonly proxy: HostProxy | undefined;
  readonly turns: Turns | undefined;
  /** Whether it has our terminal. */
  readonly foreground: boolean;
  readonly source: string;
  /** Options of the overlay. */
  readonly options: string;
  /** What the launch script mounts besides, as lines for `mount`. */
  readonly mounts: readonly string[];
  readonly cache: string | undefined;
  /** Whether what it writes to the cache goes with it. */
  readonly passing: boolean;
}

function insideArguments(settings: PreparedSettings, inside: InsideParts): readonly string[] {
  const { etc, uid, gid, isRoot, filters } = settings.ground;
  const { job, folder, proxy, turns, source, cache } = inside;
  const { root, cwd, limits, attended } = job;
  const system = systemView(settings.env, root, TOOLS);
  const places = { ...placesBeside(root), ...(attended && { home: attended.home }) };
  const masked = job.hidden
    .filter(path => !isBelow(path, root))
    .flatMap(path => {
      const shown = placeInJob(path, system);
      const stats = shown && statSync(path, { throwIfNoEntry: false });
      return stats ? [{ path: shown, folder: stats.isDirectory() }] : [];
    });
  const stand = [
    { file: folder.own('program', job.program ?? ''), at: PROGRAM },
    ...(proxy || job.node || attended ? [{ file: realpathSync(process.execPath), at: NODE }] : []),
    ...(proxy || attended ? [{ file: folder.own('bridge.cjs', BRIDGE), at: BRIDGE_FILE }] : []),
    ...(attended ? [{ file: folder.own('wrapped', ''), at: WRAPPED }] : []),
    ...(turns ? [{ file: folder.own('turn.cjs', TURN_PROGRAM), at: TURN }] : []),
  ];
  const moved = system.mounts.flatMap(mount => (mount.kind === 'folder' && mount.at ? [mount.path] : []));
  const laid = [...moved, etc.folder, ...stand.map(({ file }) => dirname(file))];
  const sources = layNameless(folder, laid, { ...inside, places: settings.ground.nameless });
  return bubblewrapArguments({
    ...{ system, etc, source, root, cwd, limits, uid, gid, places, masked, sources },
    also: job.also ?? [],
    readOnly: job.view.readOnly === true,
    env: {
      ...plainEnvironment({
        own: settings.env,
        path: system.path,
        user: USER,
        places,
        attended: attended !== undefined,
      }),
      ...system.variables,
      ...(proxy ? { ...proxyVariables(PORT), ...aroundProxy(job) } : {}),
      ...job.env,
    },
    kernelFiles: isRoot ? KERNEL_FILES.filter(path => existsSync(path)) : [],
    stand: new Map([
      ...stand.map(({ file, at }) => [join(sources.get(dirname(file))!, basename(file)), at] as const),
      ...(proxy ? [[proxy.socket, SOCKET] as const] : []),
      ...(turns ? [[turns.socket, TURN_SOCKET] as const] : []),
    ]),
    cache: cache && sources.get(cache),
    filter: filters[job.view.kind] ? FILTER_DESCRIPTOR : undefined,
    attended: attended && { ...attended, keepsSession: inside.foreground },
  });
}

/** The descriptor as the launch script opens it. */
const FILTER_DESCRIPTOR = 7;
/** Files that root may read as their owner, also without its rights. */
const KERNEL_FILES = [
  ...['keys', 'kpagecount', 'kpageflags', 'kpagecgroup'],
  ...['slabinfo', 'vmallocinfo', 'timer_list'],
].map(name => `/proc/${name}`);

const SOCKET = '/run/toolgate/proxy';
/** The place where toolchains are seen whose own place is nobody's business. */
const TOOLS = '/run/toolgate/tools';
const BRIDGE_FILE = '/run/toolgate/bridge.cjs';
const PORT = 3128;

/** What runs a job that has a network, or a person at its terminal. */
const bridge = ({ attended }: SandboxJob, proxy: HostProxy | undefined): readonly string[] =>
  proxy || attended ? [NODE, BRIDGE_FILE, proxy ? SOCKET : '', String(PORT), attended ? 'attended' : ''] : [];

/** Variables that keep what a job starts on its own loopback off the proxy. */
function aroundProxy({ mayReach }: SandboxJob): Readonly<Record<string, string>> {
  if (OWN_LOOPBACK.some(name => mayReach?.(name, true))) return {};
  const own = OWN_LOOPBACK.join(',');
  return { NO_PROXY: own, no_proxy: own };
}
