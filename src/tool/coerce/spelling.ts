/**
 * How numbers were written, where the number alone does not tell: `3.10` is 3.1, and text that should have been
 * "3.10" can only be had from the source. Kept beside the parsed containers, gone with them.
 */
const spellings = new WeakMap<object, Map<string | number, string>>();

export function spell(container: object, key: string | number, text: string): void {
  const known = spellings.get(container) ?? new Map<string | number, string>();
  spellings.set(container, known.set(key, text));
}

export function spelled(container: object, key: string | number): string | undefined {
  return spellings.get(container)?.get(key);
}

const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
/** Text in which a number may stand whose spelling says more than its value. */
const TELLING = /[0-9]{16}|\.[0-9]*0(?![0-9])|[0-9][eE]|-0/;

/** The number that a text is, exactly: none for other notations, nor where a double cannot hold what is written. */
export function exactNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && decimal(text) === decimal(String(value)) ? value : undefined;
}

/** A spelling-free form: digits without zeros at the ends, and the power of ten. */
function decimal(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** The text of a number, where it is sure to be what was written. */
export function numberText(value: number): string | undefined {
  const text = String(value);
  if (Object.is(value, -0) || /[eEN]/.test(text)) return undefined;
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? text : undefined;
  return Number.isFinite(value) && text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? text : undefined;
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * `JSON.parse` that keeps what numbers alone would lose. An integer that a double cannot hold, or a number beyond all
 * doubles, comes as its text: right for a text parameter, refused for a number.
 */
export function parseJson(text: string): unknown {
  if (!TELLING.test(text)) return JSON.parse(text);
  const revive: Reviver = function (key, value, context) {
    if (typeof value !== 'number' || context?.source === undefined || String(value) === context.source) return value;
    const whole = !/[.eE]/.test(context.source);
    if (!Number.isFinite(value) || (whole && exactNumber(context.source) === undefined)) return context.source;
    if (typeof this === 'object' && this !== null) spell(this, Array.isArray(this) ? Number(key) : key, context.source);
    return value;
  };
  return JSON.parse(text, revive as (this: unknown, key: string, value: unknown) => unknown);
}
