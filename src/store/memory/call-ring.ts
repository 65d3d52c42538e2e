import type { CallRow } from '../port.ts';

/**
 * A ring, in which a row takes the place of the one that came so many before it. No map leads to the places: one would
 * cost more than all else here, and few rows are ever looked for.
 */
export class CallRing {
  readonly #size: number;
  readonly #rows: (CallRow | undefined)[] = [];
  #next = 0;
  /** How many rows here are not settled. */
  #open = 0;
  /** Rows that had to give their place up before they were settled: few, and mostly settled in this order. */
  readonly #displaced: CallRow[] = [];
  /** Ids sort in the order of their making: a row with a larger one than all before it was never here. */
  #newest = '';

  constructor(size: number) {
    this.#size = size;
  }

  /** All rows in the order of their coming. */
  rows(): CallRow[] {
    return [...this.#rows.slice(this.#next), ...this.#rows.slice(0, this.#next)].filter(row => row !== undefined);
  }

  find(id: string): CallRow | undefined {
    return this.#rows[this.#placeOf(id)];
  }

  #placeOf(id: string): number {
    return this.#rows.findIndex(row => row?.id === id);
  }

  /** Takes a row; a row whose id is here keeps that place. */
  save(row: CallRow): void {
    const isNewest = row.id > this.#newest;
    if (isNewest) this.#newest = row.id;
    const place = isNewest ? -1 : this.#placeOf(row.id);
    const before = isNewest ? undefined : this.#rows[place];
    if (before) {
      this.#rows[place] = row;
      this.#open += Number(isOpen(row)) - Number(isOpen(before));
      return;
    }
    this.#takeBack(({ id }) => id === row.id);
    this.#add(row);
  }

  /** Notes that a row which was saved before has changed: it is here, or becomes one of the newest again. */
  changed(row: CallRow): void {
    if (this.#takeBack(each => each === row)) this.#add(row);
    else if (!isOpen(row)) this.#open -= 1;
  }

  drop(row: CallRow): void {
    this.#rows[this.#rows.indexOf(row)] = undefined;
  }

  #add(row: CallRow): void {
    const oldest = this.#open > 0 ? this.#rows[this.#next] : undefined;
    if (oldest && isOpen(oldest)) {
      this.#open -= 1;
      this.#displaced.push(oldest);
    }
    this.#rows[this.#next] = row;
    this.#next = (this.#next + 1) % this.#size;
    if (isOpen(row)) this.#open += 1;
  }

  /** Whether a row is among the displaced; it is then taken out of them. */
  #takeBack(isMeant: (row: CallRow) => boolean): boolean {
    if (this.#displaced.length === 0) return false;
    const at = this.#displaced.findIndex(isMeant);
    if (at >= 0) this.#displaced.splice(at, 1);
    return at >= 0;
  }
}

const isOpen = ({ status }: CallRow): boolean => status !== 'settled';
