import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallList, DemoStory, Overview, TaskList } from '../../../src/console/api.ts';
import {
  axeViolations,
  openBrowser,
  openPage,
  openWorld,
  shoot,
  type World,
} from '../../support/console/page-world.ts';

// A process, a browser and a sandbox on a loaded machine.

let world: World;
let browser: Browser;
let page: Page;
let complaints: readonly string[];
let shop: string;

beforeAll(async () => {
  [world, browser] = await Promise.all([openWorld(['--demo']), openBrowser()]);
  ({ page, complaints } = await openPage(browser, `${world.link}&pace=300`));
  shop = (await world.api<Overview>('/overview')).workspace;
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const read = (path: string): string => readFileSync(join(shop, path), 'utf8');
const guide = () => page.getByRole('complementary', { name: 'The guide' });
const step = (title: string | RegExp) => guide().getByRole('listitem').filter({ hasText: title });
const states = async () =>
  Object.fromEntries((await world.api<DemoStory>('/demo')).steps.map(({ id, state }) => [id, state]));

describe('the guided demo', () => {
  it('the guided demo says what will be seen, and has one button', async () => {
    await guide().getByText('Give the shop a discount').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'guide-start');
  });

  it('the guided demo tells what is refused, and asks where one stands; a reload in the middle loses nothing', async () => {
    await guide().getByRole('button', { name: 'Start the demo' }).click();
    await step('It tried to read .env: refused by your rule').waitFor();
    await step('a helper read the shop').waitFor();
    await page.reload();
    await step('It tried to read .env: refused by your rule').waitFor();
    await guide().getByRole('region', { name: 'The agent asks' }).getByText(/delet/).first().waitFor();
    await page.locator('.says').getByText('1 question waits').waitFor();
    // Its answers are in sight.
    const lowest = async () => {
      const { y, height } = (await guide().getByRole('button', { name: 'Allow once' }).boundingBox())!;
      return y + height;
    };
    await expect.poll(lowest).toBeLessThanOrEqual(page.viewportSize()!.height);
    // How long it waits is read beside its bar, not over it.
    const [column, words] = ['.took', '.took .waited'].map(part => page.locator(`.trace-row.waiting ${part}`));
    expect((await words!.boundingBox())!.x).toBeGreaterThanOrEqual((await column!.boundingBox())!.x);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'guide-asks');
    expect(existsSync(join(shop, 'old/notes.txt'))).toBe(true);
  });

  it('the guided demo goes on with a yes, takes an edit back with one click, and ends with what was seen', async () => {
    await guide().getByRole('button', { name: 'Allow once' }).click();
    await step('You allowed it once').waitFor();
    await guide().getByRole('heading', { name: 'What you saw' }).waitFor();
    await guide().getByText('one asked you, and you allowed it').waitFor();
    await guide().getByText('toolgate serve --workspace /path/to/project').waitFor();
    expect(existsSync(join(shop, 'old'))).toBe(false);
    expect(read('src/price.ts')).toContain('discount');
    await guide().getByRole('button', { name: 'Take it back' }).click();
    await step('The edit of src/price.ts is taken back').waitFor();
    expect(read('src/price.ts')).not.toContain('discount');
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'guide-end');
  });

  it('the guided demo leaves nothing failed, running or open behind', async () => {
    expect((await world.api<CallList>('/calls?outcome=failed')).calls).toEqual([]);
    expect((await world.api<CallList>('/calls?outcome=running')).calls).toEqual([]);
    expect((await world.api<TaskList>('/tasks')).tasks.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(await states()).toMatchObject({ run: 'done', ask: 'done', undo: 'done' });
  });

  it('the guided demo is played again, and goes on with a no', async () => {
    await guide().getByRole('button', { name: 'Play it again' }).click();
    await guide().getByRole('region', { name: 'The agent asks' }).waitFor();
    await guide().getByRole('button', { name: 'Reject' }).click();
    await step('You said no, so the folder is still there').waitFor();
    await guide().getByText('one asked you, and you said no').waitFor();
    expect(existsSync(join(shop, 'old/notes.txt'))).toBe(true);
    expect((await world.api<CallList>('/calls?outcome=failed')).calls).toEqual([]);
  });

  it('the guided demo leads to each call, is hidden and comes back', async () => {
    await step('It tried to read .env').getByRole('link', { name: 'call 2' }).click();
    await page.getByLabel('The call').getByText('INVALID_PATH').first().waitFor();
    await shoot(page, 'guide-call');
    await guide().getByRole('button', { name: 'Hide the guide' }).click();
    await guide().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Show the guide' }).click();
    await step('It tried to read .env').waitFor();
  });

  it.each([390, 1000])('the guided demo fits a page of %i pixels, in the dark too', async width => {
    const look = { viewport: { width, height: 800 }, colorScheme: 'dark' } as const;
    const { page: narrow } = await openPage(browser, world.link, look);
    await narrow.getByRole('heading', { name: 'What you saw' }).waitFor({ state: 'attached' });
    expect(await narrow.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await axeViolations(narrow)).toEqual([]);
    await shoot(narrow, `guide-${width}`);
    await narrow.context().close();
  });

  it.each([1280, 1440, 1800])(
    'the guided demo leaves room for the filters beside an open call at %i pixels',
    async width => {
      const { page: wide } = await openPage(browser, world.link, { viewport: { width, height: 800 } });
      await wide.locator('.trace-row.call').first().click();
      await wide.getByLabel('The call').getByRole('heading', { level: 2 }).waitFor();
      const widths = await wide
        .locator('.bar select')
        .evaluateAll(all => all.map(each => each.getBoundingClientRect().width));
      expect(Math.min(...widths)).toBeGreaterThan(60);
      await wide.context().close();
    },
  );

  it('the guided demo had nothing refused or thrown on the way', () => expect(complaints).toEqual([]));
});
