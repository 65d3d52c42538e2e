import { z } from 'zod';
import type { SearchQuery } from '../../../tool/files.ts';

const globs = z.union([z.string().min(1), z.array(z.string().min(1))]);
const around = z.number().int().min(0).max(50).optional();
const kinds = z.enum(['content', 'files', 'count', 'files_with_matches']);
const limit = z.number().int().min(0).max(2_000);

export const grepParameters = z.object({
  pattern: z.string().min(1).describe('Regular expression: "function\\\\s+\\\\w+"; plain text with literal'),
  path: z.string().default('.').describe('File or folder relative to the workspace'),
  glob: globs.optional().describe('Only these files: "*.ts", "!*.test.ts"'),
  type: z.string().min(1).optional().describe('Only files of this kind: "ts", "py", "rust"'),
  mode: kinds.default('content').describe('Lines, paths, or counts by file'),
  literal: z.boolean().default(false).describe('pattern is plain text'),
  ignoreCase: z.boolean().default(false).describe('Capital and small letters are the same'),
  word: z.boolean().default(false).describe('Whole words only'),
  multiline: z.boolean().default(false).describe('Matches may span lines'),
  context: around.describe('Lines around each match'),
  before: around.describe('Lines before each match'),
  after: around.describe('Lines after each match'),
  limit: limit.default(100).describe('Matching lines (files, in the other modes); 0 = as many as fit'),
  lineNumbers: z.boolean().default(true).describe('With the number of each line'),
  includeHidden: z.boolean().default(true).describe('With names that begin with a dot'),
  includeIgnored: z.boolean().default(false).describe('With what .gitignore names'),
});

export type GrepArgs = z.infer<typeof grepParameters>;

/** The query that the arguments mean, without a limit. */
export function queryOf(args: GrepArgs, signal?: AbortSignal): SearchQuery {
  const { path, pattern, literal, ignoreCase, multiline, word, type, includeHidden, includeIgnored } = args;
  const { context = 0, before = context, after = context } = args.mode === 'content' ? args : {};
  const globs = args.glob === undefined ? undefined : [args.glob].flat();
  const files = { path, globs, type, hidden: includeHidden, ignored: includeIgnored };
  return { ...files, pattern, literal, ignoreCase, multiline, word, before, after, maxColumns: 500, signal };
}
