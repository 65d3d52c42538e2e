const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyi|java|kts?|c|h|cc|cpp|cxx|hpp|hh|cs|go|rs|rb|swift|scala|dart|css|scss|less|json|jsonc|vue|svelte|m|mm|sol|php|lua|ex|exs|hs|clj|pl|zig|ml|fs|groovy|gradle|proto|graphql|tf)$/i;

/**
 * Whether a text of one line holds line breaks of code as the two characters `\\n`, outside of strings, regular
 * expressions and comments. Written as they are they would break the file, and nothing in the old text shows that they
 * were escaped.
 */
export function hasEscapedBreaks(text: string, path: string): boolean {
  if (text.includes('\n') || !text.includes('\\n') || !CODE.test(path)) return false;
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith('\\n', at)) return true;
    if (text.startsWith('//', at) || (text[at] === '#' && /\.(?:py|pyi|rb)$/i.test(path))) return false;
    if (text.startsWith('/*', at)) at = endOf(text, at + 2, '*/') + 1;
    else if (/["'`]/.test(text[at]!)) at = closing(text, at);
    else if (text[at] === '/' && /(?:^|[(,=:[!&|?{};+>])\s*$/.test(text.slice(0, at))) at = closing(text, at);
    else if (text[at] === '\\') at++;
  }
  return false;
}

function endOf(text: string, from: number, mark: string): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}

/** The end of a string or regular expression that starts at `at`; where it starts if it does not end. */
function closing(text: string, at: number): number {
  const mark = text[at];
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === mark) return end;
  }
  return at;
}
