import { plainWord } from '../text/nearest.ts';

/** Other names of parameters: other → own. */
export type ParameterNames = Readonly<Record<string, string>>;

const known = new WeakMap<ParameterNames, ReadonlyMap<string, string>>();

/** The own name that a key stands for, whatever its case and separators. Flags such as `-i` are as they are. */
export function findOwnName(names: ParameterNames, key: string): string | undefined {
  let plain = known.get(names);
  if (!plain) {
    plain = new Map(Object.entries(names).map(([name, own]) => [plainKey(name), own]));
    known.set(names, plain);
  }
  return plain.get(plainKey(key));
}

const plainKey = (key: string): string => (key.startsWith('-') ? key : plainWord(key));
