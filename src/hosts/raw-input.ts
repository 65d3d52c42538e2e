type Raw = Readonly<Record<string, unknown>>;

/** A text of an event; throws where it is missing, so that an event of another form is refused. */
export function textIn(raw: Raw, key: string): string {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  if (typeof value !== 'string' || value === '') throw new TypeError(`The event has no text "${key}"`);
  return value;
}

export function textOrNone(raw: Raw, key: string): string | undefined {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A path of an event; none that a host may take for another: a tilde is the home to hosts, and blanks are cut off. */
export function pathOrNone(raw: Raw, key: string): string | undefined {
  const path = textOrNone(raw, key);
  return path !== undefined && isPlainPath(path) ? path : undefined;
}

export const isPlainPath = (path: string): boolean => !path.startsWith('~') && path === path.trim();

export function objectIn(raw: Raw, key: string): Raw {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`The event has no object "${key}"`);
  return value as Raw;
}
