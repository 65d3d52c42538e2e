/** One part of a glob between two slashes: any number of folders, or a test for one name. */
export type Part = '**' | ((name: string) => boolean);

/**
 * Matches a path part by part. A regular expression for several `**` takes time with the third power of a path's
 * depth, and a model chooses the path; here it is the depth times the number of parts.
 */
export function matchParts(parts: readonly Part[], path: string): boolean {
  const names = path.split('/');
  let part = 0;
  let name = 0;
  /** Where to go on when the parts after the last `**` do not fit here. */
  let again: { part: number; name: number } | undefined;
  while (name < names.length) {
    const wanted = parts[part];
    if (wanted === '**') {
      again = { part: part + 1, name };
      part++;
    } else if (wanted?.(names[name]!)) {
      part++;
      name++;
    } else if (again) {
      again.name++;
      part = again.part;
      name = again.name;
    } else return false;
  }
  while (parts[part] === '**') part++;
  return part === parts.length;
}

/** A name with stars in it, the same way: a regular expression would try every place for every star. */
export function matchStars(pattern: string, name: string): boolean {
  let at = 0;
  let here = 0;
  let again: { at: number; here: number } | undefined;
  while (here < name.length) {
    if (pattern[at] === '*') {
      again = { at: at + 1, here };
      at++;
    } else if (pattern[at] === name[here]) {
      at++;
      here++;
    } else if (again) {
      again.here++;
      at = again.at;
      here = again.here;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

/** The parts of a glob; undefined where braces or brackets may reach across a slash, so that it has none. */
export function splitGlob(glob: string): readonly string[] | undefined {
  if (glob.includes('\\/') || glob.includes('***')) return undefined;
  const parts = glob.split('/');
  return parts.every(part => isWhole(part.replace(/\\[\s\S]/g, 'x'))) ? parts : undefined;
}

const isWhole = (part: string): boolean =>
  count(part, '{') === count(part, '}') && count(part, '[') === count(part, ']');

const count = (text: string, char: string): number => text.split(char).length - 1;
