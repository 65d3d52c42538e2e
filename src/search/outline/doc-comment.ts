const MAX_DOC = 1_500;
const MAX_LINES = 60;

const COMMENT = /^\s*(?:\/\/[/!]?|\/\*+!?|\*+\/?|#(?!include|define|if|endif|else|pragma|!\[|\[)|--|;;+|"""|''')/;
/** Lines that may stand between a comment and the code it is about. */
const BETWEEN =
  /^\s*(?:@[\w.]+|#\[|\[[A-Z]\w*|template\s*<|(?:export|default|pub|public|private|protected|static|async|abstract|final|declare|\s)+$)/;

/** The comment right above a line (from 0), and the line where it begins, or whatever stands between it and the code. */
export function docAbove(lines: readonly string[], line: number): { readonly text: string; readonly line: number } {
  let end = line - 1;
  while (end >= 0 && BETWEEN.test(lines[end]!) && line - end < 12) end--;
  let start = end;
  while (start >= 0 && end - start < MAX_LINES && isComment(lines[start]!)) start--;
  return { text: clean(lines.slice(start + 1, end + 1)), line: start + 1 };
}

const isComment = (line: string): boolean => COMMENT.test(line) || /\*\/\s*$/.test(line);

/** A string at the beginning of a body, as Python has it. */
export function docInside(head: string): string | undefined {
  const found = /^[^\n]*?(?:\([^"'#]*?\)[^:\n]*)?:\s*(?:#[^\n]*)?\n\s*[rRuUbB]*("""|'''|"|')/.exec(
    head.slice(0, 3_000),
  );
  const opening = found ?? /:[ \t]*\n\s*[rRuU]?("""|''')/.exec(head.slice(0, 1_500));
  if (!opening) return undefined;
  const from = opening.index + opening[0].length;
  const end = head.indexOf(opening[1]!, from);
  return clean(head.slice(from, end < 0 ? from + MAX_DOC : end).split('\n'));
}

/** The words of a file about itself, at its top; a licence says nothing. */
export function leadingDoc(lines: readonly string[]): string {
  const first = lines.findIndex(line => line.trim() !== '' && !line.startsWith('#!'));
  if (first < 0) return '';
  const quote = /^\s*[rRuU]?("""|''')/.exec(lines[first]!)?.[1];
  if (quote) {
    const text = lines.slice(first, first + MAX_LINES).join('\n');
    const from = text.indexOf(quote) + 3;
    const end = text.indexOf(quote, from);
    return clean(text.slice(from, end < 0 ? undefined : end).split('\n'));
  }
  let end = first;
  while (end < lines.length && end - first < MAX_LINES && isComment(lines[end]!)) end++;
  const doc = clean(lines.slice(first, end));
  return /licen[cs]e|copyright/i.test(doc) ? '' : doc;
}

const clean = (lines: readonly string[]): string =>
  lines
    .map(line => line.replace(/^\s*(?:\/\/[/!]?|\/\*+!?|\*+\/|\*|#+|--|;;+)?\s?/, '').replace(/\*+\/\s*$/, ''))
    .filter(line => !/^\s*(?:eslint|biome-ignore|prettier-ignore|@ts-|noqa|type: ignore)/.test(line))
    .join('\n')
    .trim()
    .slice(0, MAX_DOC);
