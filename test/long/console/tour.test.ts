import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STILLS, takeTour } from '../../../scripts/pictures/tour.ts';
import { openBrowser, openPage, openWorld, type World } from '../../support/console/page-world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([openWorld(['--demo']), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

it('the tour of the pictures fits the page: each of its steps finds what it clicks, and each still is taken', async () => {
  const { page, complaints } = await openPage(browser, world.link, { viewport: { width: 1000, height: 640 } });
  const stills: string[] = [];
  const inSight: string[] = [];
  await takeTour({
    page,
    begin: async () => void inSight.push((await page.locator('body').textContent())!),
    click: target => target.click(),
    read: async () => {},
    still: async name => void stills.push(name),
  });
  expect(stills).toEqual(STILLS);
  expect(inSight).toHaveLength(1);
  for (const work of ['refused by your rule', 'read_file', '2 denied']) expect(inSight[0]).toContain(work);
  expect(complaints).toEqual([]);
});
