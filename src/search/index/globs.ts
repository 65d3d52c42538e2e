import { compileGlobs } from '../../tool/glob/compile-glob.ts';
import { keepResults } from '../keep-results.ts';

const testFor = keepResults(100, text => {
  const [folder, globs] = JSON.parse(text) as [string, string[]];
  const { matches } = compileGlobs(globs, { anywhere: true });
  const skip = folder === '.' ? 0 : folder.length + 1;
  return (path: string): 0 | 1 => (matches(path.slice(skip)) ? 1 : 0);
});

/** The function that SQL calls: whether a path fits a folder and the globs below it. */
export const fitsGlobs = (path: string, text: string): 0 | 1 => testFor(text)(path);
