import type { CodeHit } from '../../../search/port.ts';
import type { Files } from '../../../tool/files.ts';
import { type CodeSearchResult, snippetAt, wordsOfQuery } from './result.ts';

const MAX_BYTES = 2 ** 21;
const decoder = new TextDecoder();

type ShowRequest = Readonly<{ query: string; limit: number }>;

/**
 * Hits as the call may see them. Every file is read anew: hits that are hidden from this call, gone or no longer in the
 * text are left out, and nothing that is shown comes from the index.
 */
export async function showHits(hits: readonly CodeHit[], { query, limit }: ShowRequest, files: Files) {
  const texts = new Map<string, Promise<readonly string[] | undefined>>();
  const words = wordsOfQuery(query);
  const shown: CodeSearchResult[] = [];
  for (const hit of hits) {
    if (shown.length >= limit) break;
    const reading = texts.get(hit.path) ?? linesOf(hit.path, files);
    texts.set(hit.path, reading);
    const lines = await reading;
    const result = lines && showHit(hit, lines, words);
    if (result) shown.push(result);
  }
  return shown;
}

async function linesOf(path: string, files: Files): Promise<readonly string[] | undefined> {
  try {
    const { bytes } = await files.read(path, { maxBytes: MAX_BYTES });
    return decoder.decode(bytes).split(/\r?\n/);
  } catch {
    return undefined;
  }
}

function showHit(hit: CodeHit, lines: readonly string[], words: readonly string[]): CodeSearchResult | undefined {
  const { path, kind, score, symbol, container } = hit;
  const line = symbol === undefined ? bestLine(lines, hit, words) : lineOf(lines, symbol, hit.line - 1);
  if (line === undefined) return undefined;
  const end = Math.max(line + 1, Math.min(lines.length, line + 1 + hit.endLine - hit.line));
  if (symbol === undefined) return { path, line: line + 1, kind, snippet: snippetAt(lines, line, line + 4), score };
  const inside = container?.split(/[.:]+/).every(part => isIn(lines, part)) ? container : undefined;
  const snippet = snippetAt(lines, line, end);
  return { path, line: line + 1, endLine: end, symbol, container: inside, kind, snippet, score };
}

const isIn = (lines: readonly string[], part: string): boolean =>
  part === '' || lines.some(line => line.includes(part));

/** The line where a name is now: its own, just below (decorators), or on the nearest other line. */
function lineOf(lines: readonly string[], name: string, expected: number): number | undefined {
  for (let line = expected; line < Math.min(expected + 4, lines.length); line++)
    if (lines[line]!.includes(name)) return expected;
  let best: number | undefined;
  for (const [line, text] of lines.entries())
    if (text.includes(name) && (best === undefined || Math.abs(line - expected) < Math.abs(best - expected)))
      best = line;
  return best;
}

/** The line of a stretch that holds most words of the question. */
function bestLine(lines: readonly string[], { line, endLine }: CodeHit, words: readonly string[]): number | undefined {
  if (line > lines.length) return undefined;
  let best = line - 1;
  let most = 0;
  for (let at = line - 1; at < Math.min(endLine, lines.length); at++) {
    const text = lines[at]!.slice(0, 2_000).toLowerCase();
    const count = words.reduce((sum, word) => sum + (text.includes(word) ? 1 : 0), 0);
    if (count <= most) continue;
    most = count;
    best = at;
  }
  return best;
}
