import type { Base } from './change/base.ts';
import { diffOf } from './change/diff.ts';
import type { Staging } from './change/staging.ts';
import { showPath } from './paths/parse-path.ts';
import { sideAt } from './undo/undo.ts';

interface Sides {
  readonly base: Base;
  readonly staged: Base;
  /** Whether a path may be shown; of a file that a rule hides, only the name is told. */
  readonly shown: (path: string) => boolean;
}

/** The most characters of a diff; nobody reads more, and a folder of gigabytes may be what was deleted. */
const MOST_SHOWN = 8 * 1024 * 1024;

export async function stagedDiff(staging: Staging, { base, staged, shown }: Sides): Promise<string> {
  const changes = staging.changes().filter(({ movedTo, after }) => movedTo === undefined || after !== undefined);
  let text = '';
  for (const [index, { path, movedFrom }] of changes.entries()) {
    if (text.length > MOST_SHOWN) return `${text}and ${changes.length - index} more changes, which are not shown\n`;
    if (!shown(path) || (movedFrom !== undefined && !shown(movedFrom))) {
      text += `${showPath(path)}: changed; a rule hides what is in it\n`;
      continue;
    }
    const before = await sideAt(base, path);
    const origin = before || movedFrom === undefined ? undefined : await sideAt(base, movedFrom);
    const after = await sideAt(staged, path);
    text += diffOf({ path, before: before ?? origin, after, from: origin && movedFrom }).text;
  }
  return text;
}
