import { above, type Footprint } from './footprint.ts';

interface Place<T> {
  readonly readers: Set<T>;
  readonly writers: Set<T>;
  readonly readersBelow: Map<T, number>;
  readonly writersBelow: Map<T, number>;
}

/** The parts of a state; undefined: all of them. */
type Parts = readonly string[] | undefined;

/** An index of who is busy where. Looking up conflicts costs the depth of a footprint, not the number of the busy. */
export class Conflicts<T> {
  readonly #places = new Map<string, Place<T>>();
  /** The busy owners of each state by its name, with the parts that they are busy with. */
  readonly #states = new Map<string, Map<T, Parts>>();
  readonly #everything = new Set<T>();
  readonly #all = new Map<T, Footprint>();
  readonly #readsPass: boolean;

  /** With `readsPass` reads and calls that may change anything pass each other, as if before the other. */
  constructor({ readsPass = false }: { readonly readsPass?: boolean } = {}) {
    this.#readsPass = readsPass;
  }

  add(owner: T, footprint: Footprint): void {
    this.#all.set(owner, footprint);
    if (footprint.everything) this.#everything.add(owner);
    for (const { path, changes } of footprint.paths) {
      const place = this.#place(path);
      (changes ? place.writers : place.readers).add(owner);
      for (const folder of above(path)) {
        const below = changes ? this.#place(folder).writersBelow : this.#place(folder).readersBelow;
        below.set(owner, (below.get(owner) ?? 0) + 1);
      }
    }
    for (const { name, parts } of footprint.states) {
      const owners = this.#states.get(name) ?? new Map();
      // Effects of one owner on the same state are added: all of their parts, or the whole state.
      const before = owners.has(owner) ? owners.get(owner) : [];
      this.#states.set(name, owners.set(owner, parts && before && [...before, ...parts]));
    }
  }

  remove(owner: T): void {
    const footprint = this.#all.get(owner);
    if (!footprint) return;
    this.#all.delete(owner);
    this.#everything.delete(owner);
    for (const { path, changes } of footprint.paths) {
      const place = this.#place(path);
      (changes ? place.writers : place.readers).delete(owner);
      this.#tidy(path, place);
      for (const folder of above(path)) {
        const at = this.#place(folder);
        const below = changes ? at.writersBelow : at.readersBelow;
        const left = (below.get(owner) ?? 1) - 1;
        if (left > 0) below.set(owner, left);
        else below.delete(owner);
        this.#tidy(folder, at);
      }
    }
    for (const { name } of footprint.states) {
      const owners = this.#states.get(name);
      owners?.delete(owner);
      if (owners?.size === 0) this.#states.delete(name);
    }
  }

  /** Finds all who are busy with something that this footprint must not run beside. */
  with(footprint: Footprint): Set<T> {
    if (footprint.everything) return this.#besideEverything();
    const met = new Set<T>(this.#readsPass && !changesFiles(footprint) ? [] : this.#everything);
    const take = (owners: Iterable<T> | undefined) => {
      for (const owner of owners ?? []) met.add(owner);
    };
    for (const { path, changes } of footprint.paths) {
      const place = this.#places.get(path);
      take(place?.writers);
      take(place?.writersBelow.keys());
      if (changes) {
        take(place?.readers);
        take(place?.readersBelow.keys());
      }
      for (const folder of above(path)) {
        const at = this.#places.get(folder);
        take(at?.writers);
        if (changes) take(at?.readers);
      }
    }
    for (const { name, parts } of footprint.states) {
      for (const [owner, others] of this.#states.get(name) ?? []) if (haveCommon(parts, others)) met.add(owner);
    }
    return met;
  }

  #besideEverything(): Set<T> {
    if (!this.#readsPass) return new Set(this.#all.keys());
    return new Set([...this.#all].flatMap(([owner, footprint]) => (changesFiles(footprint) ? owner : [])));
  }

  #place(path: string): Place<T> {
    const known = this.#places.get(path);
    if (known) return known;
    const place = { readers: new Set<T>(), writers: new Set<T>(), readersBelow: new Map(), writersBelow: new Map() };
    this.#places.set(path, place);
    return place;
  }

  #tidy(path: string, place: Place<T>): void {
    const size = place.readers.size + place.writers.size + place.readersBelow.size + place.writersBelow.size;
    if (size === 0) this.#places.delete(path);
  }
}

const haveCommon = (some: Parts, others: Parts): boolean =>
  !some || !others || some.some(part => others.includes(part));

const changesFiles = ({ everything, paths }: Footprint): boolean => everything || paths.some(({ changes }) => changes);
