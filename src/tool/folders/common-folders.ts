/** The most names of a folder; folders that lie deeper are not told apart. */
const DEEPEST = 12;

/**
 * Folders, at most so many, that together hold all of these relative paths, each as deep as possible; a path in none of
 * them stands for itself. Undefined when there is no such folder but the root.
 */
export function commonFolders(paths: readonly string[], most: number): readonly string[] | undefined {
  let best: readonly string[] | undefined;
  for (let depth = 1; depth <= DEEPEST; depth++) {
    const found = new Set<string>();
    let deeper = false;
    for (const path of paths) {
      const head = headOf(path, depth);
      deeper ||= head !== path;
      found.add(head);
      if (found.size > most) return best;
    }
    best = [...found];
    if (!deeper) break;
  }
  return best;
}

export function topmost(paths: readonly string[]): readonly string[] {
  let top: string | undefined;
  return paths.toSorted().filter(path => {
    if (top !== undefined && path.startsWith(top)) return false;
    top = `${path}/`;
    return true;
  });
}

function headOf(path: string, depth: number): string {
  let at = -1;
  for (let left = depth; left > 0; left--) {
    at = path.indexOf('/', at + 1);
    if (at < 0) return path;
  }
  return path.slice(0, at);
}
