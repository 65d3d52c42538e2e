import type { Effects } from '../tool/effect.ts';
import { ToolError } from '../tool/error.ts';
import type { Files, Holds, Secrets } from '../tool/files.ts';
import { type Base, layeredBase, lookOrAbsent, withDisk } from './change/base.ts';
import { heldContent } from './change/compare-seen.ts';
import { diffOf } from './change/diff.ts';
import {
  type LostFile,
  observedEffects,
  type StagedChange,
  type StagedNode,
  Staging,
  stagedDigest,
} from './change/staging.ts';
import type { CommitInput } from './commit/commit.ts';
import { reasonOf } from './commit/failure.ts';
import type { Ground } from './ground.ts';
import { findHidden } from './layer/hidden/find-hidden.ts';
import { isCache } from './layer/made-again.ts';
import { runInPlace } from './layer/run-in-place.ts';
import { runThrough, type ThroughOptions } from './layer/run-through.ts';
import { showPath } from './paths/parse-path.ts';
import { commitStaged } from './plan/pending.ts';
import type { PlanLayer } from './plan/planned-sets.ts';
import type { CallFiles, CallIdentity, ChangedFile, CommitOptions, CommittedSet, OpenOptions } from './port.ts';
import { createHistory } from './undo/history.ts';
import { sideAt } from './undo/undo.ts';
import type { SharedFileCache } from './view/cache.ts';
import { findSecrets } from './view/call-secrets.ts';
import { type KnownFiles, rememberWritten } from './view/known-files.ts';
import { ViewLayers } from './view/layers.ts';
import { isShown, type Sight } from './view/look.ts';
import { createView, type ViewFiles } from './view.ts';
import { findHeld } from './watch/find-held.ts';

interface CallFilesOptions extends OpenOptions {
  readonly call: CallIdentity;
  readonly layer: PlanLayer;
  readonly known: KnownFiles;
  readonly cache: SharedFileCache;
  readonly committed: () => void;
  /** Bytes of all before-images of the call. */
  readonly maxImages: number;
}

export function createCallFiles(ground: Ground, options: CallFilesOptions): CallFiles {
  const { call, layer, known, cache, visible, planned, maxImage, report } = options;
  const { root } = ground;
  const staging = new Staging();
  const plan = planned ? layer : undefined;
  const look = (more: Partial<Sight> = {}): Sight => ({
    ...sightOf(ground, options, new ViewLayers(staging, plan)),
    ...more,
  });
  // A search also looks at files that it does not return, whether or not a rule hides any: `visible` hears of them.
  let sight = look({ hides: true });
  // The outcome says whether a commit took something back, so this is kept after the commit.
  let tookBack = false;
  // The secrets are looked for when the call first asks.
  let secrets: Secrets | undefined;
  const takeSecrets = () => (secrets ??= findSecrets(root.absolute, options.secrets));
  const jobs: Omit<Files, keyof ViewFiles> = {
    hiddenPaths: () => findHidden(look()),
    held: which => findHeld(root, options.holds?.(which) ?? ALL_HELD, which),
    secrets: takeSecrets,
    isHidden: path => !isShown(look(), path),
    through: (job, how) => asJob(() => runThrough({ ...jobOptions(), how }, job)),
    inPlace: (job, unread = []) =>
      asJob(() => runInPlace(jobOptions(), job, { unread, isPrivate: options.secrets?.isPrivate ?? (() => false) })),
  };
  const view = createView(() => sight, staging);
  const files: Files = Object.assign(view, jobs);
  const asJob = async <T>(run: () => Promise<T>) => {
    takeSecrets();
    return { ...(await run()), diff, drop: () => staging.clear() };
  };
  const jobOptions = (): ThroughOptions => ({ ground, sight: look(), staging, maxBytes: STAGED, plan });

  const withBase = <T>(work: (base: Base) => Promise<T>): Promise<T> => lendBase(ground, plan, work);
  const observed = () => observedIn(staging, root.absolute);
  const diff = () => withBase(async base => shownDiff(staging, base, path => visible(`${root.absolute}/${path}`)));

  return {
    files,
    history: createHistory(ground, {
      call,
      visible,
      staging,
      report,
      relative: path => files.resolve(path).relative,
      withBase: work => withBase(base => work(withStaged(staging, base))),
    }),
    useCache() {
      sight = look({ hides: true, cache });
    },
    unshown: () => secrets,
    get takesBack() {
      return staging.marks !== undefined || tookBack;
    },
    get empty() {
      return staging.size === 0 && !staging.marks && outsideOf(staging).length === 0;
    },
    observed,
    diff,
    changed: () => withBase(async base => changedFiles(staging, base, maxImage)),
    staged: () => staging.changes().map(toStagedFile),
    outside: () => outsideOf(staging).filter(path => !isCache(path)),
    digest: async () => stagedDigest(staging.changes()),
    lost: () => withBase(async base => lostIn(staging, base, options)),
    async commit(commitOptions: CommitOptions): Promise<CommittedSet | undefined> {
      const { rest, marks } = staging;
      if (staging.size === 0 && !marks && !rest) return undefined;
      const changes = staging.changes();
      const written: CommitInput['written'] = rows => {
        rememberWritten(ground, rows, { known, cache });
        options.committed();
      };
      const set = await commitStaged(ground, rest, {
        ...commitOptions,
        plan,
        call,
        changes,
        marks,
        observed,
        maxImage,
        written,
        report,
        unimaged: new Set(withoutImage(changes, options).map(({ path }) => path)),
        asOwner: rest !== undefined || marks !== undefined,
      });
      tookBack = marks !== undefined;
      await rest?.takeOver().catch(error => {
        throw halfTaken(error, set);
      });
      staging.clear();
      return set;
    },
    discard() {
      staging.clear();
      tookBack = false;
    },
  };
}

/** The files as they are with the staged changes of a call. */
const withStaged = (staging: Staging, base: Base): Base =>
  layeredBase(new Map<string, StagedNode | undefined>(staging.changes().map(({ path, after }) => [path, after])), base);

const shownDiff = (staging: Staging, base: Base, shown: (path: string) => boolean) =>
  stagedDiff(staging, { base, staged: withStaged(staging, base), shown });

/** What a call sees of the files, over what it has staged. */
const sightOf = (
  { root, now }: Ground,
  { visible, hides = true, guarded, known, report }: CallFilesOptions,
  layers: ViewLayers,
): Sight => ({ root, visible, hides, guarded, hidden: new Set(), known, report, layers, now: now() });

const ALL_HELD: Holds = { of: () => 'write', ofLink: () => true, below: () => true };
/** Lends the files as they are without the staged changes of the call. */
async function lendBase<T>(ground: Ground, plan: PlanLayer | undefined, work: (base: Base) => Promise<T>): Promise<T> {
  await plan?.refresh();
  ground.root.renew();
  const over = (disk: Base) => work(plan ? layeredBase(plan.nodes, disk) : disk);
  return withDisk(ground, over, { onlyLooks: true });
}

/** The error for a set that stands and can be undone, while the folders left out of undo are not wholly there. */
function halfTaken(error: unknown, set: CommittedSet | undefined): ToolError {
  const what = 'The changed files were written, but folders that undo leaves out were not taken over wholly';
  return new ToolError('OUTCOME_UNKNOWN', `${what} (${reasonOf(error)}).`, {
    suggestion: 'Look at what is there. What is in those folders can be made anew by running what makes it.',
    details: { ...(set ? { changeSetID: set.id } : {}) },
    cause: error,
  });
}

/** The most bytes that one job may stage. */
export const STAGED = 512 * 1024 * 1024;

/** Files that were there before and are lost for good; not those that only get a new mode or a new time. */
function lostIn(staging: Staging, base: Base, limits: Pick<CallFilesOptions, 'maxImage' | 'maxImages'>) {
  const lost = withoutImage(staging.changes(), limits).filter(({ path, size }) => {
    const after = staging.get(path)?.after;
    return after?.kind !== 'file' || after.bytes.length !== size || Buffer.compare(base.read(path), after.bytes) !== 0;
  });
  return [...lost, ...(staging.rest?.lost ?? [])];
}

/** Files whose content is lost with the change: too large alone, or together with the files before them. */
function withoutImage(
  changes: readonly StagedChange[],
  { maxImage, maxImages }: Pick<CallFilesOptions, 'maxImage' | 'maxImages'>,
): readonly LostFile[] {
  let left = maxImages;
  return changes.flatMap(({ path, before, movedTo }) => {
    if (before.kind !== 'file' || movedTo !== undefined) return [];
    const { size } = before;
    const fits = size <= maxImage && size <= left;
    if (fits) left -= size;
    return fits ? [] : [{ path, size }];
  });
}

/** Effects of the call, also in folders that undo leaves out. */
const observedIn = (staging: Staging, root: string): Effects => [
  ...observedEffects(root, staging.changes()),
  ...outsideOf(staging).map(path => ({ kind: 'write' as const, resource: `${root}/${path}`, tree: true })),
  ...(staging.rest?.guarded ?? []).map(({ path, kind }) => ({ kind, resource: `${root}/${path}` })),
];

const outsideOf = ({ rest }: Staging): readonly string[] => rest?.outside ?? [];

const toStagedFile = ({ path, before, after }: StagedChange) => ({
  path,
  created: before.kind === 'absent',
  gone: after === undefined && before.kind !== 'absent',
  load: contentOf(after),
});

function contentOf(node: StagedNode | undefined): (() => Promise<Uint8Array>) | undefined {
  if (node?.kind === 'kept') return () => node.load(node.sha);
  return node?.kind === 'file' ? async () => node.bytes : undefined;
}

function changedFiles(staging: Staging, base: Base, maxImage: number): readonly ChangedFile[] {
  return staging.changes().flatMap(change => {
    const { path, before, after, movedFrom } = change;
    // Files of git, such as its samples, are nobody's source.
    if (after?.kind !== 'file' || path.split('/').includes('.git')) return [];
    const origin = before.kind === 'file' ? path : movedFrom;
    const node = origin === undefined ? undefined : lookOrAbsent(base, origin);
    const old = node?.kind === 'file' && node.size <= maxImage ? base.read(origin!, heldContent(change)) : undefined;
    return [{ path, before: old, after: after.bytes }];
  });
}

/** The most characters of a diff; nobody reads more, and a folder of gigabytes may be what was deleted. */
const MOST_SHOWN = 8 * 1024 * 1024;

/** A diff for people; of a file that a rule hides, only the name is told. */
async function stagedDiff(
  staging: Staging,
  { base, staged, shown }: { base: Base; staged: Base; shown: (path: string) => boolean },
): Promise<string> {
  const changes = staging.changes().filter(({ movedTo, after }) => movedTo === undefined || after !== undefined);
  let text = '';
  for (const [index, { path, movedFrom }] of changes.entries()) {
    if (text.length > MOST_SHOWN) return `${text}and ${changes.length - index} more changes, which are not shown\n`;
    if (!shown(path) || (movedFrom !== undefined && !shown(movedFrom))) {
      text += `${showPath(path)}: changed; a rule hides what is in it\n`;
      continue;
    }
    const before = await sideAt(base, path);
    const origin = before || movedFrom === undefined ? undefined : await sideAt(base, movedFrom);
    const after = await sideAt(staged, path);
    text += diffOf({ path, before: before ?? origin, after, from: origin && movedFrom }).text;
  }
  return text;
}
