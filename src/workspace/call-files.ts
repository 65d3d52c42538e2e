import type { Effects } from '../tool/effect.ts';
import { ToolError } from '../tool/error.ts';
import type { Files, Holds } from '../tool/files.ts';
import { type Base, diskBase, layeredBase, lookOrAbsent } from './change/base.ts';
import { diffOf } from './change/diff.ts';
import { observedEffects } from './change/observed.ts';
import { type StagedChange, type StagedNode, Staging } from './change/staging.ts';
import { type CommitInput, commitSet } from './commit/commit.ts';
import { Folders } from './disk/folders.ts';
import type { Ground } from './ground.ts';
import { findHidden } from './layer/find-hidden.ts';
import { runInPlace } from './layer/run-in-place.ts';
import { runThrough, type ThroughOptions } from './layer/run-through.ts';
import { showPath } from './paths/parse-path.ts';
import { keepPending } from './plan/pending.ts';
import { commitPlanned, type PlannedSets } from './plan/plan.ts';
import type { CallFiles, CallIdentity, ChangedFile, CommitOptions, CommittedSet, OpenOptions } from './port.ts';
import { createHistory } from './undo/history.ts';
import { sideAt } from './undo/undo.ts';
import type { SharedFileCache } from './view/cache.ts';
import { findSecrets, type SecretsOptions } from './view/call-secrets.ts';
import type { KnownFiles } from './view/known-files.ts';
import { ViewLayers } from './view/layers.ts';
import { isShown, type Sight } from './view/look.ts';
import { rememberWritten } from './view/remember-written.ts';
import { createView, type ViewFiles } from './view.ts';
import { findHeld } from './watch/find-held.ts';

interface CallFilesOptions extends OpenOptions {
  readonly call: CallIdentity;
  readonly layer: PlannedSets;
  readonly known: KnownFiles;
  readonly cache: SharedFileCache;
  readonly committed: () => void;
  /** Bytes of all before-images of the call. */
  readonly maxImages: number;
}

/** One call's view, its staged changes and their commit. */
export function createCallFiles(ground: Ground, options: CallFilesOptions): CallFiles {
  const { call, layer, known, cache, visible, planned, maxImage } = options;
  const { root, now } = ground;
  const staging = new Staging();
  const reports = options.report ? { report: options.report } : {};
  const plan = planned ? { plan: layer } : {};
  const view = (more: { cache?: SharedFileCache }) =>
    createView({ root, staging, visible, known, now, ...reports, ...plan, ...more });
  let current = view({});
  // Who reports the commit asks after it.
  let tookBack = false;
  const files: Files = {
    ...delegating(() => current),
    get hidden() {
      return current.hidden;
    },
    hiddenPaths: () => findHidden(sightOf()),
    held: which => findHeld(root, options.holds?.(which) ?? ALL_HELD, which),
    secrets: () => findSecrets(root.absolute, options.secrets ?? NO_SECRETS),
    isHidden: path => !isShown(sightOf(), path),
    through: async job => ({ ...(await runThrough(jobOptions(), job)), diff, drop: () => staging.clear() }),
    inPlace: async job => ({ ...(await runInPlace(jobOptions(), job)), diff, drop: () => staging.clear() }),
  };
  const jobOptions = (): ThroughOptions => ({
    ground,
    sight: sightOf(),
    staging,
    maxBytes: STAGED,
    ...plan,
  });
  const sightOf = (): Sight => ({
    root,
    layers: new ViewLayers(staging, planned ? layer : undefined),
    visible,
    hides: options.hides ?? true,
    ...(options.guarded ? { guarded: options.guarded } : {}),
    hidden: new Set(),
    known,
    cache: undefined,
    now: now(),
    ...reports,
  });

  /** The files as they are without what this call has staged. */
  const withBase = async <T>(work: (base: Base) => Promise<T>): Promise<T> => {
    if (planned) await layer.refresh();
    root.renew();
    const folders = new Folders(root, { asOwner: true, onlyLooks: true });
    try {
      const disk = diskBase(folders, ground.identityOf);
      return await work(planned ? layeredBase(layer.nodes, disk) : disk);
    } finally {
      folders.close();
    }
  };
  const stagedNodes = () => new Map<string, StagedNode | undefined>(staging.changes().map(c => [c.path, c.after]));
  const observed = (): Effects => [
    ...observedEffects(root.absolute, staging.changes()),
    ...outsideOf(staging).map(path => ({ kind: 'write' as const, resource: `${root.absolute}/${path}`, tree: true })),
    ...(staging.rest?.guarded ?? []).map(({ path, kind }) => ({ kind, resource: `${root.absolute}/${path}` })),
  ];

  const diff = () =>
    withBase(async base => {
      const shown = (path: string) => visible(`${root.absolute}/${path}`);
      return stagedDiff(staging, { base, staged: layeredBase(stagedNodes(), base), shown });
    });

  return {
    files,
    history: createHistory(ground, {
      call,
      visible,
      staging,
      ...reports,
      relative: path => files.resolve(path).relative,
      withBase: work => withBase(base => work(layeredBase(stagedNodes(), base))),
    }),
    useCache() {
      current = view({ cache });
    },
    get takesBack() {
      return staging.marks !== undefined || tookBack;
    },
    get empty() {
      return staging.size === 0 && !staging.marks && outsideOf(staging).length === 0;
    },
    observed,
    diff,
    changed: () => withBase(async base => changedFiles(staging, base, maxImage)),
    staged: () =>
      staging.changes().map(({ path, before, after }) => ({
        path,
        created: before.kind === 'absent',
        gone: after === undefined && before.kind !== 'absent',
        load: contentOf(after),
      })),
    unrecoverable: () => [...withoutImage(staging.changes(), options)],
    async commit(commitOptions: CommitOptions): Promise<CommittedSet | undefined> {
      const { rest } = staging;
      if (staging.size === 0 && !staging.marks && !rest) return undefined;
      const input: CommitInput = {
        ...commitOptions,
        call,
        changes: staging.changes(),
        ...(staging.marks ? { marks: staging.marks } : {}),
        observed,
        maxImage,
        ...reports,
        unimaged: withoutImage(staging.changes(), options),
        asOwner: rest !== undefined || staging.marks !== undefined,
        written(rows) {
          rememberWritten(ground, rows, { known, cache });
          options.committed();
        },
      };
      const write = () => {
        if (planned) return commitPlanned(ground, layer, input);
        return rest ? keepPending(ground, input, rest.foreign) : commitSet(ground, input);
      };
      const putBack = await rest?.makeWay?.();
      const set = await write().catch(async error => {
        await putBack?.();
        throw error;
      });
      tookBack = staging.marks !== undefined;
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

const NO_SECRETS: SecretsOptions = { isPrivate: () => false, isAllowed: () => true, onFound: () => {} };
const ALL_HELD: Holds = { of: () => 'write', ofLink: () => true, below: () => true };
/** The set stands and can be undone; what is left out of undo is not wholly there. */
function halfTaken(error: unknown, set: CommittedSet | undefined): ToolError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ToolError(
    'OUTCOME_UNKNOWN',
    `The changed files were written, but folders that undo leaves out were not taken over wholly (${reason}).`,
    {
      suggestion: 'Look at what is there. What is in those folders can be made anew by running what makes it.',
      details: { ...(set ? { changeSetID: set.id } : {}) },
      cause: error,
    },
  );
}

/** Bytes of all that one job may stage. */
export const STAGED = 512 * 1024 * 1024;

/** Paths whose content is lost with the change: too large alone, or together with those before them. */
function withoutImage(
  changes: readonly StagedChange[],
  { maxImage, maxImages }: Pick<CallFilesOptions, 'maxImage' | 'maxImages'>,
): ReadonlySet<string> {
  let left = maxImages;
  const lost = changes.filter(({ before, movedTo }) => {
    if (before.kind !== 'file' || movedTo !== undefined) return false;
    const fits = before.size <= maxImage && before.size <= left;
    if (fits) left -= before.size;
    return !fits;
  });
  return new Set(lost.map(({ path }) => path));
}

const outsideOf = ({ rest }: Staging): readonly string[] => rest?.outside ?? [];

/** The same object for the whole call, whichever view answers. */
function delegating(view: () => ViewFiles): Omit<ViewFiles, 'hidden'> {
  return {
    root: view().root,
    resolve: path => view().resolve(path),
    stat: path => view().stat(path),
    read: (path, options) => view().read(path, options),
    list: path => view().list(path),
    find: query => view().find(query),
    search: query => view().search(query),
    write: (path, content, options) => view().write(path, content, options),
    edit: (path, change) => view().edit(path, change),
    delete: (path, options) => view().delete(path, options),
    move: (from, to, options) => view().move(from, to, options),
  };
}

interface Sides {
  readonly base: Base;
  readonly staged: Base;
  /** Of what a rule hides, only the name is told. */
  readonly shown: (path: string) => boolean;
}

/** Characters of a diff; nobody reads more, and a folder of gigabytes may be what was deleted. */
const MOST_SHOWN = 8 * 1024 * 1024;

async function stagedDiff(staging: Staging, { base, staged, shown }: Sides): Promise<string> {
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
    const from = origin ? { from: movedFrom } : {};
    text += diffOf({ path, before: before ?? origin, after: await sideAt(staged, path), ...from }).text;
  }
  return text;
}

/** How to come by what is written as a whole. */
function contentOf(node: StagedNode | undefined): (() => Promise<Uint8Array>) | undefined {
  if (node?.kind === 'kept') return () => node.load(node.sha);
  return node?.kind === 'file' ? async () => node.bytes : undefined;
}

/** What git keeps for itself, and its samples, are nobody's source. */
const isOfGit = (path: string): boolean => path.split('/').includes('.git');

function changedFiles(staging: Staging, base: Base, maxImage: number): readonly ChangedFile[] {
  return staging.changes().flatMap(({ path, before, after, movedFrom }) => {
    if (after?.kind !== 'file' || isOfGit(path)) return [];
    const origin = before.kind === 'file' ? path : movedFrom;
    const node = origin === undefined ? undefined : lookOrAbsent(base, origin);
    const old = node?.kind === 'file' && node.size <= maxImage ? base.read(origin!) : undefined;
    return [{ path, before: old, after: after.bytes }];
  });
}
