import { expect, test } from 'vitest';
import { findOwnName } from './parameter-names.ts';

test.each([
  ['file_path', 'path'],
  ['filePath', 'path'],
  ['FILE-PATH', 'path'],
  ['-i', 'ignoreCase'],
  ['-I', undefined],
  ['i', undefined],
  ['path', undefined],
  ['toString', undefined],
])('%s stands for %s', (key, own) => {
  expect(findOwnName({ file_path: 'path', '-i': 'ignoreCase' }, key)).toBe(own);
});
