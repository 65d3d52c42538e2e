import { describe, it } from 'vitest';
import { runPage, runPages } from '../../support/docs/run-page.ts';

describe('the commands of the docs do what the pages say', () => {
  it.each(runPages({ scripts: true }))('%s', (_, page) => runPage(page));
});
