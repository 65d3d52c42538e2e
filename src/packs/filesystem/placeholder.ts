/** A comment sign, then an ellipsis or a word for what was left out. */
const MARKER =
  /^\s*(?:\/\/|#|--|;|%|\/\*+|\*|<!--|\{\/\*|\(\*)?\s*(?:(?:\.{3}|…)\s*\[?\(?(?:the\s+)?(?:rest|remaining|remainder|existing|unchanged|previous|other|same|keep)\b.*|\[?\(?(?:the\s+)?(?:rest|remainder)\s+of\s+(?:the\s+|this\s+)?(?:file|code|class|function|method|module|implementation|content|contents|document)s?\b.*(?:unchanged|same|before|as is|here|omitted|\.{3}|…).*|\[?\(?(?:existing|remaining|previous|unchanged)\s+(?:code|content|lines|implementation|methods|functions|imports)\b.*(?:unchanged|same|before|as is|here|omitted|\.{3}|…).*)\s*(?:\*\/\}?|-->|\*\))?\s*$/i;

/** The first line that stands for text that was left out, unless the file had that line already. */
export function findPlaceholder(content: string, before: string): { line: number; text: string } | undefined {
  let had: Set<string> | undefined;
  for (const [index, line] of content.split('\n').entries()) {
    if (line.length > 200 || !MARKER.test(line)) continue;
    had ??= new Set(before.split('\n').map(old => old.trim()));
    if (!had.has(line.trim())) return { line: index + 1, text: line.trim() };
  }
  return undefined;
}
