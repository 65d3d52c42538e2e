import { describe, expect, it } from 'vitest';
import { pages } from '../../support/docs/pages.ts';
import { fileOf, isRun, runPage, runPages } from '../../support/docs/run-page.ts';

describe('the programs of the docs do what the pages say', () => {
  it.each(runPages({ scripts: false }))('%s', (_, page) => runPage(page));
});

describe('the blocks of the docs', () => {
  it('the blocks of the docs that are programs are run', () => {
    const left = pages().flatMap(({ path, blocks }) =>
      blocks
        .filter(block => block.language === 'ts' && !isRun(block) && !fileOf(block))
        .map(({ line }) => `docs/${path}:${line}`),
    );
    expect(left).toEqual([]);
  });

  it('the blocks of the docs with an output follow the program that prints it', () => {
    for (const { path, blocks } of pages()) {
      for (const [index, { marks, line }] of blocks.entries()) {
        if (marks.includes('output')) expect(blocks[index - 1]?.marks, `docs/${path}:${line}`).toContain('run');
      }
    }
  });
});
