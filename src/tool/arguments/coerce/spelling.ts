/**
 * How numbers were written, where the number alone does not tell: `3.10` is 3.1, and text that should have been "3.10"
 * can only be had from the source. Kept beside the parsed containers, gone with them.
 */
const spellings = new WeakMap<object, Map<string | number, string>>();

export function spell(container: object, key: string | number, text: string): void {
  const known = spellings.get(container) ?? new Map<string | number, string>();
  spellings.set(container, known.set(key, text));
}

export const spelled = (container: object, key: string | number): string | undefined =>
  spellings.get(container)?.get(key);

/** Copies what is known of one container's numbers to its copy, where some keys may have other names. */
export function copySpellings(from: object, to: object, rename: (key: string) => string): void {
  for (const [key, text] of spellings.get(from) ?? []) spell(to, typeof key === 'string' ? rename(key) : key, text);
}

const NUMBER = /^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** The number that a text is, exactly: none for other notations, nor where a double cannot hold what is written. */
export function exactNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  const held = /^[-+]?[0-9]+$/.test(text) && BigInt(text) === BigInt(value);
  return held || decimal(text) === decimal(String(value)) ? value : undefined;
}

/** A form without spelling: digits without zeros at the ends, and the power of ten. */
function decimal(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^\+?(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** The text of a number, where that text is sure to be what was written. */
export function numberText(value: number): string | undefined {
  const text = String(value);
  if (Object.is(value, -0) || /[eEN]/.test(text)) return undefined;
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? text : undefined;
  return Number.isFinite(value) && text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? text : undefined;
}
