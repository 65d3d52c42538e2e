import { join } from 'node:path';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import { withFolder } from '../disk/folders.ts';
import type { Sight } from '../view/look.ts';
import { copyLayered, layeredFiles } from './layered.ts';
import { type RipgrepRun, ripgrepPath, startRipgrep } from './ripgrep.ts';
import { pathsFrom, type Reach, reachArgs, startInFolder } from './scope.ts';

interface FindFilesOptions extends Reach {
  readonly maxDepth?: number;
  /** Patterns for the last component; a path that fits none of them is left out. */
  readonly names?: readonly string[];
  /** Whether a path is wanted; asked while ripgrep still looks, so that both work at once. */
  readonly fits?: (path: string) => boolean;
  readonly signal?: AbortSignal;
}

const MAX_FILES = 1_000_000;

/** Whether a path below a folder has a name that begins with a dot. An ignore file makes ripgrep show some of these. */
export function isDotted(path: string, folder: string): boolean {
  const from = folder === '.' ? 0 : folder.length + 1;
  return path.startsWith('.', from) || path.includes('/.', from);
}

/** Arguments that narrow a run to files by name patterns: ripgrep's own globs would bring back ignored files. */
export const namesArgs = (names: readonly string[] | undefined): string[] =>
  names === undefined
    ? []
    : [...new Set(names)].map(name => `--type-add=toolgateglob:${name}`).concat('--type=toolgateglob');

/** Workspace-relative paths of the files below a folder, as the call sees them; those of layers alone come last. */
export async function findFiles(sight: Sight, folder: string, options: FindFilesOptions): Promise<string[]> {
  const { hidden = false, ignored = false, maxDepth, names, fits, signal } = options;
  const args = [
    ...reachArgs({ hidden, ignored }),
    ...namesArgs(names),
    ...(maxDepth === undefined ? [] : [`--max-depth=${maxDepth}`]),
    // One thread makes a list about as fast as many, and leaves the machine to those who use it.
    ...['--threads=1', '--files', '--null', '--'],
  ];
  const wanted = (path: string) => (hidden || !isDotted(path, folder)) && (fits?.(path) ?? true);
  const paths: string[] = [];
  const looking = { folder, program: await ripgrepPath(), args, ignored, signal, content: false, wanted };
  for await (const pass of passesOf(sight, looking)) addAll(paths, await printedPaths(pass));
  return paths;
}

interface Looking extends Omit<Parameters<typeof startInFolder>[1], 'ignored'> {
  readonly ignored?: boolean;
  /** Whether the content of files counts, or their names alone. */
  readonly content: boolean;
  readonly wanted: (path: string) => boolean;
}

/** A run of ripgrep: over the files on the disk, or over a copy of those that layers have. */
export interface RipgrepPass {
  readonly run: RipgrepRun;
  readonly isLayered: boolean;
  /** The workspace-relative path of a printed name; undefined when it lies outside the folder, or is ours. */
  readonly pathOf: (printed: string) => string | undefined;
  readonly isWanted: (path: string) => boolean;
}

/** Runs ripgrep over a folder as the call sees it: the disk first, then the layers. */
export async function* passesOf(sight: Sight, looking: Looking): AsyncGenerator<RipgrepPass> {
  const { folder, program, args, ignored = false, signal, content, wanted } = looking;
  const { root, layers } = sight;
  // A folder that only a layer has cannot be searched on the disk.
  if (tryOr(() => withFolder(root, folder, () => true), false)) {
    const run = startInFolder(root, { program, args, folder, ignored, signal });
    const isWanted = (path: string) => (layers.empty || layers.at(path) === undefined) && wanted(path);
    yield { run, isLayered: false, pathOf: run.pathOf, isWanted };
  }
  const layered = new Set(layeredFiles(sight, folder));
  if (layered.size === 0) return;
  const copy = await copyLayered(sight, [...layered], { content });
  try {
    const run = startRipgrep(program, [...args, './'], { cwd: join(copy.root, folder), signal });
    const isWanted = (path: string) => layered.has(path) && wanted(path);
    yield { run, isLayered: true, pathOf: pathsFrom(folder, folder), isWanted };
  } finally {
    copy.remove();
  }
}

async function printedPaths({ run, pathOf, isWanted }: RipgrepPass): Promise<string[]> {
  const paths: string[] = [];
  let printed = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of run.output) {
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = data.lastIndexOf(0);
    rest = data.subarray(end + 1);
    if (end < 0) continue;
    for (const text of data.toString('utf8', 0, end).split('\0')) {
      const path = pathOf(text);
      if (path === undefined) continue;
      printed += 1;
      // A name that is not UTF-8 cannot be named by a path; the look at it will not find it.
      if (isWanted(path)) paths.push(path);
    }
    if (printed > MAX_FILES) return paths;
  }
  const { code, message } = await run.ended();
  if (code === 2 && printed === 0 && message !== '') {
    throw new ToolError('EXECUTION_ERROR', `ripgrep failed: ${message}`);
  }
  return paths;
}
