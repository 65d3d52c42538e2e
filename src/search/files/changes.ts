import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { INDEX_IGNORE_FILES } from './ignore-rules.ts';

export type FolderChanges = ReturnType<typeof followChanges>;

/** Events that are too many to trust: the system drops those beyond its queue (16,384), without a word to us. */
const TOO_MANY = 5_000;
const MAX_FOLDERS = 50_000;

/** Follows the changes by a watch on each folder. Once a folder cannot be watched, `take` gives undefined for ever. */
export function followChanges(root: string) {
  const watchers = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let events = 0;
  let sure = true;

  const close = () => {
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
  const give = () => {
    sure = false;
    close();
    return false;
  };
  return {
    has: (folder: string) => watchers.has(folder),
    /** Follows a folder, called before somebody looks into it. False where the system can tell nothing any more. */
    follow(folder: string): boolean {
      if (!sure || watchers.size >= MAX_FOLDERS) return give();
      watchers.get(folder)?.close();
      try {
        const watcher = watch(join(root, folder), { persistent: false }, (_, name) => {
          events++;
          if (changed.size > TOO_MANY) return;
          const known = name === null ? folder : folder === '' ? name : `${folder}/${name}`;
          changed.add(name !== null && INDEX_IGNORE_FILES.has(name) ? '' : known);
        });
        watcher.on('error', give);
        watchers.set(folder, watcher);
        return true;
      } catch {
        return give();
      }
    },
    /** The paths of all changes before the call; undefined when a change may have been missed. */
    async take(): Promise<ReadonlySet<string> | undefined> {
      // Events that have happened lie ready; the event loop hands them over in its next round.
      await turn();
      await turn();
      const taken = changed;
      const missed = events >= TOO_MANY || taken.has('');
      changed = new Set();
      events = 0;
      return sure && !missed ? taken : undefined;
    },
    close,
  };
}
