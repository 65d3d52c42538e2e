/**
 * A pattern over commands: `*` stands for anything, spaces and slashes too, `\*` for a star. A final ` *` also takes
 * the bare command, so `npm test *` holds for `npm test` and `npm test -w`, and not for `npm testing`.
 */
export interface CommandPattern {
  /** Whether a deny or an ask holds: also behind a path, quotes or wide spaces (`/bin/rm`, `"rm"`, `r\m`). */
  catches(command: string): boolean;
  /** Whether an allow holds: for the text itself, with a `*` only for one plain command that runs nothing else. */
  admits(command: string): boolean;
}

export function compileCommandPattern(pattern: string): CommandPattern {
  const exact = toMatcher(pattern.trim());
  const loose = toMatcher(pattern.trim().replace(/\s+/g, ' '));
  const wild = !isExactCommand(pattern);
  return {
    catches: command => exact(command.trim()) || spellings(command).some(loose),
    admits: command => exact(command.trim()) && !(wild && (hasOperator(command) || handsOver(command))),
  };
}

/** Whether a pattern stands for one text alone. */
export const isExactCommand = (pattern: string): boolean => !/(?<!\\)(?:\\\\)*\*/.test(pattern);
export const escapeCommand = (text: string): string => text.replace(/[\\*]/g, '\\$&');

/** A matcher that is no regular expression: those take time that grows with a power of the length for several stars. */
function toMatcher(pattern: string): (text: string) => boolean {
  const optional = /(?<!\\) \*$/.test(pattern);
  const pieces = piecesOf(pattern);
  const bare = optional ? piecesOf(pattern.slice(0, -2)) : undefined;
  return text => fits(pieces, text) || (bare !== undefined && fits(bare, text));
}

/** The plain texts between the stars. */
function piecesOf(pattern: string): readonly string[] {
  const pieces = [''];
  for (const [part, escaped] of pattern.matchAll(/\\([\\*])|[\s\S]/g)) {
    if (part === '*') pieces.push('');
    else pieces[pieces.length - 1] += escaped ?? part;
  }
  return pieces;
}

function fits([first = '', ...rest]: readonly string[], text: string): boolean {
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

/** Spellings of a command as a shell would read it when its first word is dressed up. */
function spellings(command: string): readonly string[] {
  const flat = command.trim().replace(/\s+/g, ' ');
  const [first = '', ...rest] = flat.split(' ');
  const plain = first.replace(/["'\\]/g, '');
  const name = plain.slice(plain.lastIndexOf('/') + 1);
  return [flat, [plain, ...rest].join(' '), [name, ...rest].join(' ')];
}

/** Whether the text holds more than one plain command: an operator, a redirection or a substitution outside quotes. */
export function hasOperator(command: string): boolean {
  let quote = '';
  for (let index = 0; index < command.length; index++) {
    const char = command.charAt(index);
    if (quote === "'") {
      if (char === "'") quote = '';
    } else if (char === '\\') index++;
    else if (char === '`' || (char === '$' && (command[index + 1] === '(' || (!quote && command[index + 1] === "'")))) {
      // In `$'…'` a backslash keeps the quote open, so that what looks quoted here may run.
      return true;
    } else if (quote === '"') {
      if (char === '"') quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (/[;&|<>\n\r()]/.test(char)) return true;
  }
  return quote !== '';
}

/** Programs that do a project's own work, each named with the work to do. */
const WORKS =
  /^(?:npm|pnpm|yarn|bun|deno|cargo|go|dotnet|make|npx|bunx|uv|poetry|pipenv|pdm|bundle|python3?|biome|black|eslint|jest|mocha|mypy|oxlint|playwright|prettier|pyright|pytest|rspec|ruff|stylelint|tox|tsc|vitest)$/;

/** Programs that stand before any other, and run it. */
export const WRAPPER =
  /^(?:(?:timeout|gtimeout)(?: -{1,2}[a-z-]+(?:=\S+)?| -[sk] \S+)* \d\S*|nice(?: -n ?-?\d+)?|nohup|time|env(?: [A-Z][A-Z\d_]*=[\w.,:/-]*)+) /;

/** Options that name a program, code or a source of packages. */
const NAMES_CODE =
  /^--?(?:script-shell|shell|node-options|eval|exec|toolexec|vettool|init-script|rcfile|require|import|loader|experimental-loader|plugin|resolve-plugins-relative-to|rulesdir|userconfig|globalconfig|registry|index-url|extra-index-url)(?:=|$)|^(?:SHELL|CC|CXX|LD|AR|PYTHON|NODE|MAKE|MAKEFLAGS)=|(?:wrapper|runner|linker)\b.*=/;
/** Places that are nobody's project. */
const ELSEWHERE = /^(?:[^=]*=)?["']?(?:\/(?:tmp|var\/tmp|dev|proc|etc|root)(?:\/|$)|~|\.\.(?:\/|$)|https?:|git\+)/;

/** Whether a word lets a program of the project's work run or load code that is not the project's own. */
export function handsOver(command: string): boolean {
  const text = command.trim();
  const [program = '', ...words] = text.slice(WRAPPER.exec(text)?.[0].length ?? 0).split(/\s+/);
  if (!WORKS.test(program)) return false;
  return words.some(word => NAMES_CODE.test(word.replace(/^["']/, '')) || ELSEWHERE.test(word));
}
