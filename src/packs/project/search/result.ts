import { z } from 'zod';
import type { SymbolKind } from '../../../search/symbol.ts';

const KINDS: readonly SymbolKind[] = [
  ...(['function', 'method', 'class', 'interface', 'type'] as const),
  ...(['enum', 'constant', 'module', 'section', 'file'] as const),
];

export const searchParameters = z.object({
  query: z.string().min(1).max(2_000).describe('A question or a name: "where is the retry delay computed", "parseUrl"'),
  path: z.string().default('.').describe('Folder or file to search in'),
  globs: z
    .array(z.string().min(1).max(500))
    .max(20)
    .optional()
    .describe('Only files like these, e.g. ["**/*.ts", "!test/**"]'),
  language: z.string().min(1).max(40).optional().describe('Only this language, e.g. "python"'),
  kind: z.enum(KINDS).optional().describe('Only definitions of this kind'),
  limit: z.int().min(1).max(50).default(10).describe('Results'),
});

export type SearchCodeArgs = z.output<typeof searchParameters>;

/** One place in the code, as it is shown. */
const place = z.object({
  path: z.string(),
  line: z.number(),
  endLine: z.number().optional(),
  symbol: z.string().optional(),
  container: z.string().optional().describe('What the symbol lies in'),
  kind: z.string().optional(),
  snippet: z.string(),
  score: z.number(),
});
export type CodeSearchResult = z.output<typeof place>;

export const searchReturns = z.object({
  results: z.array(place),
  building: z.boolean().describe('The index is not complete yet'),
  indexed: z.number().optional().describe('Files in the index; while it is being built'),
  total: z.number().optional().describe('Files that will be in it; while it is being built'),
  stale: z.number().describe('Files that have changed and are not in the index yet'),
  ranking: z.enum(['words', 'words and meaning', 'ripgrep']),
});
export type SearchAnswer = z.output<typeof searchReturns>;

const SNIPPET_LINES = 6;
const MAX_COLUMNS = 200;

/** A few lines from one on (from 0), none of them long, without blank ones at the end. */
export function snippetAt(lines: readonly string[], line: number, endLine: number): string {
  return lines
    .slice(line, Math.max(line + 1, Math.min(line + SNIPPET_LINES, endLine)))
    .map(text => (text.length > MAX_COLUMNS ? `${text.slice(0, MAX_COLUMNS)}…` : text.trimEnd()))
    .join('\n')
    .trimEnd();
}

const COMMON = new Set(
  'the and for are was were what where which when how who why that this with from into does did can could should would will has have had not its you your our their there here find show code function method class file files get use used uses using'.split(
    ' ',
  ),
);

/** The text of a question that stands in quotes as a whole: such a question is meant to the letter. */
export const phraseIn = (query: string): string | undefined => {
  const phrase = /^\s*(["'`])([^\n]{3,300})\1\s*$/.exec(query)?.[2]?.trim();
  return phrase !== undefined && /\s/.test(phrase) ? phrase : undefined;
};

/** The words of a question that are worth looking for, in small letters, the longest first. */
export function wordsOfQuery(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_$]{2,60}/gu) ?? [];
  const telling = words.filter(word => word.length > 2 && !COMMON.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].sort((a, b) => b.length - a.length).slice(0, 6);
}
