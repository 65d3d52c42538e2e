/** A value as one short line of JSON. */
export function shown(value: unknown, longest = 60): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, longest + 1)) : brief(value, longest);
  return cut(text, longest);
}

/** The part of a large value that will be shown; no more of it is turned into text. */
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
