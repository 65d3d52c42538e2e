import { join } from 'node:path';
import { ToolError } from '../../tool/error.ts';
import type { Sight } from '../view/look.ts';
import { copyLayered, layeredFiles } from './layered.ts';
import { type RipgrepRun, ripgrepPath, startRipgrep } from './ripgrep.ts';
import { pathsFrom, type Reach, reachArgs, startInFolder } from './scope.ts';

interface FindFilesOptions extends Reach {
  readonly maxDepth?: number;
  /** Patterns for the last component; a path that fits none of them is left out. */
  readonly names?: readonly string[];
  /** Whether what is on the disk comes newest first. One thread looks then, as with `alone`. */
  readonly newestFirst?: boolean;
  /** Whether others need the machine meanwhile; a list is made about as fast. */
  readonly alone?: boolean;
  readonly signal?: AbortSignal;
}

/** The most files that are held in memory. */
const MAX_FILES = 1_000_000;

/** Whether a path below a folder has a name that begins with a dot. Ripgrep shows some that an ignore file brings back. */
export function isDotted(path: string, folder: string): boolean {
  const from = folder === '.' ? 0 : folder.length + 1;
  return path.startsWith('.', from) || path.includes('/.', from);
}

/** Arguments that narrow a run to files by patterns for their names: ripgrep's own globs would bring back what is ignored. */
export const namesArgs = (names: readonly string[] | undefined): string[] =>
  names === undefined
    ? []
    : [...new Set(names)].map(name => `--type-add=toolgateglob:${name}`).concat('--type=toolgateglob');

/** Workspace-relative paths of the files below a folder, as the call sees them; what only layers have comes last. */
export async function findFiles(sight: Sight, folder: string, options: FindFilesOptions): Promise<string[]> {
  const paths = await printedFiles(sight, folder, options);
  return options.hidden ? paths : paths.filter(path => !isDotted(path, folder));
}

async function printedFiles(sight: Sight, folder: string, options: FindFilesOptions): Promise<string[]> {
  const { hidden = false, ignored = false, maxDepth, names, newestFirst, alone, signal } = options;
  const program = await ripgrepPath();
  const args = [
    ...reachArgs({ hidden, ignored }),
    ...namesArgs(names),
    ...(maxDepth === undefined ? [] : [`--max-depth=${maxDepth}`]),
    ...(newestFirst ? ['--sortr=modified'] : alone ? ['--threads=1'] : []),
    '--files',
    '--null',
    '--',
  ];
  const paths: string[] = [];
  if (onDisk(sight, folder)) {
    const run = startInFolder(sight.root, { program, args, folder, ignored, signal });
    for (const path of await printedPaths(run, run.pathOf)) {
      if (sight.layers.empty || sight.layers.at(path) === undefined) paths.push(path);
    }
  }
  const layered = layeredFiles(sight, folder);
  if (layered.length === 0) return paths;
  const copy = await copyLayered(sight, layered, { content: false });
  try {
    const run = startRipgrep(program, [...args, './'], { cwd: join(copy.root, folder), signal });
    const wanted = new Set(layered);
    const printed = await printedPaths(run, pathsFrom(folder, folder));
    return [...paths, ...printed.filter(path => wanted.has(path))];
  } finally {
    copy.remove();
  }
}

/** Whether a folder is on the disk: one that only a layer has cannot be searched there. */
export function onDisk({ root }: Sight, folder: string): boolean {
  if (folder === '.') return true;
  try {
    root.openBelow(folder).close();
    return true;
  } catch {
    return false;
  }
}

async function printedPaths(run: RipgrepRun, pathOf: (printed: string) => string | undefined): Promise<string[]> {
  const paths: string[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of run.output) {
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = data.lastIndexOf(0);
    rest = data.subarray(end + 1);
    if (end < 0) continue;
    for (const printed of data.toString('utf8', 0, end).split('\0')) {
      const path = pathOf(printed);
      // A name that is not UTF-8 cannot be named by a path; the look at it will not find it.
      if (path !== undefined) paths.push(path);
    }
    if (paths.length > MAX_FILES) break;
  }
  if (paths.length > MAX_FILES) return paths;
  const { code, message } = await run.ended();
  if (code === 2 && paths.length === 0 && message !== '') {
    throw new ToolError('EXECUTION_ERROR', `ripgrep failed: ${message}`);
  }
  return paths;
}
