import { join } from 'node:path';
import type { SearchFile, SearchQuery } from '../../tool/files.ts';
import { compileGlobs, type Globs } from '../../tool/glob/compile-globs.ts';
import { closeQuietly } from '../disk/close-quietly.ts';
import { Folders } from '../disk/folders.ts';
import { notAFile } from '../paths/file-problems.ts';
import type { Walk } from '../paths/path-walk.ts';
import {
  demandVisible,
  isShown,
  kindAt,
  layerBytes,
  mayShow,
  nearOf,
  nodeStat,
  type Sight,
  within,
} from '../view/look.ts';
import { absent, openWalked } from '../view/read-file.ts';
import { findFiles, isDotted, namesArgs, onDisk } from './files.ts';
import { copyLayered, layeredFiles } from './layered.ts';
import { upTo } from './lines.ts';
import { explainRefusal, limitOf, queryArgs } from './query.ts';
import { type RipgrepRun, ripgrepPath, startRipgrep } from './ripgrep.ts';
import { parseMessages } from './ripgrep-json.ts';
import { pathsFrom, reachArgs, startInFolder } from './scope.ts';
import { FileLines, type FoundFile, searchStream, toSearchFile, verifyFound } from './search-file.ts';

/** Finds files with lines that match, as they come: first files on the disk, then files in the layers. */
export async function* lookSearch(sight: Sight, query: SearchQuery): AsyncGenerator<SearchFile> {
  const program = await ripgrepPath();
  const start = await within(sight, query.path, walk => startAt(sight, query, walk, program));
  if ('file' in start) {
    if (start.file) yield* limited([start.file], limitOf(query));
    return;
  }
  const { folder } = start;
  const skip = folder === '.' ? 0 : folder.length + 1;
  const globs = query.globs && compileGlobs(query.globs, { anywhere: true });
  const wanted = (path: string): boolean =>
    (query.hidden || !isDotted(path, folder)) && (globs?.matches(path.slice(skip)) ?? true) && isShown(sight, path);
  const args = [...reachArgs(query), ...typeArgs(query, globs), ...queryArgs(query)];
  const counting = countHidden(sight, query, folder, globs);
  try {
    const files = searchFolder(sight, query, { folder, program, args, wanted, started: counting.started });
    if (yield* limited(files, limitOf(query), counting.sees)) await counting.whole();
  } finally {
    counting.stop();
  }
}

/** Files up to the limit; returns whether those were all. */
async function* limited(
  files: Iterable<SearchFile> | AsyncIterable<SearchFile>,
  limit: number,
  sees?: (file: SearchFile) => void,
): AsyncGenerator<SearchFile, boolean> {
  let left = limit;
  for await (const file of files) {
    sees?.(file);
    yield file.matches <= left ? file : { ...file, lines: upTo(file.lines, left) };
    left -= file.matches;
    if (left <= 0) return false;
  }
  return true;
}

async function* searchFolder(sight: Sight, query: SearchQuery, search: Search): AsyncGenerator<SearchFile> {
  if (onDisk(sight, search.folder)) yield* searchDisk(sight, query, search);
  yield* searchLayers(sight, query, search);
}

/** Starts at once in a file, through the very descriptor that was opened for it; for a folder the real path counts. */
async function startAt(
  sight: Sight,
  query: SearchQuery,
  walk: Walk,
  program: string,
): Promise<{ folder: string } | { file: SearchFile | undefined }> {
  const { resolved, node, wantsFolder } = walk;
  demandVisible(sight, resolved);
  const kind = kindAt(walk);
  if (kind === 'directory') return { folder: resolved.relative };
  if (!kind) throw absent(sight.root, walk, at => nearOf(sight, at), 'file or folder');
  if (kind !== 'file') throw notAFile(resolved.relative, kind);
  if (node && !wantsFolder) {
    const lines = await searchStream(query, await layerBytes(sight, resolved.relative), program);
    const { modified } = nodeStat(sight, node, resolved.relative);
    return { file: lines.length > 0 ? toSearchFile(resolved.relative, modified, lines, query) : undefined };
  }
  const { fd, stats } = openWalked(sight.root, walk);
  try {
    const lines = await searchStream(query, fd, program);
    const modified = Number(stats.mtimeNs / 1_000_000n);
    return { file: lines.length > 0 ? toSearchFile(resolved.relative, modified, lines, query) : undefined };
  } finally {
    closeQuietly(fd);
  }
}

interface Search {
  readonly folder: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly wanted: (path: string) => boolean;
  /** Called once ripgrep runs. */
  readonly started: () => void;
}

async function* searchDisk(sight: Sight, query: SearchQuery, search: Search): AsyncGenerator<SearchFile> {
  const { folder, program, args, wanted } = search;
  const run = startInFolder(sight.root, {
    program,
    args,
    folder,
    ignored: query.ignored ?? false,
    signal: query.signal,
  });
  search.started();
  const onlyDisk = (path: string) => (sight.layers.empty || sight.layers.at(path) === undefined) && wanted(path);
  const folders = new Folders(sight.root, { onlyLooks: true });
  try {
    for await (const found of foundFiles(run, run.pathOf, query, onlyDisk)) {
      const file = await verifyFound(folders, query, found, program);
      if (file) yield file;
    }
  } finally {
    folders.close();
  }
}

async function* searchLayers(sight: Sight, query: SearchQuery, search: Search): AsyncGenerator<SearchFile> {
  const { folder, program, args, wanted } = search;
  const layered = layeredFiles(sight, folder);
  if (layered.length === 0) return;
  const copy = await copyLayered(sight, layered, { content: true });
  try {
    const run = startRipgrep(program, [...args, './'], { cwd: join(copy.root, folder), signal: query.signal });
    const known = new Set(layered);
    const isLayered = (path: string) => known.has(path) && wanted(path);
    for await (const { path, lines } of foundFiles(run, pathsFrom(folder, folder), query, isLayered)) {
      const node = sight.layers.at(path);
      if (node) yield toSearchFile(path, nodeStat(sight, node, path).modified, lines, query);
    }
  } finally {
    copy.remove();
  }
}

/** Files that ripgrep prints, one by one; a file that is not wanted, not text or without usable name is passed over. */
async function* foundFiles(
  run: RipgrepRun,
  pathOf: (printed: string) => string | undefined,
  query: SearchQuery,
  wanted: (path: string) => boolean,
): AsyncGenerator<FoundFile> {
  let path: string | undefined;
  let file = new FileLines();
  let complete = false;
  for await (const batch of parseMessages(run.output)) {
    for (const message of batch) {
      if (message.type === 'begin') {
        path = message.path === undefined ? undefined : pathOf(message.path);
        if (path !== undefined && !wanted(path)) path = undefined;
        file = new FileLines();
      } else if (message.type === 'line' && path !== undefined) {
        file.add(message.line);
      } else if (message.type === 'end' && path !== undefined && !message.binary) {
        yield { path, lines: file.lines };
      } else if (message.type === 'summary') complete = true;
    }
  }
  const { code, message } = await run.ended();
  if (!complete) throw explainRefusal(query, code, message);
}

/** Arguments that say which files are looked into; the globs are applied to the files that come. */
const typeArgs = ({ type }: SearchQuery, globs: Globs | undefined): string[] =>
  type === undefined ? namesArgs(globs?.names) : [`--type=${type}`];

/** Milliseconds after which the count begins beside a search: a search that is cut sooner needs none. */
const COUNT_AFTER = 10;

/** The same wait in times of the search's own start: on a busy machine this tells how long its first lines take. */
const STARTS_TO_WAIT = 8;

/** The part of the limit from which on a search will likely be cut: the count begins only if it was not. */
const LIKELY_CUT = 1 / 20;

/** Counts the files hidden by a rule among all in reach: a count of those that match would tell of their content. */
function countHidden(sight: Sight, query: SearchQuery, folder: string, globs: Globs | undefined) {
  const stopper = new AbortController();
  const signal = query.signal ? AbortSignal.any([query.signal, stopper.signal]) : stopper.signal;
  const skip = folder === '.' ? 0 : folder.length + 1;
  const { hidden, ignored } = query;
  const fits = (path: string) => (globs?.matches(path.slice(skip)) ?? true) && !isShown(sight, path);
  const count = () => findFiles(sight, folder, { hidden, ignored, names: globs?.names, fits, signal });
  let counted: Promise<readonly string[]> | undefined;
  const begin = () => {
    counted ??= sight.hides ? count() : Promise.resolve([]);
    counted.catch(() => {});
    return counted;
  };
  let matches = 0;
  let soon: NodeJS.Timeout | undefined;
  const made = performance.now();
  // Matches that have come by then are looked at first.
  const unlessCut = () =>
    setImmediate(() => stopper.signal.aborted || matches > limitOf(query) * LIKELY_CUT || begin());
  return {
    started() {
      soon = setTimeout(unlessCut, Math.max(COUNT_AFTER, STARTS_TO_WAIT * (performance.now() - made)));
    },
    sees(file: SearchFile) {
      matches += file.matches;
    },
    /** Counts after a search that saw everything: in a search that was cut, a part would be told as the whole. */
    async whole() {
      for (const path of await begin()) mayShow(sight, path);
    },
    stop() {
      clearTimeout(soon);
      stopper.abort();
    },
  };
}
