import { compileGlobs } from '../../tool/glob/compile-globs.ts';

type PathTest = (path: string) => boolean;
const kept = new Map<string, PathTest>();

/** The function that SQL calls: whether a path fits a folder and the globs below it. */
export function fitsGlobs(path: string, text: string): 0 | 1 {
  let fits = kept.get(text);
  if (!fits) {
    const [folder, globs] = JSON.parse(text) as [string, string[]];
    fits = compile(folder, globs);
    if (kept.size > 100) kept.clear();
    kept.set(text, fits);
  }
  return fits(path) ? 1 : 0;
}

function compile(folder: string, globs: readonly string[]): PathTest {
  const { matches } = compileGlobs(globs, { anywhere: true });
  const skip = folder === '.' ? 0 : folder.length + 1;
  return path => matches(path.slice(skip));
}
