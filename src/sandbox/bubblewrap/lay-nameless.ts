import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JobFolder } from './job-folder.ts';

/** Places for mounts that all jobs of a process share: each has mounts of its own, so one place does for all. */
export interface NamelessPlaces {
  readonly folder: string;
  /** The place for the workspace, by a name below the folder of a job. */
  readonly workspace: string;
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
 * Has the launch script mount the workspace, and moved toolchains and folders of ours, for a plain mount tells where it
 * comes from. Mounts of one job are made when it is there, over places that hand them on to its sandbox.
 */
export function layNameless(folder: JobFolder, paths: readonly string[], wanted: LayOptions): LaidPlaces {
  const { places, cache, passing, options, workspace, isRoot } = wanted;
  folder.link('places', places.folder);
  const base = basename(places.folder);
  // `mount` mounts nothing twice at a place that has the same source, so an empty folder in memory has its own.
  const empty = (name: string, flags = ''): string =>
    `toolgate-empty ${base}/seen/${name} tmpfs nosuid,nodev,mode=755${flags} 0 0\n`;
  const overlay = (place: string, layers: string): string => `toolgate ${place} overlay ${layers} 0 0\n`;
  const early = [...(isRoot ? READ_ONLY_DEVICES : []), empty('program')];
  const late: string[] = [];
  const sources = new Map<string, string>();
  if (workspace) {
    if (workspace.at === places.workspace) early.push(empty('workspace', ',ro,shared'));
    const lower = ['mask', ...workspace.above, 'root'].join(':');
    late.push(overlay(workspace.at, `nosuid,nodev,lowerdir=${lower},upperdir=upper,workdir=work${options}`));
  }
  for (const path of new Set(paths)) {
    const own = path === folder.ownFolder;
    const name = own ? 'own' : places.placeOf(path);
    sources.set(path, places.at(name));
    if (own) late.push(overlay('places/seen/own', `ro,lowerdir=places/none:own${options}`));
    else early.push(overlay(`${base}/seen/${name}`, `ro,lowerdir=${base}/none:${base}/bare/${name}${options}`));
  }
  if (cache) {
    folder.link('cache', cache);
    for (const name of passing ? ['passing', 'passing/upper', 'passing/work'] : []) mkdirSync(join(folder.path, name));
    const layers = passing
      ? 'lowerdir=places/none:cache/upper,upperdir=passing/upper,workdir=passing/work'
      : 'lowerdir=places/none,upperdir=cache/upper,workdir=cache/work';
    early.push(empty('cache', ',ro,shared'));
    late.push(overlay('places/seen/cache', `${layers}${options},nosuid,nodev`));
    sources.set(cache, places.at('cache'));
  }
  folder.file('mounts', late.join(''));
  return { sources, mounts: early.join('') };
}

/**
 * Devices of the machine that bubblewrap shows, as lines for `mount`. They belong to root, so a command of root could
 * change their modes for everyone; on a mount that is read-only it cannot, and may still use them.
 */
const READ_ONLY_DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']
  .map(name => `/dev/${name}`)
  .filter(path => existsSync(path))
  .map(path => `${path} ${path} none bind,ro 0 0\n`);
