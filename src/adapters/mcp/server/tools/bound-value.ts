interface BoundOptions {
  /** The most characters of the whole, as JSON. */
  readonly most: number;
  /** The file with the whole output, if the output was kept. */
  readonly rest?: string | undefined;
}

/** Longest text and list that are tried, from the most generous length to the least that still says something. */
const STEPS = [16_384, 4_096, 1_024, 256, 64] as const;

/**
 * A value as plain JSON of a bounded size: long texts and lists keep their beginning, and a cut text says so. Undefined
 * where there is no value, or nothing of use is left.
 */
export function boundValue(value: unknown, { most, rest }: BoundOptions): unknown {
  const whole = JSON.stringify(value);
  if (whole === undefined || whole.length <= most) return whole === undefined ? undefined : JSON.parse(whole);
  const place = rest === undefined ? '' : `; the rest is in ${rest}`;
  for (const step of STEPS) {
    const text = JSON.stringify(value, (_, part: unknown) => {
      if (Array.isArray(part)) return part.slice(0, step);
      if (typeof part !== 'string' || part.length <= step) return part;
      return `${part.slice(0, step).toWellFormed()}\n[… cut: it has ${part.length} characters${place}]`;
    });
    if (text.length <= most) return JSON.parse(text);
  }
  return undefined;
}
