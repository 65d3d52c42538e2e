import { isPatternText } from '../keywords.ts';

/**
 * JSON Schema patterns are read with the `u` flag, which refuses needless escapes and loose hyphens that many schemas
 * have (`[\w-.]`, `\_`). Such a pattern is rewritten to mean the same; one that no flag can read is kept as it is.
 */
export function unicodePattern(pattern: string): string {
  if (isPatternText(pattern, 'u') || !isPatternText(pattern, '')) return pattern;
  const rewritten = rewrite(pattern);
  return isPatternText(rewritten, 'u') ? rewritten : pattern;
}

function rewrite(pattern: string): string {
  let out = '';
  let inClass = false;
  let afterSet = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    if (char === '\\') {
      const next = pattern[++i] ?? '';
      const needed = /[\^$\\.*+?()[\]{}|/\w]/.test(next) && next !== '_';
      out += needed || (inClass && next === '-') ? `\\${next}` : next === '-' ? '-' : next;
      afterSet = inClass && /[wWdDsS]/.test(next);
      continue;
    }
    if (inClass) {
      if (char === ']') inClass = false;
      const before = char === '-' && /^\\[wWdDsS]/.test(pattern.slice(i + 1, i + 3));
      out += char === '-' && (afterSet || before) && pattern[i + 1] !== ']' ? '\\-' : char;
    } else if (char === '[') {
      inClass = true;
      out += char;
      if (pattern[i + 1] === '^') out += pattern[++i];
    } else if (char === '{' || char === '}' || char === ']') {
      const quantifier = char === '{' && /^\{\d+(,\d*)?\}/.exec(pattern.slice(i))?.[0];
      if (quantifier) {
        out += quantifier;
        i += quantifier.length - 1;
      } else out += `\\${char}`;
    } else out += char;
    afterSet = false;
  }
  return out;
}
