import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JobFolder } from './job-folder.ts';
import { bareFolder, emptyFolder, READ_ONLY_DEVICES, workspaceMount } from './mount-lines.ts';

/** Places for mounts that all jobs of a process share: each has mounts of its own, so one place does for all. */
export interface NamelessPlaces {
  readonly folder: string;
  /** The place for the workspace, by a name below the folder of a job. */
  readonly workspace: string;
  /** The path of a place. */
  at(name: string): string;
  /** The name of a place for a folder that is seen as it is. */
  placeOf(path: string): string;
}

const PLACES = ['own', 'cache', 'workspace', 'program'].map(name => join('seen', name));

export function createNamelessPlaces(folder: string): NamelessPlaces {
  for (const name of ['', 'none', 'bare', 'seen', ...PLACES]) mkdirSync(join(folder, name));
  const known = new Map<string, string>();
  return {
    folder,
    workspace: 'places/seen/workspace',
    at: name => join(folder, 'seen', name),
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
  /** Whether the job's writes to the cache go with the job. */
  readonly passing: boolean;
  /** The overlay over the workspace, if there is one: its place below the job's folder, and the layers above. */
  readonly workspace: { readonly at: string; readonly above: readonly string[] } | undefined;
  readonly isRoot: boolean;
}

interface LaidPlaces {
  /** The place where each folder is seen. */
  readonly sources: ReadonlyMap<string, string>;
  /** Lines for `mount` that hold for every job of the same outfit, with names from the folder of all launchers. */
  readonly mounts: string;
}

/**
 * Has the launch script mount the workspace, and moved toolchains and folders of ours, for a plain mount tells every
 * job where it comes from. Mounts of one job are made when it is there: over a place that hands its mounts on to a
 * sandbox which is made already.
 */
export function layNameless(folder: JobFolder, paths: readonly string[], wanted: LayOptions): LaidPlaces {
  const { places, cache, passing, options, workspace, isRoot } = wanted;
  folder.link('places', places.folder);
  const base = basename(places.folder);
  const early = [...(isRoot ? READ_ONLY_DEVICES : []), emptyFolder(`${base}/seen/program`)];
  const late: string[] = [];
  const sources = new Map<string, string>();
  const lay = (name: string, layers: string, flags = ''): string => {
    late.push(`toolgate places/seen/${name} overlay ${layers}${options}${flags} 0 0\n`);
    return places.at(name);
  };
  if (workspace) {
    if (workspace.at === places.workspace) early.push(emptyFolder(`${base}/seen/workspace`, ',ro,shared'));
    late.push(workspaceMount(workspace.at, workspace.above, options));
  }
  for (const path of paths) {
    if (sources.has(path)) continue;
    if (path === folder.ownFolder) {
      sources.set(path, lay('own', 'ro,lowerdir=places/none:own'));
      continue;
    }
    const name = places.placeOf(path);
    early.push(bareFolder(base, name, options));
    sources.set(path, places.at(name));
  }
  if (cache) {
    folder.link('cache', cache);
    for (const name of passing ? ['passing', 'passing/upper', 'passing/work'] : []) mkdirSync(join(folder.path, name));
    const layers = passing
      ? 'lowerdir=places/none:cache/upper,upperdir=passing/upper,workdir=passing/work'
      : 'lowerdir=places/none,upperdir=cache/upper,workdir=cache/work';
    early.push(emptyFolder(`${base}/seen/cache`, ',ro,shared'));
    sources.set(cache, lay('cache', layers, ',nosuid,nodev'));
  }
  folder.file('mounts', late.join(''));
  return { sources, mounts: early.join('') };
}
