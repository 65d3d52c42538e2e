import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallList } from '../../../src/console/api.ts';
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
  [world, browser] = await Promise.all([openWorld(['--policy', 'privileged']), openBrowser()]);
  const permissions = ['clipboard-read', 'clipboard-write'];
  ({ page, complaints } = await openPage(browser, world.link, { permissions }));
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const call = () => page.getByLabel('The call');
const output = () => call().getByLabel('Output', { exact: true });

async function run(command: string): Promise<void> {
  const { callID } = await world.api<{ callID: string }>('/tools/bash/try', { args: { command } });
  await goTo(page, `live/${callID}`);
}

/** Its page is open while it runs. */
async function begin(command: string): Promise<void> {
  const ended = world.api('/tools/bash/try', { args: { command } });
  ended.catch(() => {});
  const running = async () => (await world.api<CallList>('/calls?outcome=running')).calls[0]?.id;
  await poll(running).toBeTypeOf('string');
  await goTo(page, `live/${await running()}`);
}

describe('what a command prints', () => {
  it('what a command prints goes on in the pane however much it is, also after a reload', async () => {
    world.write('go', 'no');
    const long = 'x'.repeat(300);
    const print = `for i in $(seq 1 3000); do echo "line $i ${long}"; done`;
    await begin(`${print}; until grep -q yes go; do sleep 0.1; done; echo "after the wait"`);
    await output().getByText('line 3000 ').waitFor();
    await page.reload();
    await output().getByText('line 3000 ').waitFor();
    world.write('go', 'yes');
    await output().getByText('after the wait').waitFor();
    await call().getByText('3,001 lines').waitFor();
    expect(await page.locator('.printed').count()).toBeLessThan(1_000);
    await output().evaluate(element => element.scrollTo(0, 0));
    await output().getByText('line 1 x').waitFor();
  });

  it('what a command prints has its colours and nothing else of a terminal', async () => {
    await run(`printf '\\033[1;31mred\\033[0m \\033]0;title\\007\\033[2Jplain \\342\\200\\256 <b>\\n'`);
    await output().getByText('red plain \\u{202e} <b>').waitFor();
    expect(await output().locator('.sgr-ink-1.sgr-bold').textContent()).toBe('red');
    const colourOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('.output ${selector}')).color`);
    expect(await colourOf('.sgr-ink-1')).not.toBe(await colourOf('.printed'));
    expect(await axeViolations(page)).toEqual([]);
  });

  it('what a command prints is searched, wrapped and copied', async () => {
    await run(`for i in $(seq 1 2000); do echo "word $i"; done; echo "a needle ${'y'.repeat(900)}"; seq 1 500`);
    const find = call().getByLabel('Find in what it printed');
    await find.fill('NEEDLE');
    await call().getByText('in 1 line', { exact: true }).waitFor();
    await find.press('Enter');
    await output().locator('.printed.target mark').getByText('needle').waitFor();
    await shoot(page, 'output-found');
    const wide = () => output().evaluate(element => element.scrollWidth - element.clientWidth);
    expect(await wide()).toBe(0);
    await call().getByRole('button', { name: 'Wrap' }).click();
    await poll(wide).toBeGreaterThan(0);
    await call().getByRole('button', { name: 'Wrap' }).click();
    await call().getByRole('button', { name: 'Copy' }).click();
    await call().getByText('Copied').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied.split('\n').slice(0, 2)).toEqual(['word 1', 'word 2']);
    expect(copied).toContain('a needle y');
  });

  it('what a command prints is followed at its end until someone scrolls away', async () => {
    world.write('go', 'no');
    const print = 'for i in $(seq 1 500); do echo "first $i"; done';
    await begin(`${print}; until grep -q yes go; do sleep 0.1; done; for i in $(seq 1 50); do echo "late $i"; done`);
    await output().getByText('first 500').waitFor();
    await output().evaluate(element => element.scrollTo(0, 0));
    await output().getByText('first 1', { exact: true }).waitFor();
    expect(await call().getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('false');
    world.write('go', 'yes');
    await call().getByText('550 lines').waitFor();
    expect(await output().evaluate(element => element.scrollTop)).toBe(0);
    await call().getByRole('button', { name: 'Follow' }).click();
    await output().getByText('late 50').waitFor();
  });

  it('what a command prints says what of very much is not there, and has its end', async () => {
    await run(`head -c 30000000 /dev/zero | tr '\\0' 'z' | fold -w 99; echo "the very end"`);
    await call().getByRole('button', { name: 'Follow' }).click();
    await output().getByText('the very end').waitFor();
    await call()
      .getByText(/lines here/)
      .waitFor();
    await output().locator('.printed[data-line^="+"]').first().waitFor();
    const remarks = call().getByLabel('Find in what it printed');
    await remarks.fill('not in the records');
    await call().getByText('in 1 line', { exact: true }).waitFor();
    await remarks.press('Enter');
    await output().locator('.printed-remark').waitFor();
    await shoot(page, 'output-cut');
  });

  it('what a command prints had nothing refused or thrown', () => expect(complaints).toEqual([]));
});
