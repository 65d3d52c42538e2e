import { posix } from 'node:path';
import type { Protection } from '../../policy/guards/guarded.ts';
import type { Effects } from '../../tool/effect.ts';
import { isRepository, REPOSITORY_PARTS } from '../../tool/folders/repository-kind.ts';
import type { Workspace } from '../../workspace/port.ts';

/** Parts of a repository that make git run something. */
const RUNS: ReadonlySet<string> = new Set(['config', 'config.worktree', 'hooks', 'commondir', 'info']);

/**
 * The paths among effects that run later by themselves because of what they are, and not by their names: what makes a
 * folder a repository for git, what makes git run something in such a folder, what git's config names, a link that puts
 * a folder where things run later, and what lies behind such a link.
 */
export function findLaterRuns(
  effects: Effects,
  workspace: Pick<Workspace, 'root' | 'identity' | 'namedByGit' | 'otherNames'>,
  { file, folder }: Protection,
) {
  if (effects === 'everything') return undefined;
  const changed = effects.filter(({ kind }) => kind === 'write' || kind === 'delete').map(({ resource }) => resource);
  if (changed.length === 0) return undefined;
  const written = effects.filter(({ kind }) => kind === 'write').map(({ resource }) => resource);
  const isNamed = workspace.namedByGit();
  const named = changed.filter(path => isNamed(path) || workspace.otherNames(path).some(file));
  const links = effects.filter(one => one.link && folder(one.resource)).map(({ resource }) => resource);
  const parts = [...partsByFolder(written, workspace.root)].flatMap(([place, paths]) => {
    const isThere = (name: string) => workspace.identity(posix.join(place, spelled(name))) !== undefined;
    const made = new Set(paths.map(path => partOf(place, path)));
    if (!isRepository(name => made.has(name) || isThere(name))) return [];
    const complete = isRepository(isThere);
    return paths.filter(path => !complete || RUNS.has(partOf(place, path)));
  });
  const found = new Set([...named, ...links, ...parts]);
  return found.size === 0 ? undefined : [...found];
}

const spelled = (name: string): string => (name === 'head' ? 'HEAD' : name);

const partOf = (folder: string, path: string): string => {
  const [part = ''] = path.slice(folder.length + 1).split('/', 1);
  return part.toLowerCase();
};

/** Written parts of repositories, by the folder that would become one; `.git` itself is known by its name. */
function partsByFolder(written: readonly string[], root: string): ReadonlyMap<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of written) {
    if (!path.startsWith(`${root}/`)) continue;
    let folder = root;
    for (const name of path.slice(root.length + 1).split('/')) {
      const part = name.toLowerCase();
      if (part === '.git') break;
      if (REPOSITORY_PARTS.has(part) || RUNS.has(part)) {
        const paths = folders.get(folder);
        if (paths) paths.push(path);
        else folders.set(folder, [path]);
      }
      folder = `${folder}/${name}`;
    }
  }
  return folders;
}
