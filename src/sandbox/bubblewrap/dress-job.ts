import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { OWN_LOOPBACK } from '../../tool/effect.ts';
import { TURN_PROGRAM, TURN_SOCKET, type Turns } from '../attended/open-turns.ts';
import { placesBeside, plainEnvironment } from '../job/environment.ts';
import { placeInJob, type SystemView, systemView } from '../job/system-view.ts';
import { NODE, PROGRAM, type SandboxJob, TURN, type WorkspaceView, WRAPPED } from '../port.ts';
import { BRIDGE } from '../proxy/bridge.ts';
import type { HostProxy } from '../proxy/proxy.ts';
import { proxyVariables } from '../proxy/variables.ts';
import { bubblewrapArguments } from './arguments.ts';
import type { JobFolder } from './job-folder.ts';
import type { Outfit } from './launch/start-launcher.ts';
import { layNameless, type NamelessPlaces } from './lay-nameless.ts';
import type { PreparedEtc } from './prepare-etc.ts';
import { USER } from './standing-files.ts';

/** Things that are the same for every job of a process. */
export interface Wardrobe {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  readonly uid: number;
  readonly gid: number;
  readonly etc: PreparedEtc;
  /** Files with the filter for system calls. A file that lands in a layer is looked at before it is anybody's. */
  readonly filters: Readonly<Record<WorkspaceView['kind'], string | undefined>>;
  readonly nameless: NamelessPlaces;
}

interface ToDress {
  readonly job: SandboxJob;
  readonly folder: JobFolder;
  readonly proxy: HostProxy | undefined;
  readonly turns: Turns | undefined;
  /** Whether the job has our terminal. */
  readonly foreground: boolean;
  /** Whether mounts cover the real files that the job is not to see. */
  readonly covered: boolean;
  /** Options of every overlay. */
  readonly options: string;
  readonly cache: string | undefined;
  /** Whether the job's writes to the cache go with the job. */
  readonly passing: boolean;
}

interface DressedJob {
  readonly outfit: Outfit;
  /** The place below the job's folder where the workspace is put together. */
  readonly merged: string;
  /** Whether another job may begin in a sandbox that was made of this outfit before. */
  readonly lasts: boolean;
}

/** Works out the sandbox of a job, and the mounts that are made when the job is there. */
export function dressJob(wardrobe: Wardrobe, wanted: ToDress): DressedJob {
  const { nameless, filters } = wardrobe;
  const { job, folder, proxy, turns, covered } = wanted;
  const { view, root, attended, also = [] } = job;
  const system = systemView(wardrobe.env, root, TOOLS);
  const masked = maskedOutside(job, system);
  // A person's own terminal looks into the folder of the job while it runs, which leads to no place of the launchers.
  const shared = view.kind === 'overlay' && !attended;
  const merged = shared ? nameless.workspace : 'merged';
  const source = shared ? nameless.at('workspace') : view.kind === 'overlay' || covered ? folder.makeMerged() : root;
  const stand = standFor(wanted);
  const moved = system.mounts.flatMap(mount => (mount.kind === 'folder' && mount.at ? [mount.path] : []));
  const laid = layNameless(folder, [...moved, wardrobe.etc.folder, ...stand.map(({ file }) => dirname(file))], {
    ...{ ...wanted, places: nameless, isRoot: wardrobe.isRoot },
    workspace: view.kind === 'overlay' ? { at: merged, above: view.layers.above } : undefined,
  });
  const inside = insideArguments(wardrobe, { ...wanted, system, masked, source, stand, sources: laid.sources });
  const { time: _, ...limits } = job.limits;
  const argv = [...bridge(job, proxy), ...job.argv];
  const outfit = { filter: filters[view.kind] ?? '', limits, mounts: laid.mounts, inside, argv };
  // A mask lies over the file that is there when it is laid, and the paths beside the workspace are anybody's.
  const lasts = shared && !view.readOnly && !proxy && !turns && masked.length === 0 && also.length === 0;
  return { outfit, merged, lasts };
}

interface Masked {
  readonly path: string;
  readonly folder: boolean;
}

/** Paths of the machine outside of the workspace that would be seen and are not to be. */
const maskedOutside = ({ hidden, root }: SandboxJob, system: SystemView): readonly Masked[] =>
  hidden
    .filter(path => !isBelow(path, root))
    .flatMap(path => {
      const shown = placeInJob(path, system);
      const stats = shown && statSync(path, { throwIfNoEntry: false });
      return stats ? [{ path: shown, folder: stats.isDirectory() }] : [];
    });

interface StandingFile {
  readonly file: string;
  readonly at: string;
}

/** Files that a job sees by another name, besides its program. */
const standFor = ({ job, folder, proxy, turns }: ToDress): readonly StandingFile[] => [
  ...(proxy || job.node || job.attended ? [{ file: realpathSync(process.execPath), at: NODE }] : []),
  ...(proxy || job.attended ? [{ file: folder.own('bridge.cjs', BRIDGE), at: BRIDGE_FILE }] : []),
  ...(job.attended ? [{ file: folder.own('wrapped', ''), at: WRAPPED }] : []),
  ...(turns ? [{ file: folder.own('turn.cjs', TURN_PROGRAM), at: TURN }] : []),
];

interface InsideParts extends ToDress {
  readonly system: SystemView;
  readonly masked: readonly Masked[];
  readonly source: string;
  readonly stand: readonly StandingFile[];
  readonly sources: ReadonlyMap<string, string>;
}

function insideArguments(wardrobe: Wardrobe, inside: InsideParts): readonly string[] {
  const { etc, uid, gid, isRoot, filters, env, nameless } = wardrobe;
  const { job, system, masked, source, stand, sources, proxy, turns, cache } = inside;
  const { root, cwd, limits, attended, also = [] } = job;
  const places = { ...placesBeside(root), ...(attended && { home: attended.home }) };
  return bubblewrapArguments({
    ...{ system, etc, source, root, cwd, limits, uid, gid, places, masked, sources, also },
    readOnly: job.view.readOnly === true,
    env: {
      ...plainEnvironment({ own: env, path: system.path, user: USER, places, attended: attended !== undefined }),
      ...system.variables,
      ...(proxy ? { ...proxyVariables(PORT), ...aroundProxy(job) } : {}),
      ...job.env,
    },
    kernelFiles: isRoot ? KERNEL_FILES.filter(path => existsSync(path)) : [],
    stand: new Map([
      [join(nameless.at('program'), 'program'), PROGRAM],
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
/** The place where toolchains are seen that are not to tell their own place. */
const TOOLS = '/run/toolgate/tools';
const BRIDGE_FILE = '/run/toolgate/bridge.cjs';
const PORT = 3128;

/** The words that run a job with a network, or with a person at its terminal. */
const bridge = ({ attended }: SandboxJob, proxy: HostProxy | undefined): readonly string[] =>
  proxy || attended ? [NODE, BRIDGE_FILE, proxy ? SOCKET : '', String(PORT), attended ? 'attended' : ''] : [];

/** Variables that keep the servers which a job starts on its own loopback off the proxy. */
function aroundProxy({ mayReach }: SandboxJob): Readonly<Record<string, string>> {
  if (OWN_LOOPBACK.some(name => mayReach?.(name, true))) return {};
  const own = OWN_LOOPBACK.join(',');
  return { NO_PROXY: own, no_proxy: own };
}
