import { indentOf } from '../true-change.ts';
import { type Corruption, context, everyLine } from './corruption.ts';

export const curly = (text: string): string =>
  text
    .replace(/(^|[\s([{=])"/g, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{=])'/g, '$1‘')
    .replaceAll("'", '’');

export const typography: Corruption[] = [
  context('typographic quotes in context', curly),
  everyLine('typographic quotes everywhere', curly),
  everyLine('typographic dashes everywhere', line => indentOf(line) + line.trimStart().replaceAll(' - ', ' – ')),
  context('non-breaking blanks in context', line => indentOf(line) + line.trimStart().replaceAll(' ', '\u00A0')),
  everyLine('non-breaking blanks everywhere', line => indentOf(line) + line.trimStart().replaceAll(' ', '\u00A0')),
];
