import type { Context } from '../../../tool/context.ts';
import type { SearchFile } from '../../../tool/files.ts';
import type { SearchCodeArgs } from './result.ts';
import { type CodeSearchResult, phraseIn, wordsOfQuery } from './result.ts';

const MAX_LINES = 400;
/** Milliseconds for the search. */
const PATIENCE = 3_000;

/** Ripgrep's names of languages, where they are not the usual ones. */
const TYPES: Readonly<Record<string, string>> = {
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  'c#': 'cs',
  'c++': 'cpp',
  golang: 'go',
};
const DEFINES =
  /\b(?:function|class|interface|type|enum|const|let|def|func|fn|struct|trait|impl|module|sub|public|private|static)\b/;

/** Searches the words of a question by ripgrep, for as long as the index does not know the files. */
export async function searchByWords(args: SearchCodeArgs, ctx: Context, known: ReadonlySet<string>) {
  const phrase = phraseIn(args.query);
  const words = phrase === undefined ? wordsOfQuery(args.query) : [phrase.toLowerCase()];
  if (words.length === 0 || args.kind !== undefined) return [];
  const found: CodeSearchResult[] = [];
  const signal = AbortSignal.any([ctx.abort, AbortSignal.timeout(PATIENCE)]);
  const { path, globs } = args;
  const language = args.language?.toLowerCase();
  const type = language && (TYPES[language] ?? language);
  const pattern = words.map(literal).join('|');
  try {
    const query = { path, pattern, ignoreCase: true, maxColumns: 300, limit: MAX_LINES, signal, globs, type };
    for await (const file of ctx.files.search(query)) if (!known.has(file.path)) found.push(bestOf(file, words));
  } catch {
    // The files that were found until then count.
    ctx.abort.throwIfAborted();
  }
  return found.sort((a, b) => b.score - a.score).slice(0, args.limit);
}

const literal = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function bestOf({ path, lines }: SearchFile, words: readonly string[]): CodeSearchResult {
  const everywhere = new Set<string>();
  let best = lines[0]!;
  let most = -1;
  for (const line of lines) {
    const text = line.text.toLowerCase();
    const there = words.filter(word => text.includes(word));
    for (const word of there) everywhere.add(word);
    const score = there.length + (DEFINES.test(line.text) ? 0.5 : 0);
    if (score <= most) continue;
    most = score;
    best = line;
  }
  const score = (most + everywhere.size) / (words.length * 2 + 1);
  return {
    path,
    line: best.number,
    snippet: best.text.trimEnd().slice(0, 200),
    score: Math.round(score * 1000) / 1000,
  };
}
