const OPENING = /^(?:\/\/+|#+|--|;+|%|\/\*+|\*+|<!--|\{\/\*|\(\*)?\s*[[(<]?\s*/;
const CLOSING = /\s*[\])>]?\s*(?:\*\/\}?|-->|\*\))?$/;
/** `... existing code ...`, the ellipsis apart from the word. */
const AFTER_DOTS =
  /^(?:\.{3}|…)\s+(?:the\s+|keep\s+)?(?:rest|remaining|remainder|existing|unchanged|previous|other|same)\b/i;
const LEFT_OUT =
  /^(?:the\s+)?(?:(?:rest|remainder)\s+of\s+(?:the\s+|this\s+|your\s+)?(?:file|code|class|function|method|module|implementation|content|document)s?|(?:existing|remaining|previous)\s+(?:code|content|lines|implementation|methods|functions|imports))\b/i;
const SAID = /\b(?:unchanged|same|as\s+(?:is|before)|here|omitted)\b|\.{3}|…/i;

/** The first line that stands for text that was left out, unless the file had that line already. */
export function findPlaceholder(content: string, before: string): { line: number; text: string } | undefined {
  let had: Set<string> | undefined;
  for (const [index, line] of content.split('\n').entries()) {
    const text = line.trim();
    if (text.length > 200 || !isPlaceholder(text)) continue;
    had ??= new Set(before.split('\n').map(old => old.trim()));
    if (!had.has(text)) return { line: index + 1, text };
  }
  return undefined;
}

function isPlaceholder(line: string): boolean {
  const bare = line.replace(OPENING, '').replace(CLOSING, '');
  return AFTER_DOTS.test(bare) || (LEFT_OUT.test(bare) && SAID.test(bare.replace(LEFT_OUT, '')));
}
