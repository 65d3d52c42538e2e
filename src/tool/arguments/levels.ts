/**
 * Levels of lists and objects inside each other that arguments may have. Code that walks them recursively (validators,
 * copies, records) is safe that deep, and no call that means something comes near.
 */
export const MOST_LEVELS = 200;

/** Whether a value has more levels than arguments may have; a circle has no end of them. */
export function isTooDeep(value: unknown): boolean {
  if (!isContainer(value) || !holdsContainer(value)) return false;
  // Each object is looked at again only from further below, so that a walk over shared objects or a circle ends soon.
  const seen = new Map<object, number>();
  const left: [object, number][] = [[value, 1]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [container, level] = next;
    if (level > MOST_LEVELS) return true;
    if ((seen.get(container) ?? 0) >= level) continue;
    seen.set(container, level);
    for (const inside of Object.values(container)) if (isContainer(inside)) left.push([inside, level + 1]);
  }
  return false;
}

function holdsContainer(value: object): boolean {
  if (Array.isArray(value)) return Object.values(value).some(isContainer);
  // No list of the values is made: nearly all arguments are flat.
  for (const key in value)
    if (Object.hasOwn(value, key) && isContainer((value as Record<string, unknown>)[key])) return true;
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
