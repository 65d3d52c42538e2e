import type { ChangeRow } from '../../store/port.ts';
import { baseNameOf, joinPath, parentOf } from '../disk/folders.ts';

/**
 * Whether a change is of a new folder that is written whole under its temporary name, with all that comes into it, and
 * then gets its own name: all entries in it appear at once, and nobody meets it half filled.
 */
export const isMadeWhole = ({ operation, before, temp }: ChangeRow): boolean =>
  operation === 'mkdir' && before === undefined && temp !== undefined;

/** The new folders of a set that are made whole. */
export class NewFolders {
  /** The path under which each of these folders is written. */
  readonly #places = new Map<string, string>();
  /** The changes that come with each folder, all of one outermost folder in one list. */
  readonly #rows = new Map<string, ChangeRow[]>();

  /** Takes the changes in their order: a folder before what is in it. */
  constructor(rows: readonly ChangeRow[]) {
    for (const row of rows) {
      const { path, operation, temp } = row;
      const parent = parentOf(path);
      const above = this.#places.get(parent);
      if (above === undefined && !isMadeWhole(row)) continue;
      const all = this.#rows.get(parent) ?? [];
      all.push(row);
      if (operation !== 'mkdir') continue;
      this.#rows.set(path, all);
      const place = above === undefined ? joinPath(parent, temp as string) : joinPath(above, baseNameOf(path));
      this.#places.set(path, place);
    }
  }

  /** Whether a path lies in one of these folders. */
  hold(path: string): boolean {
    return this.#places.has(parentOf(path));
  }

  /** The path under which an entry is written: its own, unless it lies in one of these folders or is one. */
  placeOf(path: string): string {
    const above = this.#places.get(parentOf(path));
    return this.#places.get(path) ?? (above === undefined ? path : joinPath(above, baseNameOf(path)));
  }

  /** The changes that come with an outermost folder, its own among them; undefined for any other change. */
  broughtBy(row: ChangeRow): readonly ChangeRow[] | undefined {
    return isMadeWhole(row) ? this.#rows.get(row.path) : undefined;
  }
}
