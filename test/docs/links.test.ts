import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, DOCS, type Page, pages } from '../support/docs/pages.ts';

const PAGES = pages();
const ROOT = dirname(DOCS);

interface Link {
  readonly target: string;
  readonly at: string;
  readonly page: Page;
}

const links = (): readonly Link[] =>
  PAGES.flatMap(page =>
    page.prose.flatMap((line, index) =>
      [...line.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(match => ({
        target: match[1] ?? '',
        at: `docs/${page.path}:${index + 1}`,
        page,
      })),
    ),
  );

/** What is wrong with a link; undefined if nothing. */
function brokenLink({ target, page }: Link): string | undefined {
  if (/^https?:/.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? join(DOCS, page.path) : join(DOCS, dirname(page.path), path);
  if (!existsSync(file)) return `${relative(ROOT, file)} is not there`;
  if (anchor === undefined) return undefined;
  const prose = readFileSync(file, 'utf8')
    .replace(/^```.*?^```/gms, '')
    .split('\n');
  return anchorsOf({ prose }).has(anchor) ? undefined : `${relative(ROOT, file)} has no #${anchor}`;
}

describe('the docs', () => {
  it('the docs have no dead link and no dead anchor', () => {
    const broken = links().flatMap(link => brokenLink(link)?.replace(/^/, `${link.at}: `) ?? []);
    expect(broken).toEqual([]);
    expect(links().length).toBeGreaterThan(100);
  });

  it('the docs have an index that leads to every page', () => {
    const listed = links().filter(({ page }) => page.path === 'README.md');
    const found = new Set(listed.map(({ target }) => target.split('#')[0]));
    expect(PAGES.map(({ path }) => path).filter(path => path !== 'README.md' && !found.has(path))).toEqual([]);
  });
});
