import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { INDEX_IGNORE_FILES } from './ignore-rules.ts';

/** What the system has told of folders since it was last asked. */
export interface FolderChanges {
  /** Whether a folder is followed. */
  has(folder: string): boolean;
  /** Follows a folder from before it is looked into. False where nothing can be told any more. */
  follow(folder: string): boolean;
  /** All that happened before the call; undefined when something may have been missed. */
  take(): Promise<ReadonlySet<string> | undefined>;
  close(): void;
}

/** The system drops what does not fit in its queue (16,384), without a word to us. */
const TOO_MANY = 5_000;
const MAX_FOLDERS = 50_000;

/** Paths that changed, by a watch on each folder. What the system cannot watch is undefined for ever after. */
export function followChanges(root: string): FolderChanges {
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
    has: folder => watchers.has(folder),
    follow(folder) {
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
    async take() {
      // What has happened lies ready; the loop hands it over in its next round.
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
