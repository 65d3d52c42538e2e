import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

export interface Block {
  readonly language: string;
  /** What stands after the language: `run`, `output`, `file=NAME`. */
  readonly marks: readonly string[];
  readonly text: string;
  /** Of its first line, from 1. */
  readonly line: number;
}

export interface Page {
  /** Below `docs/`. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The text without its blocks of code, line by line. */
  readonly prose: readonly string[];
}

export const pages = (): readonly Page[] => globSync('**/*.md', { cwd: DOCS }).sort().map(readPage);

function readPage(path: string): Page {
  const text = readFileSync(`${DOCS}/${path}`, 'utf8');
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { info: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (fence && !open) open = { info: fence[1] ?? '', line: index + 2, lines: [] };
    else if (fence && open) {
      const [language = '', ...marks] = open.info.split(' ');
      blocks.push({ language, marks, text: `${open.lines.join('\n')}\n`, line: open.line });
      open = undefined;
    } else if (open) open.lines.push(line);
    prose.push(fence || open ? '' : line);
  }
  if (open) throw new Error(`docs/${path}: the block of line ${open.line} has no end`);
  return { path, text, blocks, prose };
}

/** The anchors that GitHub makes of the headings. */
export function anchorsOf(page: Pick<Page, 'prose'>): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const line of page.prose) {
    const title = /^#{1,6} (.*)$/.exec(line)?.[1];
    if (title === undefined) continue;
    const base = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${base}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}
