import type { Confirmed, Opened } from '../call-states.ts';
import { FilesView } from '../run/files-view.ts';
import { openFiles } from '../run/open-files.ts';
import { ToolRun } from '../run/tool-run.ts';
import type { Stage } from '../stage-row.ts';

/** Opens the files: from here on reads may come from the cache that siblings share, never before the verdict. */
export const cacheStage: Stage<Confirmed, Opened> = {
  name: 'cache',
  bounded: false,
  run: call => {
    const run = new ToolRun();
    const view = new FilesView(() => openFiles(opened.runtime, opened));
    const opened: Opened = { ...call, run, view };
    if (call.effects === 'everything' || call.effects.some(effect => effect.kind === 'read')) view.open().useCache();
    return opened;
  },
};
