import { isBelow } from '../../system/is-below.ts';
import { ToolError } from '../../tool/error.ts';
import type { StagedChange } from '../change/staging.ts';
import { claimMeets } from './claims.ts';
import type { PathLocks } from './path-locks.ts';

/**
 * Paths that somebody outside of the gate is about to use, such as the tool of a host that was let go on, and who
 * follows links: no link may come to stand there, or above, after the paths were judged, for a command beside the tool
 * could lead it to files that it may not read, or out of the workspace.
 */
export class UsedPaths {
  readonly #used = new Set<readonly string[]>();
  readonly #locks: PathLocks;

  constructor(locks: PathLocks) {
    this.#locks = locks;
  }

  /** Resolves when no commit is under way that did not know of the paths yet; gives a function that ends the use. */
  async use(paths: readonly string[]): Promise<() => void> {
    const own = [...paths];
    this.#used.add(own);
    await this.#locks.run(own, async () => {});
    return () => void this.#used.delete(own);
  }

  /** Refuses a set that puts a link at such a path, and one that changes folders without saying what is put there. */
  refuse(changes: readonly Pick<StagedChange, 'path' | 'after'>[], unknown: readonly string[] = []): void {
    if (this.#used.size === 0) return;
    const links = changes.filter(({ after }) => after?.kind === 'symlink').map(({ path }) => path);
    for (const used of this.#used) {
      const met =
        used.find(path => links.some(link => path === '.' || isBelow(path, link))) ??
        used.find(path => unknown.some(folder => claimMeets(folder, path)));
      if (met === undefined) continue;
      throw new ToolError('CLAIMED', `A tool of the host is about to use ${met}, and this would lead it elsewhere.`, {
        suggestion: 'Call again when that has ended.',
        details: { resource: met },
        retryable: true,
      });
    }
  }
}
