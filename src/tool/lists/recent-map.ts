interface RecentMapOptions<Value> {
  /** The most entries; default as many as there are. */
  readonly most?: number;
  /** The weight of an entry, where not the number of entries is bounded but their weight together. */
  readonly weigh?: (value: Value) => number;
  readonly mostWeight?: number;
  /** The most that one value may weigh; a heavier one is not kept at all. */
  readonly mostEach?: number;
}

/** A map that drops what was not asked for longest. It has room for its entries, and takes no more beforehand. */
export class RecentMap<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #options: Required<RecentMapOptions<Value>>;
  #weight = 0;

  constructor({
    most = Infinity,
    weigh = () => 0,
    mostWeight = Infinity,
    mostEach = Infinity,
  }: RecentMapOptions<Value>) {
    this.#options = { most, weigh, mostWeight, mostEach };
  }

  get size(): number {
    return this.#values.size;
  }

  get weight(): number {
    return this.#weight;
  }

  /** The keys, the least recently asked for first. */
  keys(): Iterable<Key> {
    return this.#values.keys();
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    const { most, weigh, mostWeight, mostEach } = this.#options;
    this.delete(key);
    const weight = weigh(value);
    if (weight > mostEach) return;
    this.#values.set(key, value);
    this.#weight += weight;
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= most && this.#weight <= mostWeight) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#weight -= this.#options.weigh(value);
  }
}
