import { ToolError } from '../../tool/error.ts';
import type { SearchQuery } from '../../tool/files.ts';

/** The most matching lines that are taken from one file. */
const MAX_PER_FILE = 10_000;

export const limitOf = ({ limit }: SearchQuery): number =>
  limit === undefined || limit <= 0 ? Number.POSITIVE_INFINITY : limit;

/** Arguments of ripgrep for a query, up to the pattern. */
export function queryArgs(query: SearchQuery): string[] {
  if (query.pattern.includes('\0')) {
    throw new ToolError('INVALID_ARGUMENTS', 'The pattern contains a NUL character; only text can be searched.');
  }
  const { before = 0, after = 0 } = query;
  return [
    '--json',
    '--sort=none',
    `--max-count=${Math.min(MAX_PER_FILE, limitOf(query))}`,
    ...(query.literal ? ['--fixed-strings'] : []),
    query.ignoreCase ? '--ignore-case' : '--case-sensitive',
    ...(query.multiline ? ['--multiline'] : []),
    ...(query.word ? ['--word-regexp'] : []),
    ...(before > 0 ? [`--before-context=${before}`] : []),
    ...(after > 0 ? [`--after-context=${after}`] : []),
    '--',
    query.pattern,
  ];
}

/** The error that says why ripgrep did not search at all. */
export function explainRefusal(query: SearchQuery, code: number | null, message: string): ToolError {
  const said = message.replace(/^rg: |\n\nConsider [\s\S]*$/g, '').trim();
  if (code !== 2 || said === '')
    return new ToolError('EXECUTION_ERROR', `ripgrep ended without a result${said ? `: ${said}` : ''}.`);
  if (/unrecognized file type/.test(said)) {
    return new ToolError('INVALID_ARGUMENTS', `There is no file type ${JSON.stringify(query.type)}.`, {
      suggestion: 'Use one that ripgrep knows, such as "ts", "py" or "rust", or a glob such as "*.ext".',
      details: { type: query.type },
    });
  }
  const newline = /"\\n" is not allowed/.test(said);
  return new ToolError('INVALID_ARGUMENTS', `The pattern is not one that ripgrep takes: ${said}`, {
    suggestion: newline
      ? 'Set multiline: true to match over line ends.'
      : 'Mend the regular expression, or set literal: true to search for the text as it stands.',
    details: { pattern: query.pattern.slice(0, 300) },
  });
}
