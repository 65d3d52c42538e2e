import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallList, ChangeList, OutputPage } from '../../../src/console/api.ts';
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

let world: World;
let browser: Browser;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  const files = { 'word.txt': 'one\n', 'other.txt': 'same\n' };
  [world, browser] = await Promise.all([openWorld(['--policy', 'privileged'], files), openBrowser()]);
  ({ page, complaints } = await openPage(browser, `${world.link}#/changes`));
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const read = (path: string): string => readFileSync(join(world.root, path), 'utf8');
const call = (name: string, args: object) => world.api<{ ok: boolean }>(`/tools/${name}/try`, { args, by: 'agent' });
const change = () => page.getByLabel('The change');
const redo = () => page.getByRole('button', { name: 'Redo the last undo' });

async function openNewest(): Promise<void> {
  const { sets } = await world.api<ChangeList>('/changes');
  await goTo(page, `changes/${sets[0]!.id}`);
  await change().getByRole('heading', { level: 2 }).waitFor();
}

/** Answers to the page about this wait until they are let go, as on a slow machine. */
async function holdAnswers(about: RegExp) {
  let held = 0;
  let letGo = () => {};
  const going = new Promise<void>(resolve => {
    letGo = resolve;
  });
  await page.route(about, async route => {
    held++;
    await going;
    await route.continue();
  });
  return { release: letGo, held: () => held };
}

describe('an undo', () => {
  it('an undo shows one diff, what it did itself, and offers redo only where there is something to redo', async () => {
    await call('edit_file', { path: 'word.txt', old_text: 'one', new_text: 'two' });
    await openNewest();
    await change().getByRole('row').filter({ hasText: 'two' }).waitFor();
    expect(await redo().count()).toBe(0);
    await change().getByRole('button', { name: 'Undo this change' }).click();
    await change().getByLabel('Outcome').getByText('Taken back').waitFor();
    expect(read('word.txt')).toBe('one\n');
    expect(await change().locator('.diff').count()).toBe(1);
    expect(await change().locator('tr.remove').allTextContents()).toEqual(['two']);
    expect(await change().locator('tr.add').allTextContents()).toEqual(['one']);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'undone');
    await redo().waitFor();
    await change().getByRole('button', { name: 'Redo: bring it back' }).click();
    await change().getByLabel('Outcome').getByText('Brought back').waitFor();
    expect(read('word.txt')).toBe('two\n');
    expect(await change().locator('tr.add').allTextContents()).toEqual(['two']);
    await redo().waitFor({ state: 'detached' });
  });

  it('an undo of a turn is not told under the name of another change that is open', async () => {
    await call('write_file', { path: 'older.txt', content: 'older\n' });
    const older = (await world.api<ChangeList>('/changes')).sets[0]!.id;
    await call('write_file', { path: 'newer.txt', content: 'newer\n' });
    await goTo(page, `changes/${older}`);
    await change()
      .getByRole('heading', { name: /older\.txt/ })
      .waitFor();
    // The list is told of the newer one a moment later, and its turn is then the first.
    await page
      .getByText(/newer\.txt/)
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^Undo turn/ })
      .first()
      .click();
    await change().getByLabel('Outcome').getByText('Taken back').waitFor();
    expect(existsSync(join(world.root, 'newer.txt'))).toBe(false);
    expect(await change().locator('tr.remove').allTextContents()).toEqual(['newer']);
    expect(await change().getByText('older').count()).toBe(0);
    await change().getByRole('button', { name: 'Close' }).click();
    await change().getByRole('row').filter({ hasText: 'older' }).waitFor();
  });

  it('an undo that meets later work is explained with what can be done, and is no failed call', async () => {
    world.write('word.txt', 'by hand\n');
    await openNewest();
    await goTo(page, 'changes');
    await page
      .getByRole('button', { name: /^Undo turn/ })
      .last()
      .click();
    const conflict = page.getByRole('alert', { name: 'Conflict' });
    await conflict.getByText('Nothing was touched').waitFor();
    await conflict.getByText('Undo the later changes first').waitFor();
    await conflict.getByRole('row').filter({ hasText: 'by hand' }).first().waitFor();
    expect(await page.getByText('failed', { exact: true }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'undo-conflict');
    await conflict.getByRole('button', { name: 'Leave it as it is' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(read('word.txt')).toBe('by hand\n');
    expect((await world.api<CallList>('/calls?outcome=failed')).calls).toEqual([]);
  });
});

describe('what waits to be written', () => {
  it('what waits to be written is read, and applied or dropped by file', async () => {
    const wait = 'echo begun; until grep -q hand other.txt; do sleep 0.1; done';
    const command = `${wait}; for f in a b c; do echo "$f" > "$f.txt"; done; echo mine > other.txt`;
    call('bash', { command }).catch(() => {});
    const printed = async () => {
      const { calls } = await world.api<CallList>('/calls?outcome=running');
      return calls[0] && (await world.api<OutputPage>(`/calls/${calls[0].id}/output`)).text;
    };
    await poll(printed).toContain('begun');
    world.write('other.txt', 'by hand\n');
    await poll(async () => (await world.api<ChangeList>('/changes')).pending.length).toBe(1);
    await goTo(page, 'changes');
    await page.getByLabel('Pending changes').getByRole('link').click();
    await change().getByText('Someone else changed the same files').waitFor();
    await change().getByRole('row').filter({ hasText: 'mine' }).waitFor();
    for (const path of ['b.txt', 'c.txt', 'other.txt']) await change().getByLabel(`Take ${path}`).uncheck();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'waiting');
    // Until the page has what is left, nothing can be clicked that is about what was there.
    const answers = await holdAnswers(/\/api\/changes\/[^/]+$/);
    await change().getByRole('button', { name: 'Apply 1 of 4 files' }).click();
    await poll(() => existsSync(join(world.root, 'a.txt'))).toBe(true);
    await poll(answers.held).toBeGreaterThan(0);
    for (const name of [/^Apply/, /^Drop/])
      expect(await change().getByRole('button', { name }).isDisabled()).toBe(true);
    answers.release();
    await change().getByRole('status').getByText('Written: 1 file (a.txt)').waitFor();
    expect(await change().getByLabel('Take a.txt').count()).toBe(0);
    expect(read('a.txt')).toBe('a\n');
    expect(existsSync(join(world.root, 'b.txt'))).toBe(false);
    await change().getByLabel('Take b.txt').uncheck();
    await change().getByRole('button', { name: 'Drop 2 of 3 files' }).click();
    await change().getByRole('status').getByText('Dropped: 2 files').waitFor();
    expect(read('other.txt')).toBe('by hand\n');
    await change().getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('status').getByText('Written: 1 file (b.txt)').first().waitFor();
    await poll(async () => (await world.api<ChangeList>('/changes')).pending).toEqual([]);
    expect(['b.txt', 'c.txt'].map(path => existsSync(join(world.root, path)))).toEqual([true, false]);
  });

  it('what waits to be written had nothing refused or thrown on the way', () => expect(complaints).toEqual([]));
});
