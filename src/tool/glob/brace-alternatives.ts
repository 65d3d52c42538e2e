import { ToolError } from '../error.ts';

const MOST_ALTERNATIVES = 500;
const MOST_CHARACTERS = 2000;

/** `a{b,c}` as `ab` and `ac`. A brace without its partner or without a comma is a character. */
export function braceAlternatives(glob: string): string[] {
  if (glob.length > MOST_CHARACTERS) throw tooMuch('is too long');
  const done: string[] = [];
  const todo = [glob];
  for (let text = todo.pop(); text !== undefined; text = todo.pop()) {
    const braces = firstBraces(text);
    if (!braces) done.push(text);
    else for (const option of braces.options.toReversed()) todo.push(braces.before + option + braces.after);
    if (done.length + todo.length > MOST_ALTERNATIVES) throw tooMuch(`has more than ${MOST_ALTERNATIVES} alternatives`);
  }
  return done;
}

const tooMuch = (reason: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `A glob ${reason}.`, { suggestion: 'Give a shorter one, or several.' });

function firstBraces(text: string): { before: string; options: string[]; after: string } | undefined {
  for (let open = 0; open < text.length; open += 1) {
    if (text[open] === '\\') open += 1;
    else if (text[open] === '{') {
      const options = splitBraces(text, open);
      if (options && options.parts.length > 1)
        return { before: text.slice(0, open), options: options.parts, after: text.slice(options.end + 1) };
    }
  }
  return undefined;
}

function splitBraces(text: string, open: number): { parts: string[]; end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '{') depth += 1;
    else if (char === '}' && depth > 0) depth -= 1;
    else if (depth === 0 && (char === ',' || char === '}')) {
      parts.push(text.slice(start, at));
      start = at + 1;
      if (char === '}') return { parts, end: at };
    }
  }
  return undefined;
}
