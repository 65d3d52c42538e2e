import { expect } from 'vitest';
import { openModelServer } from './model-server.ts';
import { type Block, type Page, pages } from './pages.ts';
import { openDocsWorld } from './world.ts';

export const isRun = ({ marks }: Block): boolean => marks.includes('run');
export const fileOf = ({ marks }: Block): string | undefined => marks.find(mark => mark.startsWith('file='))?.slice(5);

const isScript = (block: Block): boolean => isRun(block) && block.language === 'sh';

/** Pages with something to run: those with commands of a shell, and those with programs alone. */
export const runPages = ({ scripts }: { scripts: boolean }): readonly (readonly [string, Page])[] =>
  pages()
    .filter(({ blocks }) => blocks.some(isRun) && blocks.some(isScript) === scripts)
    .map(page => [page.path, page] as const);

/** The blocks of a page, one after the other in one folder, as a reader would try them. */
export async function runPage({ path, blocks }: Page): Promise<void> {
  const server = await openModelServer();
  const world = openDocsWorld(server.env);
  try {
    for (const [index, block] of blocks.entries()) {
      const at = `docs/${path}:${block.line}`;
      const file = fileOf(block);
      if (file) world.write(file, block.text);
      if (!isRun(block)) continue;
      const ended = await (isScript(block) ? world.runScript : world.runModule)(block.text);
      expect(ended.code, `${at} ends well:\n${ended.stdout}${ended.stderr}`).toBe(0);
      const next = blocks[index + 1];
      if (next?.marks.includes('output')) expectSame(ended.stdout, next.text, `docs/${path}:${next.line} is printed`);
    }
  } finally {
    world.close();
    server.close();
  }
}

/** Ids, times and folders differ from run to run: `…` stands for any text of a line, alone on a line for any lines. */
function expectSame(printed: string, written: string, says: string): void {
  const lines = written.trimEnd().split('\n');
  const pattern = lines.map(line => (line === '…' ? '[^]*?' : escaped(line).replaceAll('…', '.*?'))).join('\n');
  expect(printed.trimEnd(), says).toMatch(new RegExp(`^${pattern}$`));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
