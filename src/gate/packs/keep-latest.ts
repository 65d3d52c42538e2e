/** Keeps the latest few answers, for those who ask for the same one several times in a row. */
export function keepLatest<T>(most: number): (key: string, make: () => T) => T {
  const kept = new Map<string, T>();
  return (key, make) => {
    const answer = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, answer);
    const [oldest = key] = kept.keys();
    if (kept.size > most) kept.delete(oldest);
    return answer;
  };
}
