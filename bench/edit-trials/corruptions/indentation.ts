import { indentOf, unitOf } from '../true-change.ts';
import { bothOf, type Corruption, everyLine, isBlank, ofSteps, sentLines } from './corruption.ts';

function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter(line => !isBlank(line)).map(indentOf);
  const [first = ''] = indents.sort((a, b) => a.length - b.length);
  return indents.every(indent => indent.startsWith(first)) ? first : '';
}

export const indentation: Corruption[] = [
  {
    name: 'indentation lost',
    sort: 'decidable',
    spoil: ({ change }) => {
      const common = commonIndent(bothOf(change)).length;
      return sentLines(change, line => (isBlank(line) ? line : line.slice(common)));
    },
  },
  {
    name: 'indentation shifted out',
    sort: 'decidable',
    spoil: ({ change }) => {
      const step = commonIndent(bothOf(change)).startsWith('\t') ? 1 : 2;
      if (commonIndent(bothOf(change)).length < step) return undefined;
      return sentLines(change, line => (isBlank(line) ? line : line.slice(step)));
    },
  },
  {
    name: 'indentation shifted in',
    sort: 'decidable',
    spoil: ({ change, random }) => {
      const by = bothOf(change).some(line => line.startsWith('\t')) ? '\t' : random.pick(['  ', '    ', ' ']);
      return sentLines(change, line => (isBlank(line) ? line : by + line));
    },
  },
  {
    name: 'first line without indentation',
    sort: 'decidable',
    spoil: ({ change }) => {
      if (change.steps[0]!.tag !== ' ' || indentOf(change.steps[0]!.text) === '') return undefined;
      const [first, ...rest] = change.steps;
      return ofSteps(change, [{ ...first!, text: first!.text.trimStart() }, ...rest]);
    },
  },
  everyLine(
    'leading blanks as non-breaking',
    line => '\u00A0'.repeat(indentOf(line).replaceAll('\t', '    ').length) + line.trimStart(),
  ),
  ...[2, 4, 8].map(width =>
    everyLine(
      `tabs as ${width} blanks`,
      line => indentOf(line).replaceAll('\t', ' '.repeat(width)) + line.slice(indentOf(line).length),
    ),
  ),
  {
    name: 'blanks as tabs',
    sort: 'decidable',
    spoil: ({ change }) => {
      const unit = unitOf(change.lines);
      const deep = bothOf(change)
        .filter(line => !isBlank(line))
        .map(line => indentOf(line));
      if (deep.some(indent => indent.includes('\t') || indent.length % unit !== 0)) return undefined;
      return sentLines(change, line => '\t'.repeat(indentOf(line).length / unit) + line.trimStart());
    },
  },
  {
    name: 'unit of 2 as 4',
    sort: 'decidable',
    spoil: ({ change }) =>
      unitOf(change.lines) !== 2 || bothOf(change).some(line => line.startsWith('\t'))
        ? undefined
        : sentLines(change, line => (isBlank(line) ? line : indentOf(line) + line)),
  },
  {
    name: 'unit of 4 as 2',
    sort: 'decidable',
    spoil: ({ change }) =>
      unitOf(change.lines) !== 4 || bothOf(change).some(line => !isBlank(line) && indentOf(line).length % 4 !== 0)
        ? undefined
        : sentLines(change, line => (isBlank(line) ? line : line.slice(indentOf(line).length / 2))),
  },
];
