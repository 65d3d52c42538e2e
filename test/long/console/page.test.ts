import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallList, ChangeList, Overview } from '../../../src/console/api.ts';
import {
  axeViolations,
  openBrowser,
  openPage,
  openPersonMenu,
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
const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

/** One demo, from its start to its end and back. */
describe('a newcomer at the console', () => {
  it('a newcomer at the console finds the token gone from the address, and nothing that was refused or thrown', async () => {
    expect(new URL(page.url()).searchParams.get('token')).toBe(null);
    expect(complaints).toEqual([]);
  });

  it('a newcomer at the console starts the demo and watches a call stream; a reload in the middle loses nothing', async () => {
    await openPersonMenu(page);
    await page.getByLabel('Your name').fill('Alex');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start the demo' }).click();
    const list = page.getByLabel('Calls, by run');
    await list
      .getByRole('link', { name: /checking part/ })
      .first()
      .click();
    const output = page.getByLabel('The call').getByLabel('Output');
    await output.getByText('checking part 1 of 4').waitFor();
    await page.reload();
    await output.getByText('checking part 1 of 4').waitFor();
    await output.getByText('checking part 4 of 4').waitFor();
    await page.getByLabel('The call').getByRole('heading', { level: 2 }).getByText('ok').waitFor();
    const stages = page.getByLabel('The call').locator('.stages > li .stage');
    await poll(() => stages.allTextContents()).toEqual(expect.arrayContaining(['decide', 'attempt', 'commit']));
    expect(await page.locator('.connection').getAttribute('data-skipped')).toBe('0');
  });

  it('approves with changed arguments, by keyboard and form', async () => {
    const args = { path: 'README.md', content: '# Shop\n\nWith a discount.\n' };
    world.api('/tools/write_file/try', { args, by: 'agent' }).catch(() => {});
    await page.keyboard.press('2');
    const question = page.getByLabel('The question');
    await page.getByRole('link', { name: /Write README.md/ }).click();
    await question.getByRole('heading', { name: /wants to write README.md/ }).waitFor();
    await untilAnswerable(page);
    await page.keyboard.press('e');
    await question.getByLabel('content').fill('# Shop\n\nChanged by a person.\n');
    await poll(() => question.getByRole('button', { name: 'Allow once, as changed' }).isEnabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await poll(() => read('README.md')).toBe('# Shop\n\nChanged by a person.\n');
    await page.getByText('Alex allowed it once, with changed arguments').first().waitFor();
  });

  it('a newcomer at the console rejects with a word to the model', async () => {
    const question = page.getByLabel('The question');
    await page.getByRole('link', { name: /Delete old/ }).click();
    await question.getByRole('heading', { name: /wants to delete old/ }).waitFor();
    await question.getByText('2 files').waitFor();
    expect(await question.getByLabel('Go to a file').count()).toBe(0);
    await untilAnswerable(page);
    await page.keyboard.press('r');
    await question.getByLabel('A word to the model').fill('Those notes are mine.');
    await page.keyboard.press('Enter');
    await page.getByText('Alex rejected it: “Those notes are mine.”').first().waitFor();
    expect(existsSync(join(shop, 'old/notes.txt'))).toBe(true);
    const denied = async () =>
      (await world.api<CallList>('/calls?outcome=denied&tool=delete_file')).calls[0]?.error?.message;
    await poll(denied).toContain('Those notes are mine.');
  });

  it('a newcomer at the console sees the tasks drawn and the agents as a tree with their budgets', async () => {
    await page.getByRole('button', { name: 'Play it again' }).waitFor();
    await tab('Tasks');
    await page.getByRole('link', { name: /look · done/ }).click();
    await page.getByLabel('The task').getByText('It sells apples and pears').waitFor();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByLabel('Tasks', { exact: true }).getByText('discount: Give a discount').waitFor();
    await tab('Runs');
    await page.locator('.agents .depth-1').getByText('demo/reader-1').waitFor();
    await page.getByRole('link', { name: /Give the shop a discount/ }).click();
    await page.getByText(/of 60 calls/).waitFor();
    await shoot(page, 'agents');
  });

  it('a newcomer at the console takes a turn back', async () => {
    const { sets } = await world.api<ChangeList>('/changes');
    const { turn } = sets.find(set => set.changes.some(change => change.path === 'src/price.ts'))!;
    await tab('Changes');
    await page.getByRole('button', { name: `Undo turn ${turn} of demo` }).click();
    await page.getByLabel('Outcome').getByText('Taken back').waitFor();
    expect(read('src/price.ts')).not.toContain('discount');
  });

  it('a newcomer at the console is shown a conflict as a diff, and forces only by a choice of its own', async () => {
    writeFileSync(join(shop, 'src/stock.ts'), read('src/stock.ts').replace('12', '99'));
    const { sets } = await world.api<ChangeList>('/changes?path=src/stock.ts');
    const turn = sets[0]!.turn;
    await page.getByRole('button', { name: `Undo turn ${turn} of demo` }).click();
    const conflict = page.getByRole('alert', { name: 'Conflict' });
    await conflict.getByRole('row').filter({ hasText: 'apples: 99' }).first().waitFor();
    expect(read('src/stock.ts')).toContain('apples: 99');
    const force = conflict.getByRole('button', { name: 'Undo all the same' });
    expect(await force.isDisabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('d');
    await shoot(page, 'conflict');
    await conflict.getByRole('checkbox').check();
    await force.click();
    await poll(() => read('src/stock.ts')).not.toContain('apples: 99');
    await page.getByRole('button', { name: 'Redo the last undo' }).click();
    await poll(() => read('src/stock.ts')).toContain('apples: 99');
  });

  it('a newcomer at the console tries a tool by its form, and has a call explained', async () => {
    await tab('Tools');
    await page.getByRole('searchbox').fill('read_file');
    await page.getByRole('link', { name: /^read_file/ }).click();
    const tool = page.getByLabel('The tool');
    await tool.getByLabel('path', { exact: true }).fill('README.md');
    await tool.getByRole('button', { name: 'Run' }).click();
    await tool.getByLabel('Outcome').getByText('Changed by a person.').waitFor();
    await tool.getByLabel('path', { exact: true }).fill('.env');
    await tool.getByRole('button', { name: 'Explain' }).click();
    await tool.getByLabel('Explanation').getByText('deny', { exact: true }).first().waitFor();
    await tool
      .getByLabel('Explanation')
      .getByText(/secrets/)
      .waitFor();
  });

  it('a newcomer at the console has replayed what a stricter policy would have said', async () => {
    await tab('Policy');
    await page.getByLabel('Policy', { exact: true }).selectOption('read-only');
    await page.getByRole('button', { name: 'Try it on past calls' }).click();
    const table = page.getByLabel('Verdicts that differ');
    await table.getByRole('row').filter({ hasText: 'edit_file' }).first().waitFor();
    await shoot(page, 'replay');
  });

  it('a newcomer at the console had nothing refused or thrown on the way', () => expect(complaints).toEqual([]));
});
