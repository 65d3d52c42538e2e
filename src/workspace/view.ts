import type { Files, FindQuery, SearchQuery } from '../tool/files.ts';
import type { Staging } from './change/staging.ts';
import type { RootHandle } from './disk/dir-handle.ts';
import { lookFind } from './find/find.ts';
import { lookSearch } from './find/search.ts';
import type { Report } from './pace.ts';
import { resolvePath } from './paths/resolve-path.ts';
import type { PlanLayer } from './plan/plan-layer.ts';
import type { VisibilityTest } from './port.ts';
import type { SharedFileCache } from './view/cache.ts';
import type { KnownFiles } from './view/known-files.ts';
import { ViewLayers } from './view/layers.ts';
import { lookList } from './view/list.ts';
import { lookRead, lookStat, type Sight } from './view/look.ts';
import { stageMove } from './view/move.ts';
import { stageDelete } from './view/remove.ts';
import { stageEdit, stageWrite } from './view/stage.ts';

export interface ViewOptions {
  readonly root: RootHandle;
  /** The staging that this call's changes go to. */
  readonly staging: Staging;
  /** The session's plan, for a planned call. */
  readonly plan?: PlanLayer;
  /** Whether a real path may be seen. Left out: all may. */
  readonly visible?: VisibilityTest;
  /** Files that the session has read and written. */
  readonly known?: KnownFiles;
  /** The cache, only after the verdict: it holds what other agents have read. */
  readonly cache?: SharedFileCache;
  readonly now?: () => number;
  readonly report?: Report;
}

/** Files without what runs jobs, which takes more than a view. */
export type ViewFiles = Omit<Files, 'through' | 'inPlace' | 'hiddenPaths' | 'held' | 'isHidden' | 'secrets'>;

/** The files as one call sees them: the disk, below the plan, below what the call has staged. */
export function createView(options: ViewOptions): ViewFiles {
  const { root, staging, plan, known, cache, now = Date.now } = options;
  const { visible = () => true } = options;
  const layers = new ViewLayers(staging, plan);
  const hides = options.visible !== undefined;
  const reports = options.report ? { report: options.report } : {};
  const sight: Sight = { root, layers, visible, hides, hidden: new Set(), known, cache, now: now(), ...reports };
  return {
    root: root.absolute,
    get hidden() {
      return sight.hidden.size;
    },
    resolve: path => resolvePath(root, path, { overlay: layers.overlay }),
    stat: path => lookStat(sight, path),
    read: (path, options) => lookRead(sight, path, options),
    list: path => lookList(sight, path),
    find: (query: FindQuery) => lookFind(sight, query),
    search: (query: SearchQuery) => lookSearch(sight, query),
    write: (path, content, writeOptions) => stageWrite(sight, staging, path, { content, ...writeOptions }),
    edit: (path, change) => stageEdit(sight, staging, path, change),
    delete: (path, deleteOptions) => stageDelete(sight, staging, path, deleteOptions),
    move: (from, to, moveOptions) => stageMove(sight, staging, from, { to, ...moveOptions }),
  };
}
