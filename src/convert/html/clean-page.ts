import { type PageDocument, type PageElement, wordsOfText } from './dom.ts';

/** Elements that a reader never sees, or that are for use rather than for reading. */
const UNSEEN =
  'script:not([type^="math/tex"]), style, template, noscript, link, meta, canvas, object, embed, applet, button, ' +
  'input:not([type="checkbox"]), select, textarea, dialog, ' +
  '[aria-hidden="true"], [role="dialog"], [role="search"], [role="tablist"], .mw-editsection';

/** Elements round the content of a page. */
const AROUND = 'nav, aside, [role="navigation"], [role="banner"], [role="contentinfo"], [role="complementary"]';

/** Names of notes, which belong to the text though their element may stand around one. */
const NOTE = /note|tip|hint|warn|caution|danger|info|important|admonition|callout|alert/i;

const NOTICE = /(?:^|[\s_-])(?:cookie|consent|gdpr)/i;
const CONTROL = 'button, input, [role="button"], a[class*="btn"], a[class*="button"], a[class*="accept"]';
const ON_COOKIES = /\b(?:we|our|site|website)\b[^.]{0,200}\bcookies\b/i;

/** Elements beside code that are no part of it. */
const LINE_NUMBERS = '.linenos, .linenodiv, .lineno, .line-numbers-rows, .blob-num, td.gutter';

const remove = (elements: Iterable<PageElement>): void => {
  for (const element of [...elements]) element.remove();
};

/** Whether an element is hidden. Tabs that are not open hold content, and formulas are hidden beside their picture. */
const isHidden = (element: PageElement): boolean => {
  if (element.getAttribute('role') === 'tabpanel' || element.querySelector('math')) return false;
  return (
    element.getAttribute('hidden') !== null ||
    /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(element.getAttribute('style') ?? '')
  );
};

const namesOf = (element: PageElement): string =>
  `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;

/** Whether an element is a banner: it wants an answer, or says what the site does; a page of recipes does neither. */
const isNotice = (element: PageElement): boolean =>
  NOTICE.test(namesOf(element)) &&
  (element.querySelector(CONTROL) !== null || ON_COOKIES.test(element.textContent ?? ''));

const isNumbers = ({ textContent }: PageElement): boolean => /^[\d\s]*$/.test(textContent ?? '');

/** Removes what no reader wants of any page. Notices go first, while the buttons that tell them are there. */
export function removeNoise(body: PageElement): void {
  remove([...body.querySelectorAll('div[class], div[id], section[class], section[id]')].filter(isNotice));
  remove([...body.querySelectorAll(LINE_NUMBERS)].filter(isNumbers));
}

function removeUnseen(body: PageElement): void {
  removeNoise(body);
  remove(body.querySelectorAll(UNSEEN));
  remove([...body.querySelectorAll('[hidden], [style]')].filter(isHidden));
}

/** Whether a head or foot belongs to the page, not to an article in it. */
const isOfPage = (element: PageElement): boolean => element.closest('main, article, [role="main"], section') === null;

const isNote = (element: PageElement): boolean =>
  element.localName === 'aside' && (element.getAttribute('role') === 'note' || NOTE.test(namesOf(element)));

const roundContent = (body: PageElement): readonly PageElement[] => [
  ...[...body.querySelectorAll(AROUND)].filter(element => !isNote(element)),
  ...[...body.querySelectorAll('header, footer')].filter(isOfPage),
];

const count = (element: PageElement): number => wordsOfText(element.textContent ?? '').length;

/** Removes what is around the content, unless the page has nothing else: a page of links is all links. */
function removeAround(body: PageElement): void {
  const around = roundContent(body);
  const outer = around.filter(element => !around.some(other => other !== element && contains(other, element)));
  const words = outer.reduce((sum, element) => sum + count(element), 0);
  const left = count(body) - words;
  if (left >= 25 && left >= 0.15 * words) remove(outer);
}

const contains = (outer: PageElement, inner: PageElement): boolean => {
  for (let above = inner.parentElement; above; above = above.parentElement) if (above === outer) return true;
  return false;
};

/** The part that a page calls its main one, where it holds most of what there is to read. */
function mainPart(body: PageElement): PageElement {
  const all = count(body);
  for (const selector of ['main, [role="main"]', 'article']) {
    const found = [...body.querySelectorAll(selector)];
    const [only] = found;
    if (found.length === 1 && only && count(only) >= 0.5 * all) return only;
  }
  return body;
}

/** The content that a reader came for, by the page's own structure alone. Changes the document. */
export function cleanPage({ body }: PageDocument) {
  if (!body) return undefined;
  removeUnseen(body);
  removeAround(body);
  const root = mainPart(body);
  return { root, words: count(root) };
}
