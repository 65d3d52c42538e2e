import { sayCount, sayList } from '../../../text/say.ts';
import { type GlobArgs, isGlob } from './glob-query.ts';

interface GlobResult {
  readonly files: readonly string[];
  readonly total: number;
}

/** Finds files with some arguments changed. */
type GlobFinder = (change: Partial<GlobArgs>) => Promise<GlobResult>;

/** A text on which filters applied, and which change would find something. */
export async function sayNoFile(args: GlobArgs, find: GlobFinder): Promise<string> {
  const said = ['No file matches.'];
  for (const { pattern, say } of args.pattern === undefined ? [] : otherPatterns(args.pattern)) {
    const found = await find({ pattern, limit: 3 });
    if (found.total === 0) continue;
    said.push(say(found));
    break;
  }
  const left = [
    ...(args.includeIgnored ? [] : [{ what: 'what .gitignore names', flag: 'includeIgnored' }]),
    ...(args.includeHidden ? [] : [{ what: 'names that begin with a dot', flag: 'includeHidden' }]),
  ];
  if (left.length > 0) {
    const { total } = await find({ includeIgnored: true, includeHidden: true, limit: 1 });
    const flags = left.map(({ flag }) => flag).join(', ');
    const there = total > 0 ? ` (${sayCount(total, 'file')} there would match: ${flags})` : '';
    said.push(`Left out: ${left.map(({ what }) => what).join(' and ')}${there}.`);
  }
  return said.join(' ');
}

interface OtherPattern {
  readonly pattern: string;
  readonly say: (found: GlobResult) => string;
}

/** Patterns that may have been meant: all in a folder, the same name further down, the same in another case. */
function otherPatterns(pattern: string): readonly OtherPattern[] {
  const inside = `${pattern}/**`;
  const deeper = `**/${pattern}`;
  const cases = anyCase(pattern);
  return [
    {
      pattern: isGlob(pattern) ? '' : inside,
      say: ({ total }: GlobResult) =>
        `It is a folder: ${JSON.stringify(inside)} would match ${sayCount(total, 'file')}.`,
    },
    {
      pattern: pattern.includes('/') ? '' : deeper,
      say: ({ total }: GlobResult) => `${JSON.stringify(deeper)} would match ${sayCount(total, 'file')} further down.`,
    },
    { pattern: cases === pattern ? '' : cases, say: ({ files }: GlobResult) => `In another case: ${sayList(files)}.` },
  ].filter(other => other.pattern !== '');
}

/** The pattern with each letter in both cases; escapes and sets stay as they are. */
function anyCase(pattern: string): string {
  return pattern.replace(/\[[^\]]*\]|\\.|\p{L}/gu, part =>
    /^\p{L}$/u.test(part) ? `[${part.toLowerCase()}${part.toUpperCase()}]` : part,
  );
}
