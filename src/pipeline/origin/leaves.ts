/** The most values of one result, and levels of it, that are looked at. */
const MOST = 5_000;
const DEEPEST = 40;

/** One value of a result or of arguments, with the way to it. */
export interface Leaf {
  /** Keys from the top on; places of a list are `*`. */
  readonly path: readonly string[];
  readonly value: string;
}

/** All texts and numbers in a value. */
export function leavesOf(value: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  gather(value, [], leaves);
  return leaves;
}

function gather(value: unknown, path: readonly string[], leaves: Leaf[]): void {
  if (leaves.length >= MOST || path.length > DEEPEST) return;
  if (typeof value === 'string') leaves.push({ path, value });
  else if (typeof value === 'number' || typeof value === 'bigint') leaves.push({ path, value: String(value) });
  else if (Array.isArray(value)) for (const item of value) gather(item, [...path, '*'], leaves);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) gather(inner, [...path, key], leaves);
}

/** Whether one of the texts in a value is such; as many are looked at as `leavesOf` gives, and no way to them is kept. */
export const hasText = (value: unknown, is: (text: string) => boolean): boolean =>
  lookFor(is, value, { depth: 0, looked: { at: 0 } });

interface LookedAt {
  readonly depth: number;
  readonly looked: { at: number };
}

function lookFor(is: (text: string) => boolean, value: unknown, { depth, looked }: LookedAt): boolean {
  if (looked.at >= MOST || depth > DEEPEST) return false;
  if (typeof value === 'object' && value !== null) {
    const inside = Array.isArray(value) ? value : Object.values(value);
    const below = { depth: depth + 1, looked };
    return inside.some(inner => lookFor(is, inner, below));
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return false;
  looked.at++;
  return typeof value === 'string' && is(value);
}

/** Whether a path is meant by `items.*.body` or lies below it; lists on the way need not be written. */
export function isAt(path: readonly string[], wanted: string): boolean {
  const plain = path.filter(step => step !== '*');
  const steps = wanted.split('.').filter(step => step !== '*');
  return steps.length <= plain.length && steps.every((step, index) => step === plain[index]);
}
