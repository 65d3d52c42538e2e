/** The most values of one result, and the most levels of it, that are looked at. */
const MOST = 5_000;
const DEEPEST = 40;

/** One value of a result or of arguments, with the way to it. */
export interface Leaf {
  /** Keys from the top on; places in a list are `*`. */
  readonly path: readonly string[];
  readonly value: string;
  /** Whether the value is a key that no tool has named. */
  readonly isKey?: true;
}

export function leavesOf(value: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  gather(value, [], leaves);
  return leaves;
}

/** Keys of objects in a value that are not among the names: a key too may say who something goes to. */
export function keysIn(value: unknown, named: ReadonlySet<string>): readonly Leaf[] {
  const keys: Leaf[] = [];
  const gatherKeys = (outer: unknown, path: readonly string[]): void => {
    if (keys.length >= MOST || path.length > DEEPEST || typeof outer !== 'object' || outer === null) return;
    const isList = Array.isArray(outer);
    for (const [key, inner] of Object.entries(outer)) {
      if (!isList && !named.has(key)) keys.push({ path, value: key, isKey: true });
      gatherKeys(inner, [...path, isList ? '*' : key]);
    }
  };
  gatherKeys(value, []);
  return keys;
}

/** Whether a value holds more than is looked at. */
export function holdsMore(value: unknown): boolean {
  const search = new TextSearch(() => false);
  search.isIn(value, 0);
  return search.missed;
}

function gather(value: unknown, path: readonly string[], leaves: Leaf[]): void {
  if (leaves.length >= MOST || path.length > DEEPEST) return;
  if (typeof value === 'string') leaves.push({ path, value });
  else if (typeof value === 'number' || typeof value === 'bigint') leaves.push({ path, value: String(value) });
  else if (Array.isArray(value)) for (const item of value) gather(item, [...path, '*'], leaves);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) gather(inner, [...path, key], leaves);
}

/** Whether a text in a value passes the test; as many are looked at as `leavesOf` gives, and no way is kept. */
export const hasText = (value: unknown, is: (text: string) => boolean): boolean => new TextSearch(is).isIn(value, 0);

class TextSearch {
  readonly #is: (text: string) => boolean;
  #looked = 0;
  missed = false;

  constructor(is: (text: string) => boolean) {
    this.#is = is;
  }

  isIn(value: unknown, depth: number): boolean {
    if (this.#looked >= MOST || depth > DEEPEST) {
      this.missed = true;
      return false;
    }
    if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) return value.some(inner => this.isIn(inner, depth + 1));
      for (const key in value)
        if (Object.hasOwn(value, key) && this.isIn((value as Record<string, unknown>)[key], depth + 1)) return true;
      return false;
    }
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return false;
    this.#looked++;
    return typeof value === 'string' && this.#is(value);
  }
}

/** Whether `items.*.body` means a path, or the path lies below it; lists on the way need not be written. */
export function isAt(path: readonly string[], wanted: string): boolean {
  const plain = path.filter(step => step !== '*');
  const steps = wanted.split('.').filter(step => step !== '*');
  return steps.length <= plain.length && steps.every((step, index) => step === plain[index]);
}
