import { columns, indentOf, isBlank } from './white-space.ts';

const CONTROL = /^\s*\}?\s*(?:else|if|elif|for|while)\b[^;{]*$/;
const OPENS = /(?:[{([:]|=>|\b(?:do|then|else|begin|try))\s*$/;
const GOES_ON = /(?:[=+?,<>\\|&*/-]|\breturn)\s*$|<[\w.]+[^>]*$/;
const CONTINUES = /^\s*(?:[.?+:*|&)\]}<>-]|and\b|or\b)/;
const CLOSES = /^\s*(?:[})\]]|end\b)/;
/** What opens a block in code; in prose a colon ends a line as well. */
const FLAT_OPENS =
  /[{([=+?\\]\s*$|(?:\|\||&&|=>)\s*$|\/\*(?!.*\*\/)|^\s*(?:def|class|if|elif|else|for|while|try|except|finally|with|case|async)\b.*:\s*$|\)\s*:\s*$|^\s*<[\w.:-]+[^<>]*$/;
const COMMENT = /^\s*(?:\*|\/\/|#)/;

/** Whether the next line is expected one level deeper. */
export function opensBlock(line: string): boolean {
  return OPENS.test(line) || CONTROL.test(line);
}

export function closesBlock(line: string): boolean {
  return CLOSES.test(line);
}

/** Whether a statement surely ends with this line. */
export function endsStatement(line: string): boolean {
  return /[;,}]\s*(?:\/\/.*)?$/.test(line);
}

/** Whether lines go deeper only after a line that opens something or goes on, as those of code do. */
export function isRegular(lines: readonly string[]): boolean {
  const visible = lines.filter(line => !isBlank(line));
  return visible.every((line, at) => {
    const next = visible[at + 1];
    if (next === undefined || columns(indentOf(next)) <= columns(indentOf(line))) return true;
    return opensBlock(line) || GOES_ON.test(line) || CONTINUES.test(next);
  });
}

/** Whether a comment of stars stands where code does; its stars are one space further in. */
export function isFlatComment(line: string, next: string): boolean {
  if (indentOf(line) !== indentOf(next)) return false;
  return /^\s*\/\*\*?\s*$/.test(line) ? /^\s*\*/.test(next) : /^\s*\*\/\s*$/.test(line);
}

/** Whether lines that should not be on one level are: they lost their indentation and say nothing about it. */
export function isFlattened(lines: readonly string[]): boolean {
  const visible = lines.filter(line => !isBlank(line));
  if (new Set(visible.map(indentOf)).size > 1) return false;
  return visible.some((line, at) => {
    const next = visible[at + 1];
    if (next === undefined) return false;
    if (isFlatComment(line, next)) return true;
    if (COMMENT.test(line) || COMMENT.test(next)) return false;
    return FLAT_OPENS.test(line) !== closesBlock(next) || /^\s*(?:[.?+:]|\|\||&&)/.test(next);
  });
}

/** Whether a line may well stand at the margin: it closes a block there, or one was closed there before it. */
export function belongsAtMargin(lines: readonly string[], at: number): boolean {
  return lines.some((line, index) => index > 0 && index <= at && closesBlock(line) && indentOf(line) === '');
}
