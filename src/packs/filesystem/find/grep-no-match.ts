import { sayCount } from '../../../text/say.ts';
import type { Context } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { type GrepArgs, queryOf } from './grep-query.ts';

/** The most matches of a probe: enough to say whether there is something. */
const PROBE = 50;

/** A text on which filters applied, and which change would find something. */
export async function sayNoMatch(args: GrepArgs, ctx: Context): Promise<string> {
  const { pattern, path, glob, type, literal, ignoreCase, includeIgnored, includeHidden } = args;
  const filters = [
    `${literal ? 'literal' : 'regex'} ${JSON.stringify(pattern)}`,
    `path ${path}`,
    glob !== undefined && `glob ${[glob].flat().join(', ')}`,
    type !== undefined && `type ${type}`,
    args.word && 'whole words',
    ignoreCase ? 'any case' : 'case as written',
    !includeIgnored && '.gitignore respected',
    !includeHidden && 'hidden files left out',
  ].filter(each => each !== false);
  const others: readonly (readonly [isOther: boolean, change: Partial<GrepArgs>, say: string])[] = [
    [!ignoreCase, { ignoreCase: true }, 'ignoreCase would find'],
    [!literal && /[\\[\](){}*+?|^$.]/.test(pattern), { literal: true }, 'literal would find'],
    [!includeIgnored || !includeHidden, { includeIgnored: true, includeHidden: true }, 'ignored and hidden files have'],
    [glob !== undefined || type !== undefined, { glob: undefined, type: undefined }, 'without glob and type there are'],
  ];
  const hints: string[] = [];
  for (const [isOther, change, say] of others) {
    const matches = isOther ? await probe({ ...args, ...change }, ctx) : 0;
    const least = matches >= PROBE ? 'at least ' : '';
    if (matches > 0) hints.push(`${say} ${least}${sayCount(matches, 'match', 'matches')}`);
  }
  if (typeof glob === 'string' && /^[^{]*,/.test(glob))
    hints.push(`several globs are a list: ${JSON.stringify(glob.split(/,\s*/))}`);
  return `No match: ${filters.join('; ')}.${hints.length > 0 ? ` But ${hints.join('; ')}.` : ''}`;
}

async function probe(args: GrepArgs, ctx: Context): Promise<number> {
  let matches = 0;
  try {
    for await (const file of ctx.files.search({ ...queryOf({ ...args, mode: 'count' }, ctx.abort), limit: PROBE })) {
      matches += file.matches;
      if (matches >= PROBE) break;
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
  return matches;
}
