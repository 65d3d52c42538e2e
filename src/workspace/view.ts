import type { Files, FindQuery, SearchQuery } from '../tool/files.ts';
import type { Staging } from './change/staging.ts';
import { lookFind } from './find/find.ts';
import { lookSearch } from './find/search.ts';
import { resolvePath } from './paths/resolve-path.ts';
import { lookList } from './view/list.ts';
import { lookRead, lookStat, type Sight } from './view/look.ts';
import { stageMove } from './view/move.ts';
import { stageDelete } from './view/remove.ts';
import { stageEdit, stageWrite } from './view/stage.ts';

/** Files without the methods that run jobs, which need more than a view. */
export type ViewFiles = Omit<Files, 'through' | 'inPlace' | 'hiddenPaths' | 'held' | 'isHidden' | 'secrets'>;

/** The files as one call sees them: the disk, below the plan, below its staged changes. `sight` is asked each time. */
export function createView(sight: () => Sight, staging: Staging): ViewFiles {
  const { root, layers } = sight();
  return {
    root: root.absolute,
    get hidden() {
      return sight().hidden.size;
    },
    resolve: path => resolvePath(root, path, { overlay: layers.overlay }),
    stat: path => lookStat(sight(), path),
    read: (path, options) => lookRead(sight(), path, options),
    list: path => lookList(sight(), path),
    find: (query: FindQuery) => lookFind(sight(), query),
    search: (query: SearchQuery) => lookSearch(sight(), query),
    write: (path, content, writeOptions) => stageWrite(sight(), staging, path, { content, ...writeOptions }),
    edit: (path, change) => stageEdit(sight(), staging, path, change),
    delete: (path, deleteOptions) => stageDelete(sight(), staging, path, deleteOptions),
    move: (from, to, moveOptions) => stageMove(sight(), staging, from, { to, ...moveOptions }),
  };
}
