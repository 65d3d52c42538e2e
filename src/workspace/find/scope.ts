import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RootHandle } from '../disk/dir-handle.ts';
import { withFolder } from '../disk/folders.ts';
import { COMMON, startRipgrep } from './ripgrep.ts';

/** The start of the names of private folders with copies of layered files. */
export const COPIES = 'toolgate-view-';

export interface Reach {
  readonly hidden?: boolean;
  readonly ignored?: boolean;
}

/** Files that never belong to a search: those that a commit has under way, and copies of layered files. */
const OWN = new RegExp(`(?:^|/)(?:\\.toolgate-[^/]*\\.(?:tmp|old)|${COPIES}[^/]*)(?:/|$)`);

/** Arguments of reach, without git's own store; `pathOf` drops our few files: ripgrep would look for each. */
export const reachArgs = ({ hidden, ignored }: Reach): string[] => [
  ...COMMON,
  '--glob=!.git',
  ...(hidden ? ['--hidden'] : []),
  ...(ignored ? ['--no-ignore'] : []),
];

interface FolderRunOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** The real folder, relative to the workspace. */
  readonly folder: string;
  readonly ignored: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Runs ripgrep on everything below a folder of the workspace, from inside that very folder. Ignore files above the
 * root count only within a git repository: a `*` in somebody's home must not empty the workspace.
 */
export function startInFolder(root: RootHandle, { program, args, folder, ignored, signal }: FolderRunOptions) {
  const apart = !ignored && ignoredFromAbove(root.absolute);
  const start = apart ? '.' : folder;
  const flags = apart ? ['--no-ignore-parent'] : [];
  return withFolder(root, start, dir => ({
    ...startRipgrep(program, [...flags, ...args, './'], { cwd: dir.place, signal }),
    pathOf: pathsFrom(start, folder),
  }));
}

/** Maps `./a` as printed in `start` to a workspace-relative path, if it lies in `folder` and is not ours. */
export function pathsFrom(start: string, folder: string): (printed: string) => string | undefined {
  const prefix = start === '.' ? '' : `${start}/`;
  return printed => {
    if (OWN.test(printed)) return undefined;
    const path = prefix + (printed.startsWith('./') ? printed.slice(2) : printed);
    return folder === '.' || path.startsWith(`${folder}/`) ? path : undefined;
  };
}

function ignoredFromAbove(root: string): boolean {
  let rules = false;
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return false;
    rules ||= folder !== root && SEARCH_IGNORE_FILES.some(name => existsSync(join(folder, name)));
    if (folder === dirname(folder)) return rules;
  }
}

export const SEARCH_IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore'] as const;
