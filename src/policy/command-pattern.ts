/**
 * A pattern over commands: `*` stands for anything, spaces and slashes too, `\*` for a star. A final ` *` also takes
 * the bare command, so `npm test *` holds for `npm test` and `npm test -w`, and not for `npm testing`.
 */
export interface CommandPattern {
  /** For what guards: also behind a path, quotes or wide spaces (`/bin/rm`, `"rm"`, `r\m`). */
  catches(command: string): boolean;
  /** For what allows: the text as it is, and with a `*` only one plain command. */
  admits(command: string): boolean;
}

export function compileCommandPattern(pattern: string): CommandPattern {
  const expression = toRegExp(pattern.trim());
  const loose = toRegExp(pattern.trim().replace(/\s+/g, ' '));
  const wild = /(?<!\\)(?:\\\\)*\*/.test(pattern);
  return {
    catches: command => expression.test(command.trim()) || spellings(command).some(text => loose.test(text)),
    admits: command => expression.test(command.trim()) && !(wild && hasOperator(command)),
  };
}

export const escapeCommand = (text: string): string => text.replace(/[\\*]/g, '\\$&');

function toRegExp(pattern: string): RegExp {
  const optional = /(?<!\\) \*$/.test(pattern);
  const body = optional ? pattern.slice(0, -2) : pattern;
  const source = body.replace(/\\([\\*])|\*|[^\\*]|\\/gs, (part, escaped?: string) => {
    if (escaped) return `\\${escaped}`;
    return part === '*' ? '.*' : part.replace(/[\\^$.|?+()[\]{}/-]/g, '\\$&');
  });
  return new RegExp(`^${source}${optional ? '(?: .*)?' : ''}$`, 's');
}

/** The same command as a shell would read it when its first word is dressed up. */
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
    const char = command[index]!;
    if (quote === "'") {
      if (char === "'") quote = '';
    } else if (char === '\\') {
      index++;
    } else if (char === '`' || (char === '$' && command[index + 1] === '(')) {
      return true;
    } else if (quote === '"') {
      if (char === '"') quote = '';
    } else if (char === '"' || char === "'") {
      quote = char;
    } else if (/[;&|<>\n\r()]/.test(char)) {
      return true;
    }
  }
  return quote !== '';
}
