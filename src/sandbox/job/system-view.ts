import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { tryOr } from '../../system/try-or.ts';
import { addAll } from '../../tool/lists/long-lists.ts';

/** One thing of the machine that a job may look at, never write; a folder may be seen `at` another place. */
export type Mount =
  | { readonly kind: 'folder'; readonly path: string; readonly at?: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

export interface SystemView {
  readonly mounts: readonly Mount[];
  /** The folders of PATH that can be seen. */
  readonly path: readonly string[];
  /** Variables by which toolchains find the rest of themselves. */
  readonly variables: Readonly<Record<string, string>>;
}

const ROOTS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];

/** Programs below a home that find the rest of themselves by a variable: where they are, the rest, and its name. */
const TOOLCHAINS: readonly (readonly [programs: RegExp, rest: string, variable?: string])[] = [
  [/^(.*\/\.cargo)\/bin$/, '../.rustup', 'RUSTUP_HOME'],
  [/^(.*\/\.pyenv)(?:\/.*)?$/, '.', 'PYENV_ROOT'],
  [/^(.*\/\.rbenv)(?:\/.*)?$/, '.', 'RBENV_ROOT'],
  [/^(.*\/\.nodenv)(?:\/.*)?$/, '.', 'NODENV_ROOT'],
  [/^(.*\/\.goenv)(?:\/.*)?$/, '.', 'GOENV_ROOT'],
  [/^(.*\/\.asdf)(?:\/.*)?$/, '.', 'ASDF_DATA_DIR'],
  [/^(.*\/\.volta)(?:\/.*)?$/, '.', 'VOLTA_HOME'],
  [/^(.*\/\.(?:sdkman|rye|bun|deno))(?:\/.*)?$/, '.'],
  [/^(.*\/\.local\/share\/mise)\/.*$/, '.', 'MISE_DATA_DIR'],
  [/^(.*\/node_modules)\/\.bin$/, '.'],
];
/** Variables with a place of a toolchain that are passed on where a job can see that place. */
const PLACES = ['RUSTUP_HOME', 'JAVA_HOME', 'GOROOT', 'PYENV_ROOT', 'DOTNET_ROOT', 'VIRTUAL_ENV'];

/** Folders beside a `bin` folder that belong to the programs in it. */
const BESIDE_BIN = ['lib', 'lib64', 'libexec', 'include', 'share'];
/** Folders beside `~/.local/bin`, where `share` holds the keys and letters of a person. */
const BESIDE_OWN_BIN = ['lib', 'share/pipx', 'share/uv'];

/**
 * A minimal system to read: programs and libraries, and the toolchains that PATH leads to, also below a home. Node runs
 * from any place, so it is seen below `tools` where that is given: a command then learns nothing of the folders it lies
 * in.
 */
export function systemView(env: NodeJS.ProcessEnv, root: string, tools?: string): SystemView {
  const mounts = new Map<string, Mount>();
  const add = (place: string): void => {
    const mount = tryOr(() => mountOf(place), undefined);
    if (mount) mounts.set(place, mount);
  };
  ROOTS.forEach(add);
  const home = env.HOME?.startsWith('/') ? env.HOME : homedir();
  const seen: string[] = [];
  const variables: Record<string, string> = {};
  for (const folder of foldersOf(env.PATH)) {
    const real = realFolder(folder);
    if (real === undefined || isBelow(root, real)) continue;
    // A link in the workspace must not choose the parts of the machine that are shown.
    if (isBelow(folder, root) && !isBelow(real, root)) continue;
    const covered = isBelow(real, root) ? folder : placeIn([...mounts.values()], folder);
    if (covered !== undefined) {
      seen.push(covered);
      continue;
    }
    const node = tools === undefined ? undefined : nodeToolchain(real, root);
    if (node) {
      const at = `${tools}/${seen.length}`;
      for (const path of node.parts) mounts.set(path, { kind: 'folder', path, at: at + path.slice(node.base.length) });
      seen.push(at + real.slice(node.base.length));
    }
    if (node || !holdsPrograms(real, home)) continue;
    seen.push(folder);
    for (const part of toolchainParts(folder, { real, home })) if (!placeIn([...mounts.values()], part)) add(part);
    for (const { place, variable } of knownToolchains(real)) if (variable) variables[variable] = place;
  }
  // The packages that maven has fetched: no build works offline without them. Passwords lie beside, not in this folder.
  const fetched = join(home, '.m2', 'repository');
  if (realFolder(fetched) === fetched && !isBelow(root, fetched) && !isBelow(fetched, root)) {
    add(fetched);
    variables.M2_REPO = fetched;
  }
  const shown = { mounts: [...mounts.values()] };
  for (const name of PLACES) {
    const place = env[name];
    if (place?.startsWith('/') && (placeInJob(place, shown) === place || isBelow(place, root))) variables[name] = place;
  }
  return { ...shown, variables, path: seen.length > 0 ? seen : ['/usr/local/bin', '/usr/bin', '/bin'] };
}

/**
 * A Node with what belongs to it, or packages of a project elsewhere, below `base`. Packages above the workspace stay
 * where Node looks for them, and so does a Node of the whole machine.
 */
function nodeToolchain(real: string, root: string): { base: string; parts: readonly string[] } | undefined {
  const packages = /^(.*)(\/node_modules)\/(?:\.bin|node\/bin)$/.exec(real);
  const base = packages?.[1] ?? dirname(real);
  if (isBelow(root, base) || /^\/opt\//.test(base)) return undefined;
  if (packages) return { base, parts: [base + packages[2]] };
  const isNode = real.endsWith('/bin') && realFolder(join(base, 'lib', 'node_modules')) !== undefined;
  if (!isNode || !lstatSync(join(real, 'node'), { throwIfNoEntry: false })?.isFile()) return undefined;
  const parts = ['bin', ...BESIDE_BIN].map(name => join(base, name));
  return { base, parts: parts.filter(part => realFolder(part) === part) };
}

const knownToolchains = (real: string): readonly { place: string; variable: string | undefined }[] =>
  TOOLCHAINS.flatMap(([programs, rest, variable]) => {
    const base = programs.exec(real)?.[1];
    return base === undefined ? [] : [{ place: join(base, rest), variable }];
  });

/** Names of folders that people put into PATH and that hold programs only. */
const PROGRAMS = /\/(?:\.?s?bin|condabin|shims|scripts|tools|pnpm|\.dotnet)$/;

/** Whether a folder of PATH holds programs; it may be a home, or a folder with anything in it. */
function holdsPrograms(real: string, home: string): boolean {
  if (isBelow(home, real) || /^\/[^/]*$/.test(real) || /^\/(?:etc|proc|sys|dev|boot)\//.test(real)) return false;
  const anybodys = /^\/(?:home|root|var|run|tmp|srv|mnt|media)\//.test(real) || isBelow(real, home);
  return !anybodys || PROGRAMS.test(real);
}

const foldersOf = (path: string | undefined): readonly string[] => [
  ...new Set((path ?? '').split(':').filter(folder => folder.startsWith('/'))),
];

/** A program's own folder and its libraries, not the whole folder above: that may be a home. */
function toolchainParts(folder: string, { real, home }: { real: string; home: string }): readonly string[] {
  const known = knownToolchains(real).map(({ place }) => place);
  const parts = [...known.toReversed(), folder, real, ...besideBin(real, home)];
  // A folder may hold links: their targets are needed as well, where they are toolchains of their own.
  for (const target of linkedToolchains(real)) {
    if (holdsPrograms(target, home)) addAll(parts, [target, ...besideBin(target, home)]);
  }
  return [...new Set(parts)].filter(part => realFolder(part) !== undefined);
}

function besideBin(real: string, home: string): readonly string[] {
  const above = dirname(real);
  if (!/\/s?bin$/.test(real) || isBelow(home, above)) return [];
  const names = above.endsWith('/.local') ? BESIDE_OWN_BIN : BESIDE_BIN;
  return names.map(name => join(above, name));
}

const MOST_LINKS = 500;

function linkedToolchains(folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).slice(0, MOST_LINKS);
    for (const entry of entries.filter(each => each.isSymbolicLink())) {
      const target = realpathSync.native(join(folder, entry.name));
      if (/\/s?bin\/[^/]+$/.test(target)) found.add(dirname(target));
    }
  } catch {
    // A folder that cannot be looked at is not shown either.
  }
  return found;
}

function mountOf(path: string): Mount {
  const target = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : '';
  // /etc/os-release and the merged /bin are links into /usr; other links are shown as their targets.
  return /^(?:\.\.\/)*\/?usr\//.test(target) ? { kind: 'link', path, target } : { kind: 'folder', path };
}

const realFolder = (path: string): string | undefined =>
  tryOr(() => {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : undefined;
  }, undefined);

/** The place where a job sees a path of the machine, because it lies in something that is shown. */
export function placeInJob(path: string, { mounts }: Pick<SystemView, 'mounts'>): string | undefined {
  const folders = mounts.filter(({ kind }) => kind === 'folder');
  return placeIn(folders, path);
}

function placeIn(mounts: readonly Mount[], path: string): string | undefined {
  const mount = mounts.find(each => isBelow(path, each.path));
  return mount?.kind === 'folder' && mount.at ? mount.at + path.slice(mount.path.length) : mount && path;
}
