import { languageOf } from './code-language.ts';
import { isElement, isText, type PageElement, type PageNode } from './dom.ts';

/** As it stands, in a fence that it does not hold itself. */
export function writeCode(pre: PageElement, plain = false): string {
  const text = codeText(pre).replace(/^\n/, '').trimEnd();
  if (text === '' || plain) return text;
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${languageOf(pre)}\n${text}\n${fence}`;
}

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
