import { mask } from '../text/mask.ts';

export type Path = readonly (string | number)[];

/** `edits.0.path`; a key with a dot in it stands in brackets. */
export function dotted(path: Path): string {
  let out = '';
  for (const key of path) {
    const plain = typeof key === 'number' || /^[^.[\]"]+$/.test(key);
    out += plain ? `${out === '' ? '' : '.'}${key}` : `[${JSON.stringify(key)}]`;
  }
  return out;
}

/** The value found at a path as one short line: secrets masked, by the name of the key too. */
export function showValueAt(path: Path, value: unknown): string {
  const key = path.findLast(each => typeof each === 'string') ?? 'value';
  return shown(Object.values(mask({ [key]: value }, 200) as object)[0]);
}

/** A value as one short line of JSON. */
export function shown(value: unknown, longest = 60): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, longest + 1)) : brief(value, longest);
  return cut(text, longest);
}

/** Only so much of a large value is turned into text as will be shown. */
function brief(value: unknown, longest: number): string {
  if (typeof value === 'function' || typeof value === 'symbol') return typeof value;
  if (typeof value !== 'object' || value === null) return String(value);
  const list = Array.isArray(value);
  let out = list ? '[' : '{';
  for (const [key, inside] of Object.entries(value)) {
    if (out.length > longest) return out;
    if (out.length > 1) out += ',';
    const text =
      typeof inside === 'string' ? JSON.stringify(inside.slice(0, longest)) : brief(inside, longest - out.length);
    out += list ? text : `${JSON.stringify(key)}:${text}`;
  }
  return out + (list ? ']' : '}');
}

export function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}
