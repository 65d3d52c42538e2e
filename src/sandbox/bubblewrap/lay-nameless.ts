import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JobFolder } from './job-folder.ts';

interface LayOptions {
  /** Options of every overlay. */
  readonly options: string;
  /** A folder that the job may write to; see `takeCache`. */
  readonly cache: string | undefined;
  /** Whether what the job writes there goes with the job. */
  readonly passing: boolean;
}

/**
 * Has the launch script mount moved toolchains and folders of ours, for a plain mount tells every job where it comes
 * from. Gives where each is seen.
 */
export function layNameless(
  folder: JobFolder,
  paths: readonly string[],
  { cache, passing, options }: LayOptions,
): ReadonlyMap<string, string> {
  for (const name of ['bare', 'seen', 'seen/none']) mkdirSync(join(folder.path, name));
  const lines: string[] = [];
  const lay = (name: string, path: string, layers: string): string => {
    folder.link(`bare/${name}`, path);
    lines.push(`toolgate seen/${name} overlay ${layers}${options} 0 0\n`);
    const seen = join(folder.path, 'seen', name);
    mkdirSync(seen);
    return seen;
  };
  const seen = new Map(
    [...new Set(paths)].map((path, index) => [path, lay(String(index), path, `ro,lowerdir=seen/none:bare/${index}`)]),
  );
  if (cache) {
    folder.link('cache', cache);
    for (const name of passing ? ['passing', 'passing/upper', 'passing/work'] : []) mkdirSync(join(folder.path, name));
    const layers = passing
      ? 'lowerdir=seen/none:bare/cache,upperdir=passing/upper,workdir=passing/work'
      : 'lowerdir=seen/none,upperdir=cache/upper,workdir=cache/work';
    seen.set(cache, lay('cache', join(cache, 'upper'), layers));
  }
  folder.file('laid', lines.join(''));
  return seen;
}
