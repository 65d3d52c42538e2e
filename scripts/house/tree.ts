/** Paths with forward slashes, and their texts. */
export type Tree = ReadonlyMap<string, string>;

/** A test, or what serves tests alone. */
export const isTest = (path: string): boolean => /\.test\.ts$|(?:^|\/)test-[^/]*\.ts$/.test(path);
