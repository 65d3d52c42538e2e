import { newOf, oldOf } from '../true-change.ts';
import { bothOf, type Corruption, everyLine, sentLines, textOf } from './corruption.ts';

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const entities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const escapes: Corruption[] = [
  {
    name: 'escaped as JSON',
    sort: 'decidable',
    spoil: ({ change }) => {
      const [was, is] = [textOf(oldOf(change)), textOf(newOf(change))];
      return json(was) === was ? undefined : { old: json(was), new: json(is) };
    },
  },
  {
    name: 'escaped quotes',
    sort: 'decidable',
    spoil: ({ change }) =>
      bothOf(change).some(line => line.includes('\\'))
        ? undefined
        : sentLines(change, line => line.replaceAll('"', '\\"')),
  },
  {
    name: 'escaped tabs',
    sort: 'decidable',
    spoil: ({ change }) =>
      bothOf(change).some(line => line.includes('\\'))
        ? undefined
        : sentLines(change, line => line.replaceAll('\t', '\\t')),
  },
  {
    name: 'escaped line breaks',
    sort: 'decidable',
    spoil: ({ change }) =>
      bothOf(change).some(line => line.includes('\\')) || oldOf(change).length < 2
        ? undefined
        : { old: oldOf(change).join('\\n'), new: newOf(change).join('\\n') },
  },
  {
    name: 'backslashes doubled',
    sort: 'decidable',
    spoil: ({ change }) => sentLines(change, line => line.replaceAll('\\', '\\\\')),
  },
  everyLine('HTML entities', entities),
  everyLine('HTML entities with quotes', line => entities(line).replaceAll('"', '&quot;').replaceAll("'", '&#39;')),
];
