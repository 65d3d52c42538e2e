import { largestOf } from '../../../tool/lists/long-lists.ts';
import { isElement, isText, type PageElement, type PageNode } from '../dom.ts';

/** Writes code as it stands, in a fence that does not occur in the code. */
export function writeCode(pre: PageElement, plain = false): string {
  const text = codeText(pre).replace(/^\n/, '').trimEnd();
  if (text === '' || plain) return text;
  const ticks = [...text.matchAll(/`{3,}/g)].map(([found]) => found.length);
  const longest = largestOf(ticks, 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${languageOfBlock(pre)}\n${text.replace(EMPTY_LINE, `$1${KEPT_EMPTY}`)}\n${fence}`;
}

/** A mark on the empty lines of code while a page is put together: empty lines elsewhere may be dropped. */
const KEPT_EMPTY = '\ue000';
const EMPTY_LINE = /(\n)(?=\n)/g;

export const withEmptyLines = (text: string): string => text.replace(/[ \t]*\ue000/g, '');

const codeText = (node: PageNode): string => {
  let text = '';
  for (const child of node.childNodes) {
    if (isText(child)) text += child.textContent ?? '';
    else if (isElement(child) && child.localName === 'br') text += '\n';
    else if (isElement(child) && /^(?:button|style|script)$/.test(child.localName)) continue;
    else if (isElement(child)) text += child.querySelector('br') ? codeText(child) : (child.textContent ?? '');
  }
  return text;
};

const NAMED =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|brush|code|prism|syntax)(?:[-:]|:\s+)([a-z][\w+#.-]*)/i;
/** Classes that are followed by the language, as a class of its own. */
const BEHIND = /(?:^|\s)(?:sourceCode|hljs|prism|highlight)\s+(?!language-|lang-)([a-z][\w+#.-]*)(?=\s|$)/i;

/** Words in the place of a language that name none. */
const NONE = new Set('source text plaintext plain none block example snippet notranslate js-code'.split(' '));

/** Bare names of languages, which some sites give. */
const BARE = new Set(
  (
    'bash c cpp csharp css diff dockerfile elixir go graphql haskell html ini java javascript json kotlin lua makefile ' +
    'php powershell python r ruby rust scala shell sql swift toml tsx typescript xml yaml zig'
  ).split(' '),
);

const bareIn = (names: string): string | undefined => names.split(/\s+/).find(name => BARE.has(name));

const languageIn = (element: PageElement): string | undefined => {
  const data = element.getAttribute('data-lang') ?? element.getAttribute('data-language');
  const names = element.getAttribute('class') ?? '';
  const own = element.localName === 'pre' ? element.getAttribute('lang') : null;
  const found = data ?? own ?? NAMED.exec(names)?.[1] ?? bareIn(names.toLowerCase()) ?? BEHIND.exec(names)?.[1];
  const name = found?.toLowerCase();
  return name && /^[a-z][\w+#.-]{0,20}$/.test(name) && !NONE.has(name) ? name : undefined;
};

/** The language of a block of code, by the classes that highlighters give the block or the elements round it. */
export function languageOfBlock(pre: PageElement): string {
  const code = pre.querySelector('code');
  const found = (code && languageIn(code)) ?? languageIn(pre);
  if (found) return found;
  let above = pre.parentElement;
  for (let level = 0; above && level < 2; level++, above = above.parentElement) {
    const name = languageIn(above);
    if (name) return name;
  }
  return '';
}
