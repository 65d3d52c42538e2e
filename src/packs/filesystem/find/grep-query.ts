import { z } from 'zod';
import type { SearchQuery } from '../../../tool/files.ts';

const COLUMNS = 500;

const globs = z.union([z.string().min(1), z.array(z.string().min(1))]);

export const grepParameters = z.object({
  pattern: z.string().min(1).describe('Regular expression: "function\\\\s+\\\\w+"; plain text with literal'),
  path: z.string().default('.').describe('File or folder relative to the workspace'),
  glob: globs.optional().describe('Only these files: "*.ts", "!*.test.ts"'),
  type: z.string().min(1).optional().describe('Only files of this kind: "ts", "py", "rust"'),
  mode: z
    .enum(['content', 'files', 'count', 'files_with_matches'])
    .default('content')
    .describe('Lines, paths, or counts by file'),
  literal: z.boolean().default(false).describe('pattern is plain text'),
  ignoreCase: z.boolean().default(false).describe('Capital and small letters are the same'),
  word: z.boolean().default(false).describe('Whole words only'),
  multiline: z.boolean().default(false).describe('Matches may span lines'),
  context: z.number().int().min(0).max(50).optional().describe('Lines around each match'),
  before: z.number().int().min(0).max(50).optional().describe('Lines before each match'),
  after: z.number().int().min(0).max(50).optional().describe('Lines after each match'),
  limit: z
    .number()
    .int()
    .min(0)
    .max(2_000)
    .default(100)
    .describe('Matching lines (files, in the other modes); 0 = as many as fit'),
  lineNumbers: z.boolean().default(true).describe('With the number of each line'),
  includeHidden: z.boolean().default(true).describe('With names that begin with a dot'),
  includeIgnored: z.boolean().default(false).describe('With what .gitignore names'),
});

export type GrepArgs = z.infer<typeof grepParameters>;

/** The query that the arguments mean, without a limit. */
export function queryOf(args: GrepArgs, signal?: AbortSignal): SearchQuery {
  const around = args.mode === 'content' ? (args.context ?? 0) : 0;
  return {
    path: args.path,
    pattern: args.pattern,
    literal: args.literal,
    ignoreCase: args.ignoreCase,
    multiline: args.multiline,
    word: args.word,
    globs: args.glob === undefined ? undefined : [args.glob].flat(),
    type: args.type,
    before: args.mode === 'content' ? (args.before ?? around) : 0,
    after: args.mode === 'content' ? (args.after ?? around) : 0,
    hidden: args.includeHidden,
    ignored: args.includeIgnored,
    maxColumns: COLUMNS,
    signal,
  };
}
