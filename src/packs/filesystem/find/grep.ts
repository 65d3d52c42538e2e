import { z } from 'zod';
import { FILE, FOLDER, otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { sayCount, sayHidden, withNotes } from '../../../text/say.ts';
import type { Context } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { readsTree } from '../../../tool/effect.ts';
import { ToolError } from '../../../tool/error.ts';
import type { SearchFile } from '../../../tool/files.ts';
import { sayMissing } from '../missing.ts';
import { sayNoMatch } from './grep-no-match.ts';
import { type GrepArgs, grepParameters, queryOf } from './grep-query.ts';
import { byNewest, renderMatches } from './grep-render.ts';

/**
 * The most matching lines that are searched for; beyond, counts are "at least". They are four times as many as are
 * shown, since the newest come first; a longer pattern helps more with so common a word than a longer search.
 */
const mostLines = ({ mode, limit }: GrepArgs): number =>
  mode === 'content' && limit > 0 ? Math.min(10_000, 4 * Math.max(limit, 100)) : 10_000;

const shownMatch = z.object({ path: z.string(), line: z.number(), text: z.string() });
const returns = z.object({
  matches: z.array(shownMatch).describe('As shown; mode content'),
  files: z.array(z.object({ path: z.string(), matches: z.number() })).describe('Newest first'),
  total_matches: z.number(),
  total_files: z.number(),
  truncated: z.boolean(),
});

export const grep = define('grep', {
  description:
    'Search file contents by regex or literal text, in place of grep and rg: newest first, ignored ones left out.',
  parameters: grepParameters,
  returns,
  permissions: { required: ['read'] },
  effects: ({ path }) => [readsTree(path)],
  danger: 'safe',
  approval: false,
  idempotent: true,
  parameterNames: otherNames({
    pattern: ['regex', 'query', 'search', 'search_pattern', 'search_term', 'text'],
    path: [...FOLDER, ...FILE],
    glob: ['include', 'globs', 'file_pattern', 'include_pattern', 'file_glob'],
    type: ['file_type'],
    mode: ['output_mode'],
    literal: ['fixed_strings', 'fixed_string', '-F'],
    ignoreCase: ['case_insensitive', '-i'],
    word: ['whole_word', 'whole_words', '-w'],
    context: ['context_lines', '-C'],
    before: ['before_context', 'lines_before', '-B'],
    after: ['after_context', 'lines_after', '-A'],
    lineNumbers: ['show_line_numbers', '-n'],
    limit: ['max_results', 'max_matches', 'head_limit'],
    includeHidden: ['hidden', 'show_hidden'],
    includeIgnored: ['no_ignore', 'ignored'],
  }),
  aliases: [{ name: 'search_files', rename: { regex: 'pattern', file_pattern: 'glob' }, classic: false }],
  preview: ({ title, output, value }, maxLines) => {
    const hits = (value?.matches ?? []).map(({ path, line, text }) => `${path}:${line}: ${text.trim()}`);
    return previewHead({ title, output: hits.length > 0 ? hits.join('\n') : output }, maxLines);
  },
  execute: async (args, ctx) => {
    const stat = await ctx.files.stat(args.path);
    if (!stat) throw await sayMissing(args.path, ctx);
    const { found, cut } = await searchAll(args, ctx);
    const hidden = sayHidden(ctx.files.hidden);
    const { text, note, matches, files } = renderMatches(found, { ...args, cut });
    const total = found.reduce((sum, file) => sum + file.matches, 0);
    return {
      title: `${total === 0 ? 'No match' : sayCount(total, 'match', 'matches')} for ${JSON.stringify(args.pattern)}`,
      output: withNotes(text, [total === 0 && (await sayNoMatch(args, ctx)), note, hidden]),
      value: { matches, files, total_matches: total, total_files: found.length, truncated: note !== undefined },
      metadata: { path: args.path, matches: total, files: found.length },
    };
  },
}) as Info;

/** Finds all files, and streams each as it is found; the result is put in order at the end. */
async function searchAll(args: GrepArgs, ctx: Context): Promise<{ found: readonly SearchFile[]; cut: boolean }> {
  const found: SearchFile[] = [];
  const most = mostLines(args);
  let lines = 0;
  try {
    for await (const file of ctx.files.search({ ...queryOf(args, ctx.abort), limit: most })) {
      if (file.matches === 0) continue;
      const shown = args.limit === 0 ? 2_000 : args.limit;
      if (lines < shown) ctx.output(`${renderMatches([file], { ...args, cut: false }).text}\n`);
      lines += file.matches;
      found.push(file);
    }
  } catch (error) {
    throw badPattern(error, args);
  }
  return { found: found.sort(byNewest), cut: lines >= most };
}

/** The error for a pattern that is no regular expression, which was often meant as text. */
function badPattern(error: unknown, { literal, pattern }: GrepArgs): unknown {
  if (!(error instanceof ToolError) || error.code !== 'INVALID_ARGUMENTS') return error;
  if (literal || !/[\\[\](){}*+?|^$]/.test(pattern)) return error;
  const { message, suggestion = '', details } = error;
  const text = JSON.stringify(pattern);
  const hints = [
    suggestion,
    !suggestion.includes('literal') && `To search for the text itself: {"pattern": ${text}, "literal": true}.`,
    /^\*|\*\*\//.test(pattern) && `To find files by their names: glob {"pattern": ${text}}.`,
    /look-around|backreference/.test(message) && 'Search for less, without them, and pick from what is found.',
  ];
  const said = hints.filter(Boolean).join(' ');
  return new ToolError('INVALID_ARGUMENTS', message, { suggestion: said, details, cause: error });
}
