import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalList, ChangeList } from '../../../src/console/api.ts';
import {
  axeViolations,
  goTo,
  openBrowser,
  openPage,
  openWorld,
  poll,
  shoot,
  untilAnswerable,
  type World,
} from '../../support/console/page-world.ts';

// A process, a browser and a sandbox on a loaded machine.

let world: World;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const files = { 'README.md': '# Shop\n' };
  [world, browser] = await Promise.all([openWorld(['--plan', '--policy', 'privileged'], files), openBrowser()]);
  ({ page } = await openPage(browser, world.link));
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const create = (path: string) =>
  world.api(`/tools/write_file/try`, { args: { path, content: `of ${path}\n` }, by: 'agent' });
const isThere = (path: string): boolean => existsSync(join(world.root, path));
const waiting = async () => (await world.api<ChangeList>('/changes')).pending.length;

describe('a plan', () => {
  it('a plan is read, applied by one set, and the rest dropped as a whole', async () => {
    for (const path of ['a.txt', 'b.txt', 'c.txt']) await create(path);
    expect(isThere('a.txt')).toBe(false);
    await goTo(page, 'changes');
    const plan = page.getByLabel('The plan');
    await plan.getByText('Planned, and not written yet').waitFor();
    await page.getByRole('banner').getByText('changes are planned').waitFor();
    await plan.getByRole('link', { name: /b\.txt/ }).click();
    const change = page.getByLabel('The change');
    await change.getByText('This is a plan: nothing of it is on the disk').waitFor();
    await change.getByRole('row').filter({ hasText: 'of b.txt' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'plan');
    await change.getByRole('link', { name: 'the call' }).click();
    await page
      .getByLabel('The call')
      .getByRole('heading', { name: /^Changes/ })
      .getByText('planned')
      .waitFor();
    await page.goBack();
    await change.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('status').getByText('Written: 1 file (b.txt)').first().waitFor();
    expect(['a.txt', 'b.txt', 'c.txt'].map(isThere)).toEqual([false, true, false]);
    await poll(waiting).toBe(2);
    await plan.getByRole('button', { name: 'Drop all' }).click();
    await plan.waitFor({ state: 'detached' });
    expect(['a.txt', 'b.txt', 'c.txt'].map(isThere)).toEqual([false, true, false]);
    expect(await waiting()).toBe(0);
  });

  it('a plan does not hold what acts at once, and the question says so', async () => {
    const args = { command: 'sleep 60', background: true };
    world.api('/tools/bash/try', { args, by: 'agent' }).catch(() => {});
    const find = async () => (await world.api<ApprovalList>('/approvals')).pending[0]?.id;
    await poll(find).toBeTypeOf('string');
    await goTo(page, `approvals/${await find()}`);
    await page.getByLabel('The question').getByText('this acts at once').waitFor();
    await untilAnswerable(page);
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await poll(find).toBe(undefined);
  });
});
