import type { ChangeRow, ChangeSetRow } from '../../store/port.ts';
import { parentOf } from '../disk/folders.ts';
import { firstFrom } from '../paths/sorted-paths.ts';

/** A change that waits in a planned or pending set. */
export interface WaitingChange {
  readonly row: ChangeRow;
  readonly set: ChangeSetRow;
  /** The place of the change's set among those that wait, the oldest first. */
  readonly turn: number;
}

/**
 * Changes that wait, and those that each stands on: the change of the same path before it, the folder that is made for
 * it, removals from a folder that goes, the other half of a move, and the whole of an undo or of a set's changes in a
 * repository of git, which half done would be broken. A change is applied with those it stands on, and dropped with
 * those that stand on it.
 */
export class Waiting {
  readonly sets: readonly ChangeSetRow[];
  readonly all: readonly WaitingChange[];
  /** The changes of each path, the oldest first. */
  readonly byPath: ReadonlyMap<string, readonly WaitingChange[]>;
  readonly #standsOn = new Map<WaitingChange, WaitingChange[]>();
  readonly #carries = new Map<WaitingChange, WaitingChange[]>();

  constructor(sets: readonly { readonly set: ChangeSetRow; readonly rows: readonly ChangeRow[] }[]) {
    this.sets = sets.map(({ set }) => set);
    this.all = sets.flatMap(({ set, rows }, turn) => rows.map(row => ({ row, set, turn })));
    this.byPath = Map.groupBy(this.all, ({ row }) => row.path);
    const paths = [...this.byPath.keys()].sort();
    const firsts = new Map<string, WaitingChange>();
    for (const change of this.all) {
      for (const ground of this.#groundsOf(change, paths)) this.#link(change, ground);
      const whole = wholeOf(change);
      if (whole === undefined) continue;
      const first = firsts.get(whole) ?? change;
      firsts.set(whole, first);
      this.#link(change, first);
      this.#link(first, change);
    }
  }

  /** The changes that are applied or dropped with the chosen ones, in their order. */
  settledWith(chosen: Iterable<WaitingChange>, action: 'apply' | 'drop'): readonly WaitingChange[] {
    const links = action === 'apply' ? this.#standsOn : this.#carries;
    const found = new Set(chosen);
    for (const change of found) for (const other of links.get(change) ?? []) found.add(other);
    return this.all.filter(change => found.has(change));
  }

  #link(change: WaitingChange, ground: WaitingChange): void {
    if (change === ground) return;
    add(this.#standsOn, change, ground);
    add(this.#carries, ground, change);
  }

  *#groundsOf(change: WaitingChange, paths: readonly string[]): Generator<WaitingChange> {
    const { row, turn } = change;
    const { path, before, after } = row;
    const earlier = this.#latest(path, one => one.turn < turn);
    if (earlier) yield earlier;
    for (const half of [row.movedFrom, row.movedTo]) {
      const other = half === undefined ? undefined : this.#latest(half, one => one.turn === turn);
      if (other) yield other;
    }
    for (let above = after ? parentOf(path) : '.'; above !== '.'; above = parentOf(above)) {
      const made = this.#latest(above, one => one.turn <= turn && makesFolder(one));
      if (made) yield made;
    }
    if (before?.kind !== 'directory' || after?.kind === 'directory') return;
    for (let at = firstFrom(paths, `${path}/`); paths[at]?.startsWith(`${path}/`); at++) {
      const gone = this.#latest(paths[at]!, one => one.turn <= turn);
      if (gone) yield gone;
    }
  }

  #latest(path: string, fits: (change: WaitingChange) => boolean): WaitingChange | undefined {
    return this.byPath.get(path)?.findLast(fits);
  }
}

/** The whole that a change is a part of and that cannot be taken apart. */
function wholeOf({ row, set }: WaitingChange): string | undefined {
  if (set.action !== undefined) return set.id;
  const repository = /^(?:.*\/)?\.git(?=\/)/.exec(row.path)?.[0];
  return repository === undefined ? undefined : `${set.id} ${repository}`;
}

const makesFolder = ({ row: { before, after } }: WaitingChange): boolean =>
  after?.kind === 'directory' && before?.kind !== 'directory';

function add(links: Map<WaitingChange, WaitingChange[]>, from: WaitingChange, to: WaitingChange): void {
  const known = links.get(from);
  if (known) known.push(to);
  else links.set(from, [to]);
}
