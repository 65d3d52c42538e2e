/** A copy of a value with every text in it changed, its keys too. Values at a great depth are left out. */
export function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 100) return undefined;
  if (Array.isArray(value)) return value.map(inner => mapTexts(inner, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [change(key), mapTexts(inner, change, depth + 1)]),
  );
}
