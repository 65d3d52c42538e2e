import { largestOf } from '../../../tool/lists/long-lists.ts';
import { languageOfBlock } from '../code-language.ts';
import { isElement, isText, type PageElement, type PageNode } from '../dom.ts';

/** Writes code as it stands, in a fence that does not occur in the code. */
export function writeCode(pre: PageElement, plain = false): string {
  const text = codeText(pre).replace(/^\n/, '').trimEnd();
  if (text === '' || plain) return text;
  const longest = largestOf(
    [...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length),
    2,
  );
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
