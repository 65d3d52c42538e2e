const INDENT = '    ';
const NARROWEST = 20;

/**
 * Breaks lines that are wider than the terminal, and indents what follows. A terminal would go on at the margin, where
 * only our own words stand: whoever chose the text could write such words there.
 */
export function fitLines(text: string, columns: number): string {
  const width = Math.max(NARROWEST, columns);
  return text
    .split('\n')
    .map(line => breakLine(line, width).join(`\n${INDENT}`))
    .join('\n');
}

/** Breaks our own text between its words, and indents the lines that go on as far as `hang` says. */
export function wrapWords(text: string, columns: number, hang = 0): string {
  const width = Math.max(NARROWEST, columns);
  return text
    .split('\n')
    .map(line => {
      const parts: string[] = [];
      let rest = line;
      while (rest.length > width) {
        const blank = rest.lastIndexOf(' ', width);
        const end = blank > Math.max(hang, rest.search(/\S/)) ? blank : width;
        parts.push(rest.slice(0, end));
        rest = ' '.repeat(hang) + rest.slice(end).trimStart();
      }
      return [...parts, rest].join('\n');
    })
    .join('\n');
}

export function cutLine(line: string, columns: number): string {
  const width = Math.max(NARROWEST, columns);
  const [beginning = '', rest] = breakLine(line, width);
  return rest === undefined ? line : `${[...beginning].slice(0, -1).join('')}…`;
}

function breakLine(line: string, width: number): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const char of line) {
    const wide = widthOf(char);
    if (used + wide > width) {
      parts.push(part);
      part = '';
      used = INDENT.length;
    }
    part += char;
    used += wide;
  }
  parts.push(part);
  return parts;
}

/** The columns of a character, never less than a terminal takes: a line that is broken too early does no harm. */
function widthOf(char: string): number {
  if (char === '\t') return 8;
  return (char.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
}
