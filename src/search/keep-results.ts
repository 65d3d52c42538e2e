/** A function that keeps its results, up to so many: the same texts come again and again. */
export function keepResults<T>(most: number, make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return text => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const made = make(text);
    kept.set(text, made);
    return made;
  };
}
