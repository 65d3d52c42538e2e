import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeList } from '../../../src/console/api.ts';
import {
  axeViolations,
  goTo,
  openBrowser,
  openPage,
  openWorld,
  poll,
  shoot,
  type World,
} from '../../support/console/page-world.ts';

// A process, a browser and a sandbox on a loaded machine.

const STOCK = `export const PRICE = 3;

/** What they cost. */
export function total(count: number): number {
  return count * PRICE;
}
`;

let world: World;
let browser: Browser;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  [world, browser] = await Promise.all([
    openWorld(['--policy', 'privileged'], { 'src/stock.ts': STOCK }),
    openBrowser(),
  ]);
  ({ page, complaints } = await openPage(browser, world.link, { viewport: { width: 1600, height: 900 } }));
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** The change that a call made, opened. */
async function openChange(name: string, args: object): Promise<void> {
  const outcome = await world.api<{ ok: boolean; output: string }>(`/tools/${name}/try`, { args, by: 'agent' });
  if (!outcome.ok) throw new Error(outcome.output);
  const { sets } = await world.api<ChangeList>('/changes');
  await goTo(page, `changes/${sets[0]!.id}`);
  await diff().waitFor();
}

const diff = () => page.getByLabel('The change').locator('.diff');
const row = (text: string) => diff().getByRole('row').filter({ hasText: text });

describe('a diff', () => {
  it('a diff has the colours of its language, and marks the words that have changed', async () => {
    const edits = [
      { old_text: 'PRICE = 3', new_text: 'PRICE = 4' },
      { old_text: 'count * PRICE', new_text: 'count * PRICE * discount(count)' },
    ];
    await openChange('edit_file', { path: 'src/stock.ts', edits });
    expect(await row('PRICE = 4').locator('.hl-keyword').allTextContents()).toEqual(['export', 'const']);
    expect(await row('PRICE = 3').locator('mark').allTextContents()).toEqual(['3']);
    expect(await row('discount').locator('mark').allTextContents()).toEqual([' * discount(count)']);
    expect(await diff().locator('[style]').count()).toBe(0);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await shoot(page, 'diff');
  });

  it('a diff keeps wrapped lines beside each other in two columns, and the choice over a reload', async () => {
    await page.getByRole('button', { name: 'side by side' }).click();
    await page.reload();
    await diff().locator('table.two').waitFor();
    const cells = row('discount').locator('td.text');
    expect(await cells.allTextContents()).toEqual([
      '  return count * PRICE;',
      '  return count * PRICE * discount(count);',
    ]);
    await page.setViewportSize({ width: 1400, height: 800 });
    const tall = await cells.evaluateAll(all => all.map(each => each.clientHeight));
    expect(tall[0]).toBe(tall[1]);
    await page.setViewportSize({ width: 390, height: 800 });
    // Two columns that nobody could read are one.
    await diff().locator('table.one').waitFor();
    expect(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.getByRole('button', { name: 'unified' }).click();
  });

  it('a diff of many files has a list of them that leads to each', async () => {
    const file = (name: string) => `*** Add File: gen/${name}\n${'+# a line\n'.repeat(60)}`;
    const names = ['a.py', 'b.py', 'c.py', 'd.py', 'e.py'];
    await openChange('apply_patch', { patch: `*** Begin Patch\n${names.map(file).join('')}*** End Patch` });
    await poll(() => diff().locator('.diff-sum').textContent()).toMatch(/^6 files \+300 −0$/);
    const last = diff().getByRole('figure', { name: 'Diff of gen/e.py' });
    const wide = diff().getByRole('navigation', { name: 'Changed files' });
    if (await wide.isVisible()) await wide.getByRole('button', { name: /gen\/e.py/ }).click();
    else await diff().getByLabel('Go to a file').selectOption({ label: 'gen/e.py (+60 −0)' });
    await poll(() => last.evaluate(element => element.matches(':focus'))).toBe(true);
    await last.getByRole('row').first().waitFor();
    const top = (await last.boundingBox())!.y;
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(450);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'files');
  });

  it('a diff says what is binary, and which characters are hidden', async () => {
    world.write('pic.bin', 'a\0b');
    await openChange('write_file', { path: 'odd.txt', content: 'plain\nzero\u200bwidth \u202e\n' });
    expect(await row('zero').locator('.hidden-char').allTextContents()).toEqual(['\\u{200b}', '\\u{202e}']);
    await world.api('/tools/bash/try', { args: { command: 'printf "c\\\\0d" > pic.bin' }, by: 'agent' });
    const { sets } = await world.api<ChangeList>('/changes');
    await goTo(page, `changes/${sets[0]!.id}`);
    await row('binary content').waitFor();
  });

  it('a diff of 20,000 lines is shown in parts, and the page goes on', async () => {
    const file = (name: string) => `*** Add File: big/${name}\n${'+const value = 1;\n'.repeat(1_900)}`;
    const names = Array.from({ length: 11 }, (_, index) => `f${index}.ts`);
    await openChange('apply_patch', { patch: `*** Begin Patch\n${names.map(file).join('')}*** End Patch` });
    await poll(() => diff().locator('.diff-sum').textContent()).toMatch(/^12 files \+20,?900/);
    expect(await diff().getByRole('row').count()).toBeLessThan(2_000);
    const first = diff().getByRole('figure', { name: 'Diff of big/f0.ts' });
    await first.getByRole('button', { name: /^Show [\d,]+ more lines$/ }).click();
    await poll(() => first.getByRole('row').count()).toBeGreaterThan(1_000);
    await diff().getByRole('button', { name: 'Unfold big/f10.ts' }).click();
    await poll(() =>
      diff().getByRole('figure', { name: 'Diff of big/f10.ts' }).getByRole('row').count(),
    ).toBeGreaterThan(500);
  });

  it('a diff had nothing refused or thrown on the way', () => expect(complaints).toEqual([]));
});
