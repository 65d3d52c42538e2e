import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isForeground } from '../attended/foreground.ts';
import { openTurns, type Turns } from '../attended/open-turns.ts';
import { checkApart, checkRoots, checkVariableNames } from '../job/check-job.ts';
import { SYSTEM_PATH } from '../job/environment.ts';
import { makeOwnFolder } from '../job/own-folder.ts';
import { createPipePool } from '../job/pipe-pool.ts';
import { watchDisk } from '../job/watch-disk.ts';
import type { PlainSettings } from '../plain/folder.ts';
import type { JobEnd, Sandbox, SandboxJob } from '../port.ts';
import { type HostProxy, openProxy, refusedHosts } from '../proxy/proxy.ts';
import { RUNNING } from '../sweep-left.ts';
import type { Wardrobe } from './arguments.ts';
import { dressJob } from './dress-job.ts';
import { explainForeignOwner } from './foreign-owner.ts';
import { hideInside, withHidden } from './hide-inside.ts';
import { jobFolder } from './job-folder.ts';
import { createLaunchers, type Launchers } from './launch/launchers.ts';
import type { Launcher, Outfit } from './launch/start-launcher.ts';
import { createNamelessPlaces } from './lay-nameless.ts';
import { prepareEtc } from './prepare-etc.ts';
import { runJob } from './run-job.ts';
import { systemCallFilter } from './system-call-filter.ts';
import { type TakenCache, takeCache } from './take-cache.ts';

interface BubblewrapSettings extends PlainSettings {
  /** A folder of toolgate's own, outside of every workspace. */
  readonly folder: string;
}

/** The user that programs see where we are root: many programs behave badly as root without its rights. */
const ORDINARY = 1000;

/** Things that are the same for every job of this process. */
interface Ground extends Omit<Wardrobe, 'env'> {
  /** A folder of this process alone. */
  readonly folder: string;
  readonly launchers: Launchers;
  /** Whether the job before had the same outfit; then the next one may well have it too. */
  readonly isRepeated: (outfit: Outfit) => boolean;
  /** The path of the overlay's sign for a missing thing, where the kernel lets us make one outside of a namespace. */
  readonly whiteout: () => string;
}

/** Runs jobs in bubblewrap: for an ordinary user in user namespaces, for root the same walls and control groups. */
export function createBubblewrap(settings: BubblewrapSettings): Required<Pick<Sandbox, 'run' | 'rest'>> {
  return {
    run: job => runInBubblewrap(settings, groundIn(settings.folder), job),
    rest: async () => grounds.get(settings.folder)?.launchers.end(),
  };
}

/** Ends the launchers that wait for a next job, wherever in this process. */
export async function endWaiting(): Promise<void> {
  await Promise.all([...grounds.values()].map(({ launchers }) => launchers.end()));
}

/** Grounds by their folder, however many gates a process opens there. */
const grounds = new Map<string, Ground>();

function groundIn(place: string): Ground {
  const known = grounds.get(place);
  if (known && existsSync(known.folder)) return known;
  // The known ground's folder is gone, and nobody else could end the launchers that wait there.
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
    if (calls) writeFileSync(join(folder, name), calls);
    return calls && join(folder, name);
  };
  const filters = { real: filter('filter', isRoot), overlay: filter('filter-overlay', false) };
  const etc = prepareEtc(join(folder, 'etc'), uid, gid);
  const nameless = createNamelessPlaces(join(folder, 'nameless'));
  const launchers = createLaunchers({ isRoot, folder, pool: createPipePool(folder) });
  let last: string | undefined;
  const isRepeated = (outfit: Outfit): boolean => {
    const before = last;
    last = JSON.stringify(outfit);
    return last === before;
  };
  return { isRoot, uid, gid, folder, etc, filters, whiteout: whiteoutIn(folder), nameless, launchers, isRepeated };
}

/** Makes the whiteout when a job first hides something: most jobs hide nothing, and making one takes a program. */
function whiteoutIn(folder: string): () => string {
  const whiteout = join(folder, 'whiteout');
  let tried = false;
  return () => {
    if (!tried) spawnSync('mknod', [whiteout, 'c', '0', '0'], { env: { PATH: SYSTEM_PATH }, stdio: 'ignore' });
    tried = true;
    return whiteout;
  };
}

async function runInBubblewrap(settings: BubblewrapSettings, ground: Ground, job: SandboxJob): Promise<JobEnd> {
  const { isRoot } = ground;
  const { view, root } = job;
  checkRoots(job);
  checkVariableNames(Object.keys(job.env));
  if (view.kind === 'overlay') checkApart(root, view.layers.folder);
  const overlaid = view.kind === 'overlay';
  const options = isRoot ? ',redirect_dir=nofollow,metacopy=off,index=off' : ',userxattr';
  const folder = jobFolder(overlaid ? view.layers.folder : mkdtempSync(join(ground.folder, 'job-')));
  const explained = explainForeignOwner(job.onOutput);
  // A job in our session could type into our terminal, but for the filter: without one it has a session of its own.
  const foreground = job.attended !== undefined && ground.filters.overlay !== undefined && isForeground();
  let proxy: HostProxy | undefined;
  let turns: Turns | undefined;
  let cache: TakenCache | undefined;
  let launcher: Launcher | undefined;
  let next: Outfit | undefined;
  try {
    turns = job.attended?.onTurn && (await openTurns(job.attended.onTurn));
    proxy = job.mayReach ? await openProxy(job.mayReach) : undefined;
    const streams = foreground ? 'terminal' : job.attended ? 'ours' : 'pipes';
    const kind = { streams, input: job.onInput !== undefined, channel: job.onChannel !== undefined } as const;
    const launch = () => {
      const covered = hideInside(folder, job, ground.whiteout);
      if (settings.cache && job.cached !== false) cache = takeCache(settings.cache);
      folder.link('root', root);
      if (overlaid) chmodSync(folder.upper, (statSync(root).mode & 0o777) | 0o700);
      const wanted = { job, folder, proxy, turns, foreground, covered, options, cache: cache?.folder };
      const { outfit, merged, lasts } = dressJob({ ...ground, env: settings.env }, wanted);
      next = ground.isRepeated(outfit) && lasts ? outfit : undefined;
      launcher = ground.launchers.take(kind, outfit);
      const tell = () =>
        launcher?.tell(outfit, { folder: folder.path, view: view.kind, merged, program: job.program ?? '' });
      return { launcher, tell };
    };
    const upper = overlaid ? folder.upper : undefined;
    const written = watchDisk({ on: upper ? [upper] : [root, ground.folder], upper, limit: job.limits.disk });
    const onBegun = () => ground.launchers.makeReady(next);
    const { onOutput } = explained;
    const ended = await runJob({ ...job, onOutput, launch, onBegun, written, foreground, upper: folder.upper });
    // Whoever stops a job wants nothing more for now: the launcher that waits for the next job goes as well.
    if (ended.stopped) await ground.launchers.end();
    if (overlaid && !isRoot) explained.explain();
    const { merged, ...plain } = ended;
    const refused = proxy && proxy.refused.size > 0 ? { refused: refusedHosts(proxy) } : {};
    return { ...plain, ...refused, ...(overlaid && merged ? { merged: withHidden(merged, job) } : {}) };
  } finally {
    await turns?.close();
    proxy?.close();
    await launcher?.group?.remove();
    cache?.release(folder.path);
    if (!overlaid) folder.remove();
  }
}
