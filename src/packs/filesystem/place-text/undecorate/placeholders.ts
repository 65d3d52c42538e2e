import { trimBoth } from '../lines.ts';

/** Comment marks around a remark, in the styles of common languages. */
const OPENING = /^(?:\/\/+!?|#+|--+|;+|%+|\/\*+|<!--+|\{\/\*+|\{#|<%#|\(\*|"""|'''|rem\b|')\s*/i;
const CLOSING = /\s*(?:\*+\/\}?|--+>|#\}|%>|\*\)|"""|''')$/;
const DOTS = /^(?:\.{3,}|…+)$/;

const CODE =
  '(?:code|implementations?|logic|functions?|methods?|class(?:es)?|contents?|imports?|fields|properties|props|cases|tests|lines?|styles|rules|routes|handlers?|components?|definitions|declarations|setup|config(?:uration)?|file|body|module|script|document|everything)';
const SAME = '(?:unchanged|the same|as before|as[ -]is|untouched|intact|same as before|omitted|not shown)';
const STAYS = `(?:(?:is|are|remains?|stays?|left|kept) ${SAME}|remains?|stays|goes here|continues|follows|${SAME}|here|below|above)`;
const REST = `(?:rest|remainder) (?:of (?:the |this |your )*(?:\\w+ )?(?:${CODE}|it)|${STAYS})(?: ${STAYS})?`;
/** Remarks that say by themselves that code was left out. */
const REMARK = new RegExp(
  `^(?:(?:the|this|your|our|all|my) )*(?:${[
    REST,
    `(?:existing|remaining|unchanged|previous|original) (?:\\w+ )?${CODE}(?: ${STAYS})?`,
    `(?:keep|leave|preserve|retain) (?:the |all |your )*(?:rest|existing|remaining|everything else)\\b.*`,
    `(?:everything else|other ${CODE}|${CODE}) (?:remains?|stays?|is|are|left|kept) ${SAME}`,
    `(?:${CODE} )?(?:unchanged|omitted|truncated|elided|snipped|same as before)(?: (?:here|below|above|for \\w+))?`,
    'no changes? (?:here|below|above|needed)|snip',
  ].join('|')})$`,
  'i',
);
/** Words after dots that make the line a remark. */
const AFTER_DOTS =
  /^(?:the |all |your )*(?:existing|rest|remaining|unchanged|same|previous|others?|original|omitted|more|code|implementation|etc|truncated|snip)\b/i;

/**
 * Recognises a line that stands for lines the writer left out: `// ... existing code ...`, `# rest unchanged`, and,
 * less surely, dots with nothing else.
 */
export function placeholderKind(line: string): 'remark' | 'dots' | undefined {
  const bare = trimBoth(line);
  if (bare.length > 200 || bare === '') return undefined;
  if (DOTS.test(bare) || /^[[({<]\s*(?:\.{3,}|…+)\s*[\])}>]$/.test(bare)) return 'dots';
  const opening = OPENING.exec(bare)?.[0] ?? '';
  const unwrapped = trimBoth(bare.slice(opening.length).replace(CLOSING, ''));
  if (opening !== '' && DOTS.test(unwrapped)) return 'dots';
  const inside = unwrapped.replace(/^[[(<]\s*((?:\.{3,}|…).*(?:\.{3,}|…))\s*[\])>]$/, '$1');
  const [before, after] = [/^(?:\.{3,}|…)/.test(inside), /(?:\.{3,}|…)$/.test(inside)];
  const said = inside.replace(/^(?:\.{3,}|…)+|(?:\.{3,}|…)+$/g, '').replace(/^[\s([{<]+|[\s)\]}>.:!,;]+$/g, '');
  const remark = said.replace(/^(?:todo|note)\b:?\s*/i, '');
  const marked = opening !== '' || before || after || /^[[({<].*[\])}>]$/.test(bare);
  if (said === '' || !marked || said.split(/\s+/).length > 12) return undefined;
  if (REMARK.test(remark)) return 'remark';
  if (before && after && opening !== '') return 'remark';
  return before && (opening !== '' || after) && AFTER_DOTS.test(said) ? 'remark' : undefined;
}

/** Whether a file is one in which three dots on a line are ordinary content. */
function dotsAreContent(path: string, before: string): boolean {
  if (/\.(?:md|mdx|rst|txt|adoc|tex|diff|patch|snap|out|log)$/i.test(path)) return true;
  if (/\.(?:ya?ml|html?)$/i.test(path)) return /^[[({<]?\s*(?:\.{3}|…)/.test(trimBoth(before));
  return /\.(?:py|pyi|ipynb|d\.ts)$/i.test(path) && !/^\s*[#/]/.test(before);
}

/** The first line of the new text that stands for left-out code and that the old text does not have. */
export function findPlaceholder(before: readonly string[], after: readonly string[], path: string) {
  const known = new Set(before.map(trimBoth));
  const at = after.findIndex(line => {
    const kind = known.has(trimBoth(line)) ? undefined : placeholderKind(line);
    return kind === 'remark' || (kind === 'dots' && !dotsAreContent(path, line));
  });
  return at < 0 ? undefined : { line: at + 1, text: trimBoth(after[at]!) };
}
