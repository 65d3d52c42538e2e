/** The deepest nesting that gets line breaks; a deeper text stays as it is. */
const DEEPEST = 200;

/**
 * JSON with line breaks, by its text alone: numbers, names that stand twice and escapes stay as they came. A text that
 * has line breaks already stays as it is.
 */
export function prettyJson(text: string): string {
  if (/\n\s+\S/.test(text)) return text;
  const parts: string[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;
  let depth = 0;
  let before = '';
  for (const [piece] of text.matchAll(token)) {
    const opens = before === '{' || before === '[';
    const closes = piece === '}' || piece === ']';
    if (closes) depth--;
    if (closes ? !opens : opens || before === ',') parts.push('\n', '  '.repeat(Math.max(0, depth)));
    parts.push(piece === ':' ? ': ' : piece);
    if (piece === '{' || piece === '[') depth++;
    if (depth > DEEPEST) return text;
    before = piece;
  }
  return parts.join('');
}
