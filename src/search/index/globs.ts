import picomatch from 'picomatch';

/** Matching takes a time that grows with each star in a name, and neither pattern nor name is to be trusted. */
const MAX_STARS = 4;
const MAX_LENGTH = 500;

const isUsableGlob = (glob: string): boolean =>
  glob.length <= MAX_LENGTH &&
  !/[+@?*!]\(|\[\[|\{[^}]*\{|\.\./.test(glob.replace(/^!/, '')) &&
  glob.split('/').every(part => part.replace(/\*+/g, '*').split('*').length - 1 <= MAX_STARS);

type PathTest = (path: string) => boolean;
const kept = new Map<string, PathTest>();

/** As SQL calls it: a path, and a folder with the globs below it. */
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
  const usable = globs.filter(isUsableGlob).map(glob => glob.replace(/^(!?)(?:\.?\/)+/, '$1'));
  const options = { dot: true, noextglob: true, nonegate: true };
  // A pattern without a slash fits the name in whatever folder.
  const anywhere = (glob: string) => (glob.includes('/') ? glob.replace(/\/$/, '/**') : `**/${glob}`);
  const wanted = usable.filter(glob => !glob.startsWith('!')).map(glob => picomatch(anywhere(glob), options));
  const unwanted = usable.filter(glob => glob.startsWith('!')).map(glob => picomatch(anywhere(glob.slice(1)), options));
  const skip = folder === '.' ? 0 : folder.length + 1;
  return path => {
    const below = path.slice(skip);
    return (wanted.length === 0 || wanted.some(fits => fits(below))) && !unwanted.some(fits => fits(below));
  };
}
