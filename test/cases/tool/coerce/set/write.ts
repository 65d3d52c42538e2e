/** How weak models write JSON. */
export interface Style {
  readonly quote?: '"' | "'";
  /** Line breaks and tabs inside of text as they are. */
  readonly raw?: boolean;
  /** A comma before the end of each container. */
  readonly trailing?: boolean;
  readonly keys?: 'quoted' | 'bare' | 'twice';
  readonly comments?: boolean;
  readonly python?: boolean;
  readonly plus?: boolean;
}

/** A value as text, in a style. */
export function write(value: unknown, style: Style): string {
  if (typeof value === 'string') return quoted(value, style);
  if (typeof value === 'number') return style.plus && value > 0 ? `+${value}` : String(value);
  if (typeof value !== 'object' || value === null) return word(value, style);
  const isList = Array.isArray(value);
  const members = isList
    ? value.map(each => write(each, style))
    : Object.entries(value).map(([key, each]) => `${keyOf(key, style)}: ${write(each, style)}`);
  const gap = style.comments ? ', // and "more"\n/* {, */ ' : ', ';
  const end = style.trailing && members.length > 0 ? ',' : '';
  return `${isList ? '[' : '{'}${members.join(gap)}${end}${isList ? ']' : '}'}`;
}

function word(value: unknown, { python }: Style): string {
  if (!python) return String(value);
  return value === null ? 'None' : value === true ? 'True' : 'False';
}

function quoted(text: string, { quote = '"', raw }: Style): string {
  let body = JSON.stringify(text).slice(1, -1);
  if (quote === "'") body = body.replaceAll('\\"', '"').replaceAll("'", "\\'");
  if (raw) body = body.replace(/\\(\\|n|t)/g, all => (all === '\\n' ? '\n' : all === '\\t' ? '\t' : all));
  return `${quote}${body}${quote}`;
}

function keyOf(key: string, style: Style): string {
  const plain = /^[A-Za-z_]\w*$/.test(key);
  if (plain && style.keys === 'bare') return key;
  return plain && style.keys === 'twice' ? `""${key}""` : quoted(key, style);
}
