import { endAfter } from '../../system/try-or.ts';
import type { SearchFile, SearchQuery } from '../../tool/files.ts';
import { compileGlobs, type Globs } from '../../tool/glob/compile-glob.ts';
import { closeQuietly } from '../disk/close-quietly.ts';
import { Folders } from '../disk/folders.ts';
import { notAFile } from '../paths/file-problems.ts';
import type { Walk } from '../paths/walk.ts';
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
import { findFiles, isDotted, namesArgs, passesOf, type RipgrepPass } from './files.ts';
import { upTo } from './lines.ts';
import { explainRefusal, limitOf, queryArgs } from './query.ts';
import { ripgrepPath } from './ripgrep.ts';
import { parseMessages } from './ripgrep-json.ts';
import { reachArgs } from './scope.ts';
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
    const { ignored, signal } = query;
    const passes = passesOf(sight, { folder, program, args, ignored, signal, content: true, wanted });
    const files = searchFolder(sight, query, { program, passes, started: counting.started });
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

async function* searchFolder(
  sight: Sight,
  query: SearchQuery,
  { program, passes, started }: { program: string; passes: AsyncIterable<RipgrepPass>; started: () => void },
): AsyncGenerator<SearchFile> {
  for await (const pass of passes) {
    const folders = pass.isLayered ? undefined : new Folders(sight.root, { onlyLooks: true });
    if (folders) started();
    try {
      for await (const found of foundFiles(pass, query)) {
        const { path, lines } = found;
        const node = folders ? undefined : sight.layers.at(path);
        const layered = node && toSearchFile(path, nodeStat(sight, node, path).modified, lines, query);
        const file = folders ? await verifyFound(folders, query, found, program) : layered;
        if (file) yield file;
      }
    } finally {
      folders?.close();
    }
  }
}

/** Starts at once in a file, through the very descriptor that was opened for it; for a folder the real path counts. */
async function startAt(sight: Sight, query: SearchQuery, walk: Walk, program: string) {
  const { resolved, node, wantsFolder } = walk;
  demandVisible(sight, resolved);
  const kind = kindAt(walk);
  if (kind === 'directory') return { folder: resolved.relative };
  if (!kind) throw absent(sight.root, walk, at => nearOf(sight, at), 'file or folder');
  if (kind !== 'file') throw notAFile(resolved.relative, kind);
  const search = async (content: number | Uint8Array, modified: number) => {
    const lines = await searchStream(query, content, program);
    return { file: lines.length > 0 ? toSearchFile(resolved.relative, modified, lines, query) : undefined };
  };
  if (node && !wantsFolder)
    return search(await layerBytes(sight, resolved.relative), nodeStat(sight, node, resolved.relative).modified);
  const { fd, stats } = openWalked(sight.root, walk);
  return endAfter(
    () => closeQuietly(fd),
    () => search(fd, Number(stats.mtimeNs / 1_000_000n)),
  );
}

/** Files that ripgrep prints, one by one; a file that is not wanted, not text or without usable name is passed over. */
async function* foundFiles({ run, pathOf, isWanted }: RipgrepPass, query: SearchQuery): AsyncGenerator<FoundFile> {
  let path: string | undefined;
  let file = new FileLines();
  let complete = false;
  for await (const batch of parseMessages(run.output)) {
    for (const message of batch) {
      if (message.type === 'begin') {
        path = message.path === undefined ? undefined : pathOf(message.path);
        if (path !== undefined && !isWanted(path)) path = undefined;
        file = new FileLines();
      } else if (message.type === 'summary') complete = true;
      else if (path === undefined) continue;
      else if (message.type === 'line') file.add(message.line);
      else if (!message.binary) yield { path, lines: file.lines };
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
