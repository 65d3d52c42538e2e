import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABS } from '../../../page/core/tabs.ts';
import type { ApprovalList, CallList, Overview, PolicyView } from '../../../src/console/api.ts';
import {
  axeViolations,
  goTo,
  openBrowser,
  openPage,
  openPersonMenu,
  openWorld,
  poll,
  shoot,
  untilAnswerable,
  type World,
} from '../../support/console/page-world.ts';
import { programPath } from '../../support/program-path.ts';

// A process, a browser and a sandbox on a loaded machine.

const ODD = programPath('odd-mcp-server');

let world: World;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const files = { 'README.md': '# Shop\n', 'src/stock.ts': 'export const stock = 12;\n' };
  const odd = { command: process.execPath, args: [ODD], sandbox: false };
  const opening = openWorld(['--policy', 'privileged'], files, { mcpServers: { odd } });
  [world, browser] = await Promise.all([opening, openBrowser()]);
  ({ page } = await openPage(browser, world.link));
  await openPersonMenu(page);
  await page.getByLabel('Your name').fill('Alex');
  await page.keyboard.press('Enter');
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const read = (path: string): string => readFileSync(join(world.root, path), 'utf8');
const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

/** A call that nobody waits for here; it may ask first. */
function begin(name: string, args: object): void {
  world.api(`/tools/${name}/try`, { args, by: 'agent' }).catch(() => {});
}

async function pendingId(tool: string): Promise<string> {
  const find = async () => (await world.api<ApprovalList>('/approvals')).pending.find(each => each.tool === tool)?.id;
  await poll(find).toBeTypeOf('string');
  return (await find())!;
}

describe('several people', () => {
  it('see who answered, and whoever comes second is told', async () => {
    begin('write_file', { path: 'README.md', content: '# Shop of Alex\n' });
    const id = await pendingId('write_file');
    const { page: other } = await openPage(browser, `${world.link}#/approvals/${id}`);
    const { page: late } = await openPage(browser, `${world.link}#/approvals/${id}`);
    const sentence = /wants to write README.md/;
    for (const each of [other, late]) await each.getByRole('heading', { name: sentence }).waitFor();
    // What others do no longer reaches this one.
    await late.route('**/api/approvals', route => route.abort());
    await goTo(page, `approvals/${id}`);
    await page.getByRole('heading', { name: sentence }).waitFor();
    await untilAnswerable(page);
    await page.keyboard.press('A');
    await page.getByText('This rule is saved: allow write_file ./README.md').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'rule');
    await page.getByLabel('Matches').fill('./README.md');
    await page.getByRole('button', { name: 'Allow, and save the rule' }).click();
    await other.getByRole('status').getByText('Alex allowed it always').waitFor();
    await late.getByRole('button', { name: 'Allow once' }).click();
    await late
      .getByRole('alert')
      .getByText(/answered \(allow_always by Alex\)/)
      .waitFor();
    await poll(() => read('README.md')).toBe('# Shop of Alex\n');
    for (const each of [other, late]) await each.context().close();
  });

  it('find the rule among the saved ones, and forget it', async () => {
    await tab('Policy');
    await page.getByRole('button', { name: 'Forget: allow write_file ./README.md' }).click();
    await poll(async () => (await world.api<PolicyView>('/policy')).saved).toEqual([]);
    await page.getByRole('list', { name: 'Saved rules' }).getByText('README').waitFor({ state: 'detached' });
  });
});

describe('the page', () => {
  it('the page shows hostile text as text', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const command = `printf '\\033[31mred\\033[0m \\342\\200\\256 ${evil}\\n'`;
    const { callID } = await world.api<{ callID: string }>('/tools/bash/try', { args: { command } });
    await goTo(page, `live/${callID}`);
    const output = page.getByLabel('The call').getByLabel('Output');
    await output.getByText(`red \\u{202e} ${evil}`).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('the page is all there by keyboard', async () => {
    for (const [index, { id }] of TABS.entries()) {
      await page.keyboard.press(String(index + 1));
      await page.locator(`main.tab-${id}`).waitFor();
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('allow once').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('8');
    await page.getByRole('link', { name: /^read_file/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByLabel('The tool').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('The tool').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('get_file_info');
    await poll(() => page.locator('.row').count()).toBe(1);
  });

  it('the page makes a form of lists and objects, and JSON of the same', async () => {
    await goTo(page, 'tools/edit_file');
    const tool = page.getByLabel('The tool');
    await tool.getByLabel(/^path/).fill('src/stock.ts');
    await tool.getByRole('button', { name: 'Add to edits' }).click();
    await tool.getByLabel('old_text').last().fill('12');
    await tool.getByLabel('new_text').last().fill('11');
    await shoot(page, 'form');
    await tool.getByRole('button', { name: 'JSON' }).click();
    const json = JSON.parse(await tool.getByLabel('Arguments as JSON').inputValue());
    expect(json).toEqual({ path: 'src/stock.ts', edits: [{ old_text: '12', new_text: '11' }] });
    await tool.getByRole('button', { name: 'Run' }).click();
    await tool.getByLabel('Outcome').getByText('done').waitFor();
    expect(read('src/stock.ts')).toBe('export const stock = 11;\n');
    await tool.getByLabel('Arguments as JSON').fill('{');
    await tool.getByText(/no JSON yet/).waitFor();
    expect(await tool.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
  });

  it('the page shows a command in the background, and stops it', async () => {
    begin('bash', { command: 'while true; do echo tick; sleep 0.2; done', background: true });
    await world.api(`/approvals/${await pendingId('bash')}`, { answer: 'allow_once' });
    await tab('Jobs');
    await page
      .getByLabel(/^Output of/)
      .getByText('tick')
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.card').getByText('ended', { exact: true }).waitFor();
  });

  it('the page misses none of many events that come at once', async () => {
    await tab('Live');
    const calls = Array.from({ length: 150 }, (_, limit) => ({ path: 'README.md', limit: limit + 1 }));
    await Promise.all(calls.map(args => world.api('/tools/read_file/try', { args })));
    const { lastSeq } = await world.api<Overview>('/overview');
    const status = page.locator('.connection');
    await poll(async () => Number(await status.getAttribute('data-seq'))).toBeGreaterThanOrEqual(lastSeq);
    expect(await status.getAttribute('data-skipped')).toBe('0');
    await page.getByLabel('Filter by tool').selectOption('read_file');
    await page.locator('.total').getByText('150 calls').waitFor();
    expect(await page.locator('.windowed .trace-row').count()).toBeLessThan(100);
    await page.getByLabel('Filter by tool').selectOption('');
  });

  it('the page begins anew where the numbers do: that is another store', async () => {
    const context = await browser.newContext();
    const anew = await context.newPage();
    const asked: string[] = [];
    await anew.route('**/api/events?*', (route, request) => {
      asked.push(new URL(request.url()).searchParams.get('from') ?? '');
      const gap = { contentType: 'text/event-stream', body: 'event: gap\nid: 0\ndata: []\n\n' };
      return asked.length === 1 ? route.fulfill(gap) : route.continue();
    });
    await anew.goto(world.link);
    const { lastSeq } = await world.api<Overview>('/overview');
    const status = anew.locator('.connection');
    await poll(async () => Number(await status.getAttribute('data-seq'))).toBeGreaterThanOrEqual(lastSeq);
    expect(asked[1]).toBe('0');
    expect(Number(await status.getAttribute('data-received'))).toBeGreaterThanOrEqual(lastSeq);
    await context.close();
  });

  it('the page keeps the name and the colours over a reload', async () => {
    await openPersonMenu(page);
    await page.getByText('Dark', { exact: true }).click();
    await page.reload();
    await page.locator('.connection.live').waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await openPersonMenu(page);
    expect(await page.getByLabel('Your name').inputValue()).toBe('Alex');
    await page.getByText('System', { exact: true }).click();
    await page.keyboard.press('Escape');
    expect(await page.locator('html').getAttribute('data-theme')).toBe(null);
  });

  it('the page applies what a command wrote while someone else changed the same file', async () => {
    const wait = 'echo begun; until grep -q hand README.md; do sleep 0.1; done';
    begin('bash', { command: `${wait}; echo "# of the command" > README.md` });
    await tab('Live');
    await page.getByRole('link', { name: /running.*begun/ }).waitFor();
    world.write('README.md', '# by hand\n');
    await tab('Changes');
    const pending = page.getByLabel('Pending changes');
    await pending.getByRole('button', { name: 'Apply' }).waitFor();
    await shoot(page, 'pending');
    await pending.getByRole('button', { name: 'Apply' }).click();
    await poll(() => read('README.md')).toBe('# of the command\n');
    await pending.waitFor({ state: 'detached' });
  });

  it('the page is shown a conflict of a redo too; j and k go through the changes', async () => {
    world.write('word.txt', 'one\n');
    const edit = { path: 'word.txt', old_text: 'one', new_text: 'two' };
    await world.api('/tools/edit_file/try', { args: edit, by: 'agent' });
    await world.api('/undo', { path: 'word.txt', by: 'Sam' });
    world.write('word.txt', 'by hand\n');
    await tab('Changes');
    // The undo and what it took back are the newest.
    const about = page.locator('.timeline a', { hasText: 'word.txt' });
    await poll(() => about.count()).toBeGreaterThanOrEqual(2);
    await goTo(page, 'changes');
    const rows = page.locator('.timeline a.row');
    const links = await rows.evaluateAll(all => all.map(each => each.getAttribute('href')));
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
    await poll(() => page.evaluate('location.hash')).toBe(links[0]);
    await page.keyboard.press('j');
    await poll(() => page.evaluate('location.hash')).toBe(links[1]);
    await page.getByRole('region', { name: 'The change' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Redo the last undo' }).click();
    const conflict = page.getByRole('alert', { name: 'Conflict' });
    await conflict.getByRole('row').filter({ hasText: 'by hand' }).first().waitFor();
    expect(read('word.txt')).toBe('by hand\n');
    await conflict.getByRole('checkbox').check();
    await conflict.getByRole('button', { name: 'Redo all the same' }).click();
    await poll(() => read('word.txt')).toBe('two\n');
  });

  it('the page leads from a call that waits to its question, and says where a diff shows only its beginning', async () => {
    const lines = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word} ${index}\n`).join('');
    world.write('long.txt', lines('old'));
    begin('write_file', { path: 'long.txt', content: lines('new') });
    const id = await pendingId('write_file');
    const { pending } = await world.api<ApprovalList>('/approvals');
    await goTo(page, `live/${pending.find(each => each.id === id)!.stepId}`);
    const stages = page.getByLabel('The call').locator('.stages > li .stage');
    await poll(() => stages.allTextContents()).toEqual(['resolve', 'decide', 'approve']);
    await page.getByRole('link', { name: 'go to the question' }).click();
    await page.getByText('only the beginning').waitFor();
    await untilAnswerable(page);
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByText('Alex rejected it').first().waitFor();
  });

  it('the page has the form of a foreign tool before its first call', async () => {
    await tab('Tools');
    await page.getByRole('link', { name: /^odd__echo/ }).click();
    await page.getByRole('textbox', { name: 'words' }).waitFor();
  });

  it('the page goes on by itself after a crash of the server, and shows what that left', async () => {
    await tab('Live');
    world.write('pause', '60');
    for (const file of ['made', 'more']) begin('bash', { command: `sleep "$(cat pause)"; touch ${file}` });
    const started = async () => {
      const { calls } = await world.api<CallList>('/calls?outcome=running');
      return calls.filter(({ tool, status }) => tool === 'bash' && status === 'started').length;
    };
    await poll(started).toBe(2);
    await world.restart();
    await page
      .getByRole('link', { name: /failed.*OUTCOME_UNKNOWN/ })
      .first()
      .waitFor();
    expect(await page.locator('.connection').getAttribute('data-skipped')).toBe('0');
    await tab('Failures');
    await page.getByRole('link', { name: /open.*more.*OUTCOME_UNKNOWN/ }).click();
    await page.getByRole('button', { name: 'Drop it' }).click();
    await page.getByRole('button', { name: 'Drop it' }).waitFor({ state: 'detached' });
    world.write('pause', '0');
    await page.getByRole('link', { name: /open.*made.*OUTCOME_UNKNOWN/ }).click();
    await page.getByRole('button', { name: 'Run it again' }).click();
    // What came of it stays, though the letter is gone from the list.
    await page.getByRole('region', { name: 'Outcome' }).getByText('done').waitFor();
    await page.getByRole('link', { name: /OUTCOME_UNKNOWN/ }).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Outcome' }).getByText('done').waitFor();
    expect(read('made')).toBe('');
  });

  it('the page says what to do without the token', async () => {
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await stranger.goto(world.url);
    await stranger.getByText('toolgate serve').waitFor();
    await stranger.route('**/api/**', route => route.fulfill({ status: 401, json: { error: { message: 'no' } } }));
    await stranger.goto(world.link);
    await stranger.getByRole('alert').getByText('This page needs the link').waitFor();
    expect(await axeViolations(stranger)).toEqual([]);
    await context.close();
  });
});
