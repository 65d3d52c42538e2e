import { sayCount, sayList } from '../../../text/say.ts';
import { type GlobArgs, isGlob } from './glob-query.ts';

interface GlobResult {
  readonly files: readonly string[];
  readonly total: number;
}

/** A text on which filters applied, and which change would find something; `find` tries arguments with some changed. */
export async function sayNoFile(
  { pattern, includeIgnored, includeHidden }: GlobArgs,
  find: (change: Partial<GlobArgs>) => Promise<GlobResult>,
): Promise<string> {
  const said = ['No file matches.'];
  for (const [meant, say] of pattern === undefined ? [] : otherPatterns(pattern)) {
    const found = await find({ pattern: meant, limit: 3 });
    if (found.total === 0) continue;
    said.push(say(found));
    break;
  }
  const flags = [...(includeIgnored ? [] : ['includeIgnored']), ...(includeHidden ? [] : ['includeHidden'])];
  if (flags.length > 0) {
    const { total } = await find({ includeIgnored: true, includeHidden: true, limit: 1 });
    const what = { includeIgnored: 'what .gitignore names', includeHidden: 'names that begin with a dot' };
    const left = flags.map(flag => what[flag as keyof typeof what]).join(' and ');
    const there = total > 0 ? ` (${sayCount(total, 'file')} there would match: ${flags.join(', ')})` : '';
    said.push(`Left out: ${left}${there}.`);
  }
  return said.join(' ');
}

/** Patterns that may have been meant: all in a folder, the same name further down, the same in another case. */
function otherPatterns(pattern: string): readonly (readonly [string, (found: GlobResult) => string])[] {
  const [inside, deeper, cases] = [`${pattern}/**`, `**/${pattern}`, anyCase(pattern)];
  const would = (meant: string, total: number) => `${JSON.stringify(meant)} would match ${sayCount(total, 'file')}`;
  const others = [
    [isGlob(pattern) ? '' : inside, ({ total }: GlobResult) => `It is a folder: ${would(inside, total)}.`],
    [pattern.includes('/') ? '' : deeper, ({ total }: GlobResult) => `${would(deeper, total)} further down.`],
    [cases === pattern ? '' : cases, ({ files }: GlobResult) => `In another case: ${sayList(files)}.`],
  ] as const;
  return others.filter(([meant]) => meant !== '');
}

/** The pattern with each letter in both cases; escapes and sets stay as they are. */
function anyCase(pattern: string): string {
  return pattern.replace(/\[[^\]]*\]|\\.|\p{L}/gu, part =>
    /^\p{L}$/u.test(part) ? `[${part.toLowerCase()}${part.toUpperCase()}]` : part,
  );
}
