import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { JobFolder } from './job-folder.ts';

/** Places for mounts that all jobs of a process share: each has mounts of its own, so one place does for all of them. */
export interface NamelessPlaces {
  readonly folder: string;
  /** The name of a place for a folder that is seen as it is. */
  placeOf(path: string): string;
}

export function createNamelessPlaces(folder: string): NamelessPlaces {
  for (const name of ['', 'none', 'bare', 'seen', 'seen/own', 'seen/cache']) mkdirSync(join(folder, name));
  const known = new Map<string, string>();
  return {
    folder,
    placeOf(path) {
      const name = known.get(path) ?? String(known.size);
      if (known.has(path)) return name;
      symlinkSync(path, join(folder, 'bare', name));
      mkdirSync(join(folder, 'seen', name));
      known.set(path, name);
      return name;
    },
  };
}

interface LayOptions {
  readonly places: NamelessPlaces;
  /** Options of every overlay. */
  readonly options: string;
  /** A folder that the job may write to; see `takeCache`. */
  readonly cache: string | undefined;
  /** Whether what the job writes there goes with the job. */
  readonly passing: boolean;
  /** What else is mounted for the job, as lines for `mount`. */
  readonly mounts: readonly string[];
}

/**
 * Has the launch script mount moved toolchains and folders of ours, for a plain mount tells every job where it comes
 * from. Gives where each is seen.
 */
export function layNameless(
  folder: JobFolder,
  paths: readonly string[],
  { places, cache, passing, options, mounts }: LayOptions,
): ReadonlyMap<string, string> {
  folder.link('places', places.folder);
  const lines = [...mounts];
  const lay = (name: string, layers: string): string => {
    lines.push(`toolgate places/seen/${name} overlay ${layers}${options} 0 0\n`);
    return join(places.folder, 'seen', name);
  };
  const seen = new Map([[folder.ownFolder, lay('own', 'ro,lowerdir=places/none:own')]]);
  for (const path of paths) {
    if (seen.has(path)) continue;
    const name = places.placeOf(path);
    seen.set(path, lay(name, `ro,lowerdir=places/none:places/bare/${name}`));
  }
  if (cache) {
    folder.link('cache', cache);
    for (const name of passing ? ['passing', 'passing/upper', 'passing/work'] : []) mkdirSync(join(folder.path, name));
    const layers = passing
      ? 'lowerdir=places/none:cache/upper,upperdir=passing/upper,workdir=passing/work'
      : 'lowerdir=places/none,upperdir=cache/upper,workdir=cache/work';
    seen.set(cache, lay('cache', layers));
  }
  folder.file('mounts', lines.join(''));
  return seen;
}
