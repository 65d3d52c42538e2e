/** A map over another one: a value that is set here hides the value below, which stays as it is. */
export class LayeredMap<Value> {
  readonly #below: LayeredMap<Value> | undefined;
  #own: Map<string, Value> | undefined;

  constructor(below?: LayeredMap<Value>) {
    this.#below = below;
  }

  get(name: string): Value | undefined {
    for (let layer: LayeredMap<Value> | undefined = this; layer; layer = layer.#below)
      if (layer.#own?.has(name)) return layer.#own.get(name);
    return undefined;
  }

  set(name: string, value: Value): undefined {
    this.#own ??= new Map();
    this.#own.set(name, value);
  }

  own(): ReadonlyMap<string, Value> {
    return this.#own ?? NOTHING;
  }
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();
