import { nearest } from './text/nearest.ts';

/** Throws where an option is not among the known ones: a user would miss an option that is silently dropped. */
export function checkOptions<T extends object>(by: string, options: T, known: Readonly<Record<keyof T, true>>): T {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(`${by}: the options must be an object`);
  for (const key of Object.keys(options)) {
    if (Object.hasOwn(known, key)) continue;
    const names = Object.keys(known);
    const [near] = nearest(key, names, 1);
    throw new TypeError(
      `${by}: unknown option ${JSON.stringify(key)}; ${near ? `did you mean ${JSON.stringify(near)}?` : `there are ${names.join(', ')}`}`,
    );
  }
  return options;
}
