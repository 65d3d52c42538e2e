import type { Files } from '../../tool/files.ts';

const LARGEST = 2 * 1024 * 1024;

/** A small text of the project; undefined where the file is not there, hidden or too large. */
export async function readProjectFile(files: Files, path: string): Promise<string | undefined> {
  try {
    const stat = await files.stat(path);
    if (stat?.kind !== 'file') return undefined;
    return Buffer.from((await files.read(path, { maxBytes: LARGEST })).bytes).toString('utf8');
  } catch {
    return undefined;
  }
}

export interface PackageJson {
  readonly scripts: Readonly<Record<string, string>>;
  /** The names of all packages that the project depends on, in whichever way. */
  readonly dependencies: ReadonlySet<string>;
  readonly packageManager?: string;
  readonly has: (key: string) => boolean;
}

/** The parts of a package.json that are of interest; a broken file counts as none. */
export async function readPackageJson(files: Files, folder: string): Promise<PackageJson | undefined> {
  const text = await readProjectFile(files, `${folder}/package.json`);
  try {
    const json = JSON.parse(text ?? '') as Record<string, unknown>;
    const names = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap(key =>
      Object.keys(recordOf(json[key])),
    );
    return {
      scripts: recordOf(json.scripts),
      dependencies: new Set(names),
      ...(typeof json.packageManager === 'string' ? { packageManager: json.packageManager } : {}),
      has: key => Object.hasOwn(json, key),
    };
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Record<string, string> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(entries.filter(([, one]) => typeof one === 'string'));
}

/** The folder and those above it, up to the workspace's own, all workspace-relative. */
export function foldersUp(folder: string): readonly string[] {
  const parts = folder === '.' ? [] : folder.split('/');
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/')), '.'];
}

/** The names among some that are in a folder, looked for one by one: a list would show private files too. */
export async function namesThere(files: Files, folder: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (const name of names) if (await files.stat(`${folder}/${name}`).catch(() => undefined)) there.add(name);
  return there;
}

/** `name` with each of some ends. */
export const withEnds = (name: string, ends: string): readonly string[] => ends.split(' ').map(end => `${name}${end}`);
