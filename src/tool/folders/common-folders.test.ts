import { expect, it } from 'vitest';
import { commonFolders, topmost } from './common-folders.ts';

it('folders that hold all paths are as deep as their number allows', () => {
  const paths = ['a/x/1', 'a/x/2', 'a/y/3', 'b'];
  expect(commonFolders(paths, 10)).toEqual(paths);
  expect(commonFolders(paths, 3)).toEqual(['a/x', 'a/y', 'b']);
  expect(commonFolders(paths, 2)).toEqual(['a', 'b']);
  expect(commonFolders(paths, 1)).toBeUndefined();
});

it('paths below another one are left out, and those that only begin alike are not', () => {
  expect(topmost(['a/b/c', 'a', 'ab', 'b/c', 'b/d'])).toEqual(['a', 'ab', 'b/c', 'b/d']);
});
