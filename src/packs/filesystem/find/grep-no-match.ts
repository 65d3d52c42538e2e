import { sayCount } from '../../../text/say.ts';
import type { Context } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { type GrepArgs, queryOf } from './grep-query.ts';

/** The most matches of a probe: enough to say whether there is something. */
const PROBE = 50;

/** A text on which filters applied, and which change would find something. */
export async function sayNoMatch(args: GrepArgs, ctx: Context): Promise<string> {
  const filters = [
    `${args.literal ? 'literal' : 'regex'} ${JSON.stringify(args.pattern)}`,
    `path ${args.path}`,
    ...(args.glob === undefined ? [] : [`glob ${[args.glob].flat().join(', ')}`]),
    ...(args.type === undefined ? [] : [`type ${args.type}`]),
    ...(args.word ? ['whole words'] : []),
    args.ignoreCase ? 'any case' : 'case as written',
    ...(args.includeIgnored ? [] : ['.gitignore respected']),
    ...(args.includeHidden ? [] : ['hidden files left out']),
  ];
  const hints: string[] = [];
  const hint = async (change: Partial<GrepArgs>, say: (what: string) => string) => {
    const matches = await probe({ ...args, ...change }, ctx);
    if (matches > 0) hints.push(say(`${matches >= PROBE ? 'at least ' : ''}${sayCount(matches, 'match', 'matches')}`));
  };
  if (!args.ignoreCase) await hint({ ignoreCase: true }, what => `ignoreCase would find ${what}`);
  if (!args.literal && /[\\[\](){}*+?|^$.]/.test(args.pattern)) {
    await hint({ literal: true }, what => `literal would find ${what}`);
  }
  if (!args.includeIgnored || !args.includeHidden) {
    await hint({ includeIgnored: true, includeHidden: true }, what => `ignored and hidden files have ${what}`);
  }
  if (args.glob !== undefined || args.type !== undefined) {
    await hint({ glob: undefined, type: undefined }, what => `without glob and type there are ${what}`);
    if (typeof args.glob === 'string' && /^[^{]*,/.test(args.glob)) {
      hints.push(`several globs are a list: ${JSON.stringify(args.glob.split(/,\s*/))}`);
    }
  }
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
