import type { Store } from '../store/port.ts';
import { isBelow } from '../system/is-below.ts';
import { newHex, newId } from '../tool/id.ts';
import { RecentMap } from '../tool/lists/recent-map.ts';
import { createCallFiles, STAGED } from './call-files.ts';
import { SharedBlackboard } from './claims/claims.ts';
import { PathLocks } from './claims/path-locks.ts';
import { UsedPaths } from './claims/used-paths.ts';
import { type ForeignChange, recordChange } from './commit/record-change.ts';
import { closeWaiting } from './commit/unclosed.ts';
import { contentOf, identity, identityOf, placeIdentity } from './disk/identity.ts';
import { openRoot } from './disk/open-dir.ts';
import { namedByGit } from './git/named.ts';
import type { CommitHook, Ground, UndoExclusions } from './ground.ts';
import { FolderNames } from './layer/before/folder-names.ts';
import { jobsPlace } from './layer/jobs-place.ts';
import { createKeptLayers } from './layer/kept/kept-layers.ts';
import { resolvePath } from './paths/resolve-path.ts';
import { namesByRootLinks } from './paths/root-links.ts';
import { createPending } from './plan/pending.ts';
import { createPlan } from './plan/plan.ts';
import { createPlannedSets } from './plan/planned-sets.ts';
import type { Workspace } from './port.ts';
import { recover } from './recover/recover.ts';
import { SharedFileCache } from './view/cache.ts';
import { KnownFiles } from './view/known-files.ts';
import { observeFiles } from './watch/observe-files.ts';
import { watchFiles } from './watch/watch-files.ts';

export interface WorkspaceOptions {
  readonly root: string;
  readonly store: Pick<Store, 'journal' | 'claims' | 'processes' | 'state'>;
  /** The id of this process's row in the store; registered before the first commit. */
  readonly processID: string;
  readonly limits: {
    /** Bytes of all images that the journal keeps. */
    readonly disk: number;
    /** Bytes of one image. */
    readonly image: number;
  };
  readonly cacheBytes?: number;
  /** The folder where jobs that write to a layer have their own; if it lies in the root, those are elsewhere. */
  readonly jobs?: string;
  /** Folders outside of undo, more or fewer; left out: the folders that are really made again. */
  readonly outsideUndo?: UndoExclusions;
  /** Folders that no path may enter, such as the store's. */
  readonly closed?: readonly string[];
  readonly now?: () => number;
  readonly newID?: () => string;
  /** Gives hex that nobody can guess, for temporary names. */
  readonly random?: () => string;
  /** Hears of each step of a commit, for tests that stop it there. */
  readonly step?: CommitHook;
  /** Judges a planned or pending set by the policy before it is written; throws to refuse it. */
  readonly judge?: Ground['judge'];
}

export interface OpenedWorkspace extends Workspace {
  readonly claims: SharedBlackboard;
  readonly cache: SharedFileCache;
  /** Adds a change to the journal that a foreign tool has written itself. Gives the id of the change set. */
  recordChange(change: ForeignChange): Promise<string>;
}

/** Sessions whose reads are remembered at once. */
const SESSIONS = 500;
/** Commits between two looks at the journal's size. */
const COMMITS = 32;

/** Opens the one door to the files of a root. */
export function createWorkspace(options: WorkspaceOptions): OpenedWorkspace {
  const { store, processID, limits, now = Date.now, newID = newId } = options;
  const root = openRoot(options.root, { closed: options.closed });
  const random = options.random ?? (() => newHex(12));
  const jobs = options.jobs === undefined ? undefined : jobsPlace(options.jobs, root, random);
  const locks = new PathLocks();
  const { outsideUndo, step, judge } = options;
  const ground: Ground = {
    root,
    store,
    processID,
    now,
    newID,
    random,
    identityOf,
    jobs: jobs?.folder,
    outsideUndo,
    step,
    judge,
    locks,
    used: new UsedPaths(locks),
    working: new Set(),
    names: new FolderNames(root),
  };
  const cache = new SharedFileCache({ maxBytes: options.cacheBytes });
  const sessions = new RecentMap<string, KnownFiles>({ most: SESSIONS });
  const knownTo = (session: string): KnownFiles => {
    const known = sessions.get(session) ?? new KnownFiles();
    sessions.set(session, known);
    return known;
  };
  const layer = createPlannedSets(ground);
  const pruned = pruning(store, limits.disk);
  const plan = createPlan(ground, layer, { maxImage: limits.image, committed: pruned.committed });
  const named = namedByGit(root.absolute);
  return {
    root: root.absolute,
    claims: new SharedBlackboard({ store: store.claims, processID, now }),
    cache,
    plan,
    pending: createPending(ground, plan),
    layers: createKeptLayers({ jobs: jobs?.folder, root, random }),
    watch: (held, only) => watchFiles(ground, held, { ...limits, only }),
    observe: () => observeFiles(ground, limits),
    usePaths: paths => ground.used.use(paths),
    namedByGit: named.now,
    leadsToNamed: named.isAbove,
    otherNames: namesByRootLinks(root.absolute),
    resolve: (path, walkOptions) => resolvePath(root, path, walkOptions),
    identity: absolute => identity(absolute, now()),
    boundTo: ({ kind, resource }) =>
      kind === 'read' && !isBelow(resource, root.absolute) ? placeIdentity(resource) : identity(resource, now()),
    content: absolute => contentOf(absolute, now()),
    open: (call, openOptions) =>
      createCallFiles(ground, {
        ...openOptions,
        call,
        layer,
        cache,
        known: knownTo(call.sessionID),
        committed: pruned.committed,
        // The journal forgets larger images, and the set itself would go with them.
        maxImages: Math.min(STAGED, limits.disk / 2),
      }),
    recover: () => recover(ground),
    recordChange: change => recordChange(ground, change),
    async close() {
      await pruned.settled();
      await closeWaiting(store.journal);
      root.close();
      jobs?.close();
    },
  };
}

/** Keeps the journal within its bytes, now and then, beside the work. */
function pruning({ journal }: Pick<Store, 'journal'>, disk: number) {
  let commits = 0;
  let running: Promise<void> = Promise.resolve();
  const prune = async () => {
    if ((await journal.size()) > disk) await journal.prune(Math.floor(disk * 0.9));
  };
  return {
    committed() {
      // The first commit prunes too: short-lived processes never come to the next.
      if (commits++ % COMMITS !== 0) return;
      running = running.then(prune).catch(() => {});
    },
    settled: () => running,
  };
}
