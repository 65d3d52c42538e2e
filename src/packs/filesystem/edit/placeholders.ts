import { trimBoth } from './white-space.ts';

/** Comment marks around a remark, in the styles of common languages. */
const OPENING = /^(?:\/\/+!?|#+|--+|;+|%+|\/\*+|<!--+|\{\/\*+|\{#|<%#|\(\*|"""|'''|rem\b|'|\*|\.\.(?=\s))\s*/i;
const CLOSING = /\s*(?:\*+\/\}?|--+>|#\}|%>|\*\)|"""|''')$/;
const DOTS = /^(?:\.{3,}|…+)$/;

const WHAT =
  '(?:code|file|function|functions|method|methods|class|classes|content|contents|implementation|logic|body|lines?|stuff|imports?|fields?|properties|props|cases|tests?|part|parts|section|sections|definitions?|declarations?|options|entries|items|rules|styles|variables|config|configuration|statements?|setup|handlers?|routes|components?|types?|members|module|script|document|text|block|everything|things?)';
const OWNER = '(?:the |this |your |our |all |all the |any |of |of the |of this |of your )*';
const REMARK = new RegExp(
  [
    `(?:the )?(?:rest|remainder) (?:of )?${OWNER}(?:existing |original |current |previous |other )?(?:\\w+ ){0,3}?(?:${WHAT} )?(?:(?:is |are |remains?|stays?|goes|continues|follows|left|kept|omitted|unchanged|here|as|below|above|the same)\\b.*)?`,
    `${OWNER}(?:existing|remaining|unchanged|original|previous|current|other|same) (?:\\w+ ){0,2}?${WHAT}(?: (?:(?:is |are )?(?:here|unchanged|remains?|stays?|continues?|goes here|omitted|above|below|as before|as is|as-is|the same|untouched|follows?|kept|preserved)\\b.*))?`,
    `(?:keep|leave|preserve|retain) ${OWNER}(?:existing|rest|remaining|other|original|everything)\\b.*`,
    `(?:\\w+ ){0,3}(?:remains?|stays?|is|are|left) (?:unchanged|the same|as before|as is|as-is|untouched)\\W*`,
    `(?:no changes?|nothing changed|unchanged|same as (?:before|above|original|previously)|as before|(?:code |lines? |content )?(?:omitted|elided|truncated|snipped|abbreviated|unchanged|skipped)(?: for (?:brevity|clarity|space|simplicity))?|snip|etc)\\W*(?:here|below|above)?`,
  ].join('|'),
  'i',
);
const WORDS_OF_ELISION =
  /\b(?:existing|rest|remaining|unchanged|same|previous|other|others|original|omitted|snip|more|etc|truncated|elided|as before|brevity|here|code|implementation|lines?)\b/i;

/** How sure it is that a line stands for code that was left out. */
export type PlaceholderKind = 'remark' | 'dots';

/**
 * Recognises a line that stands in for lines the writer left out: `// ... existing code ...`, `# rest unchanged`,
 * and, less surely, dots with nothing else.
 */
export function placeholderKind(line: string): PlaceholderKind | undefined {
  const bare = trimBoth(line);
  if (bare.length > 200 || bare.length < 3) return undefined;
  if (DOTS.test(bare) || /^[[({<]\s*(?:\.{3,}|…+)\s*[\])}>]$/.test(bare)) return 'dots';
  const opening = OPENING.exec(bare)?.[0] ?? '';
  const inside = trimBoth(bare.slice(opening.length).replace(CLOSING, ''));
  if (opening !== '' && DOTS.test(inside)) return 'dots';
  const dotted = /^(?:\.{3,}|…)|(?:\.{3,}|…)$/.test(inside);
  const said = trimBoth(inside.replace(/^(?:\.{3,}|…)+|(?:\.{3,}|…)+$/g, '').replace(/^[\s([{<]+|[\s)\]}>.:!]+$/g, ''));
  if (said === '' || said.split(/\s+/).length > 12) return undefined;
  const bracketed = /^[[({<].*[\])}>]$/.test(bare);
  if (opening === '' && !dotted && !bracketed) return undefined;
  const whole = REMARK.exec(said);
  if (whole && whole.index === 0 && whole[0].length >= said.length) return 'remark';
  const bothDots = /^(?:\.{3,}|…).*(?:\.{3,}|…)$/.test(inside);
  if (bothDots && (opening !== '' || WORDS_OF_ELISION.test(said))) return 'remark';
  if (dotted && /^(?:\.{3,}|…)/.test(inside) && opening !== '' && WORDS_OF_ELISION.test(said)) return 'remark';
  return undefined;
}

/** Files in which three dots on a line are ordinary content. */
function dotsAreContent(path: string, before: string): boolean {
  if (/\.(?:md|mdx|rst|txt|adoc|yaml|yml|tex|html?|diff|patch|snap|out|log)$/i.test(path)) return true;
  return /\.(?:py|pyi|ipynb|d\.ts)$/i.test(path) && !/^\s*[#/]/.test(before);
}

/** The first line of the new text that stands for left-out code and that the old text does not have. */
export function findPlaceholder(
  before: readonly string[],
  after: readonly string[],
  path: string,
): { line: number; text: string } | undefined {
  const known = new Set(before.map(trimBoth));
  for (const [index, line] of after.entries()) {
    if (known.has(trimBoth(line))) continue;
    const kind = placeholderKind(line) ?? inlinePlaceholder(line);
    if (kind === undefined || (kind === 'dots' && dotsAreContent(path, line))) continue;
    return { line: index + 1, text: trimBoth(line) };
  }
  return undefined;
}

/** Code with a remark in its middle: `foo(a, /* ... rest of the arguments *​/)`. */
function inlinePlaceholder(line: string): PlaceholderKind | undefined {
  for (const [, inside] of line.matchAll(/(?:\/\*+|<!--+|\{\/\*)(.*?)(?:\*+\/|--+>)/g)) {
    if (placeholderKind(`/*${inside}*/`) === 'remark') return 'remark';
  }
  const tail = /\S.*?(?:\s\/\/|\s#)\s*((?:\.{3,}|…).*)$/.exec(line)?.[1];
  return tail !== undefined && placeholderKind(`// ${tail}`) === 'remark' ? 'remark' : undefined;
}
