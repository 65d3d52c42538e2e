import { dirname } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { cacheIn, type JobPlaces } from '../job/environment.ts';
import type { Mount, SystemView } from '../job/system-view.ts';
import type { AttendedJob, JobLimits, SeenFolder } from '../port.ts';
import type { PreparedEtc } from './prepare-etc.ts';

interface BubblewrapOptions {
  readonly system: SystemView;
  /** Places from which folders of the system and of ours are taken, if not from their own place. */
  readonly sources: ReadonlyMap<string, string>;
  readonly etc: PreparedEtc;
  /** The folder that is seen as the workspace: the overlay's mount point, or the workspace itself. */
  readonly source: string;
  readonly root: string;
  /** Whether the workspace cannot be written at all. */
  readonly readOnly: boolean;
  /** Folders that are seen besides. */
  readonly also: readonly SeenFolder[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly places: JobPlaces;
  /** Paths of the machine outside of the workspace that are not to be seen, and whether a folder stands there. */
  readonly masked: readonly { readonly path: string; readonly folder: boolean }[];
  /** Files of /proc that the job is not to read. */
  readonly kernelFiles: readonly string[];
  /** Files that are seen by another name: where they are, and where they are seen. */
  readonly stand: ReadonlyMap<string, string>;
  /** A folder that lasts from call to call, for package managers. */
  readonly cache?: string;
  readonly limits: JobLimits;
  /** The user that programs see. */
  readonly uid: number;
  readonly gid: number;
  /** Descriptor of the filter for system calls. */
  readonly filter?: number;
  /** What an attended job has of the machine: it keeps the session of our terminal, if it runs there. */
  readonly attended?:
    | (Pick<AttendedJob, 'folders' | 'held' | 'shown'> & { readonly keepsSession: boolean })
    | undefined;
}

/** The arguments before the command. Order matters: a later mount lies over an earlier one. */
export function bubblewrapArguments(options: BubblewrapOptions): readonly string[] {
  const { system, etc, source, root, cwd, env, uid, gid, places } = options;
  const own = [places.temp, places.home];
  const foldersAbove = own
    .flatMap(folder => between(folder, root))
    .filter(path => !own.some(one => isBelow(one, path)));
  // Packages above a workspace in the temp folder would be covered by the job's own one; other programs stay covered.
  const isLate = ({ path }: Mount): boolean =>
    isBelow(root, dirname(path)) && own.some(folder => isBelow(path, folder));
  const show = (mount: Mount): readonly string[] =>
    mount.kind === 'link'
      ? ['--symlink', mount.target, mount.path]
      : ['--ro-bind', options.sources.get(mount.path) ?? mount.path, mount.at ?? mount.path];
  return [
    // The job has users, processes, network, names and semaphores of its own; no further user namespaces inside.
    ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--disable-userns', '--uid', String(uid), '--gid', String(gid), '--hostname', 'toolgate'],
    // The job is dead when we are; it cannot type into our terminal, and has no rights, also where we are root.
    ...['--die-with-parent', '--cap-drop', 'ALL', '--clearenv'],
    // Without a session of its own a job could type into our terminal, if the filter did not keep it from that.
    ...(options.attended?.keepsSession ? [] : ['--new-session']),
    ...(options.filter === undefined ? [] : ['--seccomp', String(options.filter)]),
    ...system.mounts.filter(mount => !isLate(mount)).flatMap(show),
    ...[
      '--ro-bind',
      options.sources.get(etc.folder) ?? etc.folder,
      '/etc',
      ...etc.mounted.flatMap(path => ['--ro-bind', path, path]),
    ],
    ...[...options.stand].flatMap(([from, to]) => ['--ro-bind', from, to]),
    ...['--proc', '/proc', '--dev', '/dev', ...memoryFolder('/dev/shm', options.limits, 4), '--remount-ro', '/dev'],
    // Much of /proc would be root's to write, the kernel's settings too.
    ...options.kernelFiles.flatMap(path => ['--ro-bind', '/dev/null', path]),
    ...['--remount-ro', '/proc'],
    ...memoryFolder(places.temp, options.limits, 2),
    ...memoryFolder(places.home, options.limits, 4),
    ...(options.cache ? ['--bind', options.cache, cacheIn(places)] : []),
    ...foldersAbove.flatMap(path => ['--perms', '0755', '--tmpfs', path]),
    ...system.mounts.filter(isLate).flatMap(show),
    ...(options.attended?.shown ?? []).flatMap(path => ['--ro-bind', path, path]),
    ...(options.attended?.folders ?? []).flatMap(({ from, at }) => ['--bind', from, at]),
    ...(options.attended?.held ?? []).flatMap(({ from, at }) => ['--ro-bind', from, at]),
    ...options.masked.flatMap(mask),
    ...[options.readOnly ? '--ro-bind' : '--bind', source, root],
    ...options.also.flatMap(({ path, write }) => [write ? '--bind' : '--ro-bind', path, path]),
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

const mask = ({ path, folder }: { path: string; folder: boolean }): readonly string[] =>
  folder ? ['--perms', '0000', '--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
