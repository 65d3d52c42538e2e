import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { TURN_PROGRAM, type Turns } from '../attended/open-turns.ts';
import { placeInJob, systemView } from '../job/system-view.ts';
import { NODE, type SandboxJob, TURN, WRAPPED } from '../port.ts';
import { BRIDGE, type HostProxy, PROXY_PORT, PROXY_SOCKET } from '../proxy/proxy.ts';
import { bubblewrapArguments, type Wardrobe } from './arguments.ts';
import type { JobFolder } from './job-folder.ts';
import type { Outfit } from './launch/start-launcher.ts';
import { layNameless } from './lay-nameless.ts';

interface ToDress {
  readonly job: SandboxJob;
  readonly folder: JobFolder;
  readonly proxy: HostProxy | undefined;
  readonly turns: Turns | undefined;
  readonly foreground: boolean;
  /** Whether mounts cover the real files that the job is not to see. */
  readonly covered: boolean;
  /** Options of every overlay. */
  readonly options: string;
  readonly cache: string | undefined;
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
  const { view, root, attended, hidden, also = [] } = job;
  const system = systemView(wardrobe.env, root, TOOLS);
  // Paths of the machine outside of the workspace that would be seen and are not to be.
  const masked = hidden.flatMap(path => {
    const shown = isBelow(path, root) ? undefined : placeInJob(path, system);
    const stats = shown && statSync(path, { throwIfNoEntry: false });
    return stats ? [{ path: shown, folder: stats.isDirectory() }] : [];
  });
  // A person's own terminal looks into the folder of the job while it runs, which leads to no place of the launchers.
  const shared = view.kind === 'overlay' && !attended;
  const merged = shared ? nameless.workspace : 'merged';
  const source = shared ? nameless.at('workspace') : view.kind === 'overlay' || covered ? folder.makeMerged() : root;
  // Files that the job sees by another name, besides its program.
  const stand = [
    ...(proxy || job.node || attended ? [{ file: realpathSync(process.execPath), at: NODE }] : []),
    ...(proxy || attended ? [{ file: folder.own('bridge.cjs', BRIDGE), at: BRIDGE_FILE }] : []),
    ...(attended ? [{ file: folder.own('wrapped', ''), at: WRAPPED }] : []),
    ...(turns ? [{ file: folder.own('turn.cjs', TURN_PROGRAM), at: TURN }] : []),
  ];
  const moved = system.mounts.flatMap(mount => (mount.kind === 'folder' && mount.at ? [mount.path] : []));
  const { sources, mounts } = layNameless(
    folder,
    [...moved, wardrobe.etc.folder, ...stand.map(({ file }) => dirname(file))],
    {
      ...wanted,
      places: nameless,
      isRoot: wardrobe.isRoot,
      passing: job.cached === 'found',
      workspace: view.kind === 'overlay' ? { at: merged, above: view.layers.above } : undefined,
    },
  );
  const inside = bubblewrapArguments(wardrobe, { ...wanted, system, masked, source, stand, sources });
  const { time: _, ...limits } = job.limits;
  // A job with a network, or with a person at its terminal, is run by the bridge.
  const bridge = [NODE, BRIDGE_FILE, proxy ? PROXY_SOCKET : '', String(PROXY_PORT), attended ? 'attended' : ''];
  const argv = [...(proxy || attended ? bridge : []), ...job.argv];
  // A mask lies over the file that is there when it is laid, and the paths beside the workspace are anybody's.
  const lasts = shared && !view.readOnly && !proxy && !turns && masked.length === 0 && also.length === 0;
  return { outfit: { filter: filters[view.kind] ?? '', limits, mounts, inside, argv }, merged, lasts };
}

/** The place where toolchains are seen that are not to tell their own place. */
const TOOLS = '/run/toolgate/tools';
const BRIDGE_FILE = '/run/toolgate/bridge.cjs';
