import { readFileSync, statSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage, PAGE_FILE } from '../../../scripts/build/build-page.ts';
import { thirdPartyNotices } from '../../../scripts/build/third-party-notices.ts';
import type { ApprovalList } from '../../../src/console/api.ts';
import {
  axeViolations,
  goTo,
  openBrowser,
  openPage,
  openPersonMenu,
  openWorld,
  poll,
  shoot,
  type World,
} from '../../support/console/page-world.ts';

// A process and a browser on a loaded machine.

let world: World;
let browser: Browser;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  const opening = openWorld(['--policy', 'privileged'], { 'README.md': '# Shop\n' });
  [world, browser] = await Promise.all([opening, openBrowser()]);
  ({ page, complaints } = await openPage(browser, world.link));
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Bytes of the whole page: script, style, font and icons. */
const MOST = 600_000;

describe('the page as a file', () => {
  it('the page as a file says of each part of a new workspace what will be there', async () => {
    for (const [tab, words] of [
      ['live', 'No calls yet'],
      ['approvals', 'Nothing waits for you'],
      ['changes', 'No changes yet'],
      ['agents', 'No runs yet'],
    ] as const) {
      await goTo(page, tab);
      await page.getByText(words, { exact: true }).waitFor();
      await shoot(page, `empty-${tab}`);
      expect(await axeViolations(page)).toEqual([]);
    }
  });

  it('the page as a file is one file of at most 600 kB, with the font and the icon in it', async () => {
    await buildPage();
    const html = readFileSync(PAGE_FILE, 'utf8');
    expect(statSync(PAGE_FILE).size).toBeLessThanOrEqual(MOST);
    expect(html).toMatch(/<link rel="icon" href="data:image\/svg\+xml,/);
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    expect(style.match(/url\([^,)]*/g)).toEqual(['url(data:font/woff2;base64']);
  });

  it('the page as a file names the licences of the font and the icons that are in it', async () => {
    const notices = thirdPartyNotices((await buildPage({ force: true })) ?? []);
    for (const name of ['@fontsource-variable/inter', 'lucide-react', 'preact'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(notices).toContain('SIL Open Font License');
  });

  it('the page as a file allows no script or style but its own, no eval, and fonts from its own data only', async () => {
    const response = await fetch(world.link);
    const policy = String(response.headers.get('content-security-policy')).split('; ');
    const parts = policy.map(each => each.split(' '));
    const sources: Record<string, string[]> = Object.fromEntries(parts.map(([name = '', ...from]) => [name, from]));
    expect(sources['default-src']).toEqual(["'none'"]);
    expect(sources['font-src']).toEqual(['data:']);
    for (const part of ['script-src', 'style-src'])
      expect(sources[part]?.every(source => /^'sha256-[\w+/]+=*'$/.test(source))).toBe(true);
    expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
  });
});

describe('the face of the page', () => {
  it('the face of the page has its font, and nothing jumps while it loads', async () => {
    expect(await page.evaluate('document.fonts.check(\'13px "Inter Variable"\') && document.fonts.size')).toBe(1);
    const shift = await page.evaluate<number>(`new Promise(resolve => {
      let sum = 0;
      new PerformanceObserver(list => { for (const each of list.getEntries()) sum += each.value; })
        .observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(sum), 500);
    })`);
    expect(shift).toBeLessThan(0.05);
  });

  it('the face of the page says in a line what is going on, with a way to each part of it', async () => {
    const says = page.locator('.says');
    expect(await says.textContent()).toBe('workspaceprivileged policy');
    world.api('/tools/write_file/try', { args: { path: 'README.md', content: 'new\n' }, by: 'agent' }).catch(() => {});
    await says.getByRole('link', { name: '1 question waits' }).click();
    await page.locator('main.tab-approvals').waitFor();
    const { pending } = await world.api<ApprovalList>('/approvals');
    await world.api(`/approvals/${pending[0]!.id}`, { answer: 'reject_once' });
    await says.getByText('question').waitFor({ state: 'detached' });
  });

  it('the face of the page has a menu that works by keyboard, and keeps the keys of the page to itself', async () => {
    await page.keyboard.press('1');
    await page.locator('main.tab-live').waitFor();
    await page.getByRole('button', { name: 'Settings of this page' }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Settings of this page' });
    await menu.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ann 2');
    expect(await menu.getByLabel('Your name').inputValue()).toBe('Ann 2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('2');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    expect(await page.locator('main.tab-live').count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'menu');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    await poll(focused).toContain('Settings of this page');
    await page.getByRole('button', { name: 'Ann 2' }).waitFor();
  });

  it('the face of the page opens the keys from the menu, and goes through its parts with the arrows', async () => {
    await openPersonMenu(page);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keys' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Live' }).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await page.locator('main.tab-approvals').waitFor();
  });

  it('the face of the page closes on Escape what is on top, and not what is open behind it', async () => {
    await goTo(page, 'tools/read_file');
    const behind = page.getByRole('heading', { name: 'read_file' });
    await behind.waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await openPersonMenu(page);
    const menu = page.getByRole('dialog', { name: 'Settings of this page' });
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await behind.count()).toBe(1);
    await page.keyboard.press('Escape');
    await behind.waitFor({ state: 'detached' });
  });

  it('the face of the page says in plain words that a list is empty', async () => {
    for (const [tab, words] of [
      ['tasks', 'No tasks'],
      ['jobs', 'No commands in the background'],
      ['failures', 'No failed calls'],
    ] as const) {
      await goTo(page, tab);
      await page.getByText(words, { exact: true }).waitFor();
      await shoot(page, `empty-${tab}`);
    }
  });

  it('the face of the page had nothing refused or thrown on the way', () => expect(complaints).toEqual([]));
});
