import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { OWN_LOOPBACK } from '../../tool/effect.ts';
import { TURN_SOCKET, type Turns } from '../attended/open-turns.ts';
import { cacheIn, placesBeside, plainEnvironment } from '../job/environment.ts';
import type { Mount, SystemView } from '../job/system-view.ts';
import { type JobLimits, PROGRAM, type SandboxJob, type WorkspaceView } from '../port.ts';
import { type HostProxy, PROXY_PORT, PROXY_SOCKET, proxyVariables } from '../proxy/proxy.ts';
import type { NamelessPlaces } from './lay-nameless.ts';
import { type PreparedEtc, USER } from './prepare-etc.ts';

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

/** A job with all that was worked out for it. */
interface Dressing {
  readonly job: SandboxJob;
  readonly proxy: HostProxy | undefined;
  readonly turns: Turns | undefined;
  /** Whether the job has our terminal: it keeps our session then. */
  readonly foreground: boolean;
  readonly cache: string | undefined;
  readonly system: SystemView;
  /** Paths of the machine outside of the workspace that are not to be seen, and whether a folder stands there. */
  readonly masked: readonly { readonly path: string; readonly folder: boolean }[];
  /** The folder that is seen as the workspace: the overlay's mount point, or the workspace itself. */
  readonly source: string;
  /** Files that are seen by another name. */
  readonly stand: readonly { readonly file: string; readonly at: string }[];
  /** Places from which folders of the system and of ours are taken, if not from their own place. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The descriptor as the launch script opens it. */
const FILTER_DESCRIPTOR = 7;
/** Files that root may read as their owner, also without its rights. */
const KERNEL_FILES = 'keys kpagecount kpageflags kpagecgroup slabinfo vmallocinfo timer_list'.split(' ');

/** The arguments before the command. Order matters: a later mount lies over an earlier one. */
export function bubblewrapArguments(wardrobe: Wardrobe, dressing: Dressing): readonly string[] {
  const { etc, uid, gid, filters, nameless } = wardrobe;
  const { job, system, sources, proxy, turns, cache } = dressing;
  const { root, cwd, limits, attended, view, also = [] } = job;
  const places = { ...placesBeside(root), ...(attended && { home: attended.home }) };
  const own = [places.temp, places.home];
  const foldersAbove = own
    .flatMap(folder => between(folder, root))
    .filter(path => !own.some(one => isBelow(one, path)));
  // Packages above a workspace in the temp folder would be covered by the job's own one; other programs stay covered.
  const isLate = ({ path }: Mount): boolean =>
    isBelow(root, dirname(path)) && own.some(folder => isBelow(path, folder));
  const sourceOf = (path: string): string => sources.get(path) ?? path;
  const show = (mount: Mount): readonly string[] =>
    mount.kind === 'link'
      ? ['--symlink', mount.target, mount.path]
      : ['--ro-bind', sourceOf(mount.path), mount.at ?? mount.path];
  const readOnly = (from: string, at = from): readonly string[] => ['--ro-bind', from, at];
  const env = {
    ...plainEnvironment({ own: wardrobe.env, path: system.path, user: USER, places, attended: attended !== undefined }),
    ...system.variables,
    ...(proxy ? { ...proxyVariables(PROXY_PORT), ...aroundProxy(job) } : {}),
    ...job.env,
  };
  // Files that are seen by another name: a later one at a place lies over an earlier one.
  const stand = new Map([
    [join(nameless.at('program'), 'program'), PROGRAM],
    ...dressing.stand.map(({ file, at }) => [join(sources.get(dirname(file))!, basename(file)), at] as const),
    ...(proxy ? [[proxy.socket, PROXY_SOCKET] as const] : []),
    ...(turns ? [[turns.socket, TURN_SOCKET] as const] : []),
  ]);
  const kernelFiles = wardrobe.isRoot ? KERNEL_FILES.map(name => `/proc/${name}`).filter(path => existsSync(path)) : [];
  return [
    // The job has users, processes, network, names and semaphores of its own; no further user namespaces inside.
    ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--disable-userns', '--uid', String(uid), '--gid', String(gid), '--hostname', 'toolgate'],
    // The job is dead when we are; it cannot type into our terminal, and has no rights, also where we are root.
    ...['--die-with-parent', '--cap-drop', 'ALL', '--clearenv'],
    // Without a session of its own a job could type into our terminal, if the filter did not keep it from that.
    ...(dressing.foreground ? [] : ['--new-session']),
    ...(filters[view.kind] ? ['--seccomp', String(FILTER_DESCRIPTOR)] : []),
    ...system.mounts.filter(mount => !isLate(mount)).flatMap(show),
    ...readOnly(sourceOf(etc.folder), '/etc'),
    ...etc.mounted.flatMap(path => readOnly(path)),
    ...[...stand].flatMap(([from, at]) => readOnly(from, at)),
    ...['--proc', '/proc', '--dev', '/dev', ...memoryFolder('/dev/shm', limits, 4), '--remount-ro', '/dev'],
    // Much of /proc would be root's to write, the kernel's settings too.
    ...kernelFiles.flatMap(path => readOnly('/dev/null', path)),
    ...['--remount-ro', '/proc'],
    ...memoryFolder(places.temp, limits, 2),
    ...memoryFolder(places.home, limits, 4),
    ...(cache ? ['--bind', sources.get(cache)!, cacheIn(places)] : []),
    ...foldersAbove.flatMap(path => ['--perms', '0755', '--tmpfs', path]),
    ...system.mounts.filter(isLate).flatMap(show),
    ...(attended?.shown ?? []).flatMap(path => readOnly(path)),
    ...(attended?.folders ?? []).flatMap(({ from, at }) => ['--bind', from, at]),
    ...(attended?.held ?? []).flatMap(({ from, at }) => readOnly(from, at)),
    ...dressing.masked.flatMap(({ path, folder }) =>
      folder ? ['--perms', '0000', '--tmpfs', path, '--remount-ro', path] : readOnly('/dev/null', path),
    ),
    ...[view.readOnly ? '--ro-bind' : '--bind', dressing.source, root],
    ...also.flatMap(({ path, write }) => [write ? '--bind' : '--ro-bind', path, path]),
    ...foldersAbove.flatMap(path => ['--remount-ro', path]),
    ...['--remount-ro', '/'],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', cwd],
  ];
}

/** Folders between the temp folder and a workspace in it, read-only: files written there would be lost in silence. */
function between(folder: string, root: string): readonly string[] {
  const [first = '', ...more] = isBelow(root, folder) ? root.slice(folder.length + 1).split('/') : [];
  return more.length > 0 ? [`${folder}/${first}`] : [];
}

/** A folder in memory: all such folders together are held to the memory that a job may use. */
const memoryFolder = (path: string, { disk, memory }: JobLimits, share: number): readonly string[] => [
  ...['--perms', '1777', '--size', String(Math.floor(Math.min(disk, memory / share))), '--tmpfs', path],
];

/** Variables that keep the servers which a job starts on its own loopback off the proxy. */
function aroundProxy({ mayReach }: SandboxJob): Readonly<Record<string, string>> {
  if (OWN_LOOPBACK.some(name => mayReach?.(name, true))) return {};
  const own = OWN_LOOPBACK.join(',');
  return { NO_PROXY: own, no_proxy: own };
}
