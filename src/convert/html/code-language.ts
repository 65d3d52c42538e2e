import type { PageElement } from './dom.ts';

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

const bareIn = (names: string): string | undefined =>
  names
    .toLowerCase()
    .split(/\s+/)
    .find(name => BARE.has(name));

const languageIn = (element: PageElement): string | undefined => {
  const data = element.getAttribute('data-lang') ?? element.getAttribute('data-language');
  const names = element.getAttribute('class') ?? '';
  const own = element.localName === 'pre' ? element.getAttribute('lang') : null;
  const found = data ?? own ?? NAMED.exec(names)?.[1] ?? bareIn(names) ?? BEHIND.exec(names)?.[1];
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
