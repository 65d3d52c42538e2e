/** What some work gives, or something else where it throws: for what may be gone at any moment, as files and processes. */
export function triedOr<T, F>(work: () => T, otherwise: F): T | F {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
