import type { Random } from '../random.ts';
import { indentOf, oldOf, type TrueChange } from '../true-change.ts';
import { type Corruption, ofSteps } from './corruption.ts';
import { curly } from './typography.ts';

/** The file is not set as the text is; what the edit leaves must stay so. */
const fileDiffers = (
  name: string,
  differ: (line: string, random: Random) => string,
  { sort = 'decidable', unless = /^$/ }: { sort?: Corruption['sort']; unless?: RegExp } = {},
): Corruption => ({
  name,
  sort,
  spoil: ({ change, random }) => {
    // How the file would write such signs in lines that come cannot be told.
    if (change.steps.some(({ tag, text }) => tag !== ' ' && unless.test(text))) return undefined;
    const lines = mapUnchanged(change, line => differ(line, random));
    const end = change.at + oldOf(change).length;
    if (lines.slice(change.at, end).join() === change.lines.slice(change.at, end).join()) return undefined;
    return { ...ofSteps(change, change.steps), lines };
  },
});

function mapUnchanged(change: TrueChange, map: (line: string) => string): string[] {
  const goes = new Set<number>();
  let line = change.at;
  for (const { tag } of change.steps) {
    if (tag === '-') goes.add(line);
    if (tag !== '+') line += 1;
  }
  return change.lines.map((text, index) => (goes.has(index) ? text : map(text)));
}

export const otherFiles: Corruption[] = [
  fileDiffers('trailing blanks in the file', (line, random) => (random.chance(0.5) ? `${line}  ` : line)),
  fileDiffers('typographic quotes in the file', curly, { unless: /['"-]|[^\x00-\x7f]/ }),
  fileDiffers('non-breaking blanks in the file', line => indentOf(line) + line.trimStart().replace(' ', '\u00A0'), {
    sort: 'plausible',
  }),
];
