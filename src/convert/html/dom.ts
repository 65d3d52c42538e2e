/** A node with the fields that are read here; the parser's own types want those of a browser. */
export type PageNode = Readonly<{ nodeType: number; textContent: string | null; childNodes: Iterable<PageNode> }>;

export interface PageElement extends PageNode {
  readonly localName: string;
  readonly innerHTML: string;
  readonly parentElement: PageElement | null;
  readonly children: Iterable<PageElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  closest(selector: string): PageElement | null;
  remove(): void;
}

export interface PageDocument {
  readonly body: PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

const ELEMENT = 1;
const TEXT = 3;

export const isElement = (node: PageNode): node is PageElement => node.nodeType === ELEMENT;

export const isText = (node: PageNode): boolean => node.nodeType === TEXT;

/** The words of a text, for comparison: every character that is not a letter or a number parts them. */
export const wordsOfText = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The whole of an address; undefined for one that leads to no page: a script, data. */
export function toAbsolute(address: string | null, base: string): string | undefined {
  if (address === null || address.trim() === '') return undefined;
  const url = URL.parse(address.trim(), base);
  return url !== null && /^(?:https?|mailto|tel|ftp):$/.test(url.protocol) ? url.href : undefined;
}
