const SPACES = ' \t\f\v';

/** A line taken apart: what stands before, between and after its visible text. */
export interface LineParts {
  readonly indent: string;
  readonly body: string;
  readonly trail: string;
}

export function isBlank(line: string): boolean {
  return bodyStart(line) === line.length;
}

/** A blank line is all `trail`: it says nothing about indentation. */
export function lineParts(line: string): LineParts {
  const from = bodyStart(line);
  if (from === line.length) return { indent: '', body: '', trail: line };
  const to = bodyEnd(line);
  return { indent: line.slice(0, from), body: line.slice(from, to), trail: line.slice(to) };
}

export function indentOf(line: string): string {
  return line.slice(0, bodyStart(line));
}

export function trimEnd(line: string): string {
  return line.slice(0, bodyEnd(line));
}

export function trimBoth(line: string): string {
  const from = bodyStart(line);
  return line.slice(from, Math.max(from, bodyEnd(line)));
}

export function withoutSpace(line: string): string {
  return line.replace(/[ \t\f\v]+/g, '');
}

/** The indentation that all visible lines share. */
export function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter(line => !isBlank(line)).map(indentOf);
  return indents.reduce((shared, indent) => {
    let length = 0;
    while (length < shared.length && shared[length] === indent[length]) length++;
    return shared.slice(0, length);
  }, indents[0] ?? '');
}

/** White space at either end made visible: `·` a space, `→` a tab. */
export function showSpace(line: string): string {
  const { indent, body, trail } = lineParts(line);
  return mark(indent) + body + mark(trail);
}

function mark(space: string): string {
  return space.replaceAll('\t', '→').replace(/[ \f\v]/g, '·');
}

function bodyStart(line: string): number {
  let at = 0;
  while (at < line.length && SPACES.includes(line[at]!)) at++;
  return at;
}

function bodyEnd(line: string): number {
  let at = line.length;
  while (at > 0 && SPACES.includes(line[at - 1]!)) at--;
  return at;
}
