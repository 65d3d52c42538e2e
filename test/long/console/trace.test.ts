import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalList, Overview } from '../../../src/console/api.ts';
import type { Store } from '../../../src/store/port.ts';
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
import { openLedger, seedRun } from '../../support/console/seed.ts';

// A process, a browser and a sandbox on a loaded machine.

let world: World;
let browser: Browser;
let page: Page;
let complaints: readonly string[];
let store: Store;

beforeAll(async () => {
  [world, browser] = await Promise.all([openWorld(['--policy', 'privileged'], { 'a.txt': 'old\n' }), openBrowser()]);
  store = await openLedger(world);
  const at = Date.now() - 600_000;
  await seedRun(store, { session: 'long-run', prompt: 'Read every file of the shop', calls: 10_000, at });
  ({ page, complaints } = await openPage(browser, world.link));
});

afterAll(async () => {
  await browser?.close();
  await store?.close();
  await world?.close();
});

const list = () => page.getByLabel('Calls, by run');
const total = () => page.locator('.total');
const attempt = (command: string) => world.api<{ callID: string }>('/tools/bash/try', { args: { command } });

describe('the trace of a long run', () => {
  it('the trace of a long run says how many of how many are here, and has the run by its prompt above them', async () => {
    await poll(() => total().textContent()).toBe('200 of 10,000 calls');
    await list().getByRole('link', { name: 'Read every file of the shop' }).first().waitFor();
    expect(await page.locator('.trace-row').count()).toBeLessThan(100);
    await page.getByText('200 of 10,000 calls', { exact: true }).first().waitFor();
  });

  it('the trace of a long run looks at its end, and loads what was before from its beginning', async () => {
    await list().getByText('src/file-9999.ts').waitFor();
    await list().evaluate(element => element.scrollTo(0, 0));
    await page.getByRole('button', { name: '9,800 earlier calls' }).click();
    await poll(() => total().textContent()).toBe('400 of 10,000 calls');
    await page.getByRole('button', { name: '9,600 earlier calls' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'trace-long');
    await page.getByRole('button', { name: 'Newest' }).click();
    await list().getByText('src/file-9999.ts').waitFor();
  });

  it('the trace of a long run is folded and unfolded', async () => {
    const fold = list().getByRole('button', { name: 'Read every file of the shop' }).first();
    await fold.click();
    await poll(() => list().locator('a.trace-row').count()).toBe(0);
    await fold.click();
    await list().locator('a.trace-row').first().waitFor();
  });

  it('the trace of a long run is searched on the ledger too', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('file-77.ts');
    await list()
      .getByRole('link', { name: /file-77\.ts/ })
      .waitFor();
    await poll(() => list().locator('a.trace-row').count()).toBe(1);
    await page.getByLabel('Search names').fill('');
    await poll(() => list().locator('a.trace-row').count()).toBeGreaterThan(5);
  });

  it('the trace of a long run keeps its numbers true while thousands of events come', async () => {
    const of = { sessionID: 'busy', agent: 'runner' };
    for (let batch = 0; batch < 40; batch++) {
      const at = Date.now();
      const calls = Array.from(
        { length: 25 },
        (_, number) => `${at.toString(16).padStart(12, '0')}-${batch}-${number}`,
      );
      await store.events.append(
        calls.flatMap(callID => [
          { ...of, at, callID, type: 'tool_call_start', data: { toolName: 'bash', arguments: { command: callID } } },
          ...Array.from({ length: 8 }, () => ({
            ...of,
            at,
            callID,
            type: 'tool_output_chunk',
            data: { toolName: 'bash', chunk: 'printed\n' },
          })),
          { ...of, at, callID, type: 'tool_call_end', data: { toolName: 'bash', success: true, elapsed: 5 } },
        ]),
      );
    }
    const { lastSeq } = await world.api<Overview>('/overview');
    const status = page.locator('.connection');
    await poll(async () => Number(await status.getAttribute('data-seq'))).toBeGreaterThanOrEqual(lastSeq);
    expect(await status.getAttribute('data-skipped')).toBe('0');
    await page.getByLabel('Filter by agent').selectOption('runner');
    await poll(() => total().textContent()).toBe('1,000 calls');
    await page.getByLabel('Filter by agent').selectOption('');
  });
});

describe('a call in the trace', () => {
  it('a call in the trace whose program failed is amber with its number, in the list, the filter and its own page', async () => {
    const { callID } = await attempt('echo out of apples; exit 3');
    await page.getByLabel('Filter by outcome').selectOption('exit');
    const row = list().getByRole('link', { name: /exit 3/ });
    await row.waitFor();
    await poll(() => total().textContent()).toBe('1 call');
    expect(await row.getAttribute('class')).toContain('exit');
    await row.click();
    await page.getByLabel('The call').getByRole('heading', { level: 2 }).getByText('exit 3').waitFor();
    expect(page.url()).toContain(callID);
    await page.getByLabel('The call').getByRole('link', { name: 'its session' }).click();
    await page.getByLabel('The run', { exact: true }).locator('.step.call').filter({ hasText: 'exit 3' }).waitFor();
    await page.goBack();
    expect(await page.getByLabel('The call').getByRole('alert').count()).toBe(0);
    expect(await page.getByLabel('The call').locator('.arguments dt').allTextContents()).toEqual(['command']);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'trace-exit');
    await page.getByLabel('Filter by outcome').selectOption('');
  });

  it('a call in the trace took the same before and after a reload, waiting apart from running', async () => {
    const asked = world.api<{ callID: string }>('/tools/write_file/try', { args: { path: 'a.txt', content: 'new\n' } });
    const pending = async () => (await world.api<ApprovalList>('/approvals')).pending[0];
    await poll(pending).toBeDefined();
    const { id, stepId } = (await pending())!;
    await goTo(page, `live/${stepId}`);
    await list()
      .getByRole('link', { name: /waiting.*a\.txt/ })
      .waitFor();
    await page
      .getByLabel('The call')
      .getByText(/^waited/)
      .waitFor();
    await world.api(`/approvals/${id}`, { answer: 'allow_once', by: 'Sam' });
    await asked;
    const facts = page.getByLabel('The call').locator('.facts').first();
    await page.getByLabel('The call').getByRole('heading', { level: 2 }).getByText('ok').waitFor();
    const before = await facts.getByText(/^(?:waited|ran)/).allTextContents();
    expect(before).toEqual([expect.stringMatching(/^waited/), expect.stringMatching(/^ran/)]);
    await page.reload();
    await page.getByLabel('The call').getByRole('heading', { level: 2 }).getByText('ok').waitFor();
    await poll(() => facts.getByText(/^(?:waited|ran)/).allTextContents()).toEqual(before);
  });

  it('a call in the trace shows what was asked for beside what ran, where a person has changed it', async () => {
    const asked = world.api<{ callID: string }>('/tools/write_file/try', {
      args: { path: 'a.txt', content: 'asked\n' },
    });
    const pending = async () => (await world.api<ApprovalList>('/approvals')).pending[0];
    await poll(pending).toBeDefined();
    const { id } = (await pending())!;
    const args = { path: 'a.txt', content: 'by a person\n' };
    const { preview } = await world.api<{ preview: string }>(`/approvals/${id}/preview`, { args });
    await world.api(`/approvals/${id}`, { answer: 'allow_once', modifiedArgs: args, preview, by: 'Sam' });
    await goTo(page, `live/${(await asked).callID}`);
    await page.getByLabel('The call').getByRole('heading', { name: 'What was asked for' }).waitFor();
    const shown = await page.getByLabel('The call').locator('.arguments').allTextContents();
    expect(shown).toEqual([expect.stringContaining('by a person'), expect.stringContaining('asked')]);
  });

  it('a call in the trace is stopped by a person', async () => {
    const ended = attempt('echo begun; sleep 600');
    await list()
      .getByRole('link', { name: /running.*begun/ })
      .click();
    await page.getByLabel('The call').getByRole('button', { name: 'Stop this call' }).click();
    expect(await ended).toMatchObject({ ok: false });
    await page.getByLabel('The call').getByRole('heading', { level: 2 }).getByText('failed').waitFor();
    await page.getByLabel('The call').getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  });

  it('a call in the trace is reached by keyboard', async () => {
    await page.keyboard.press('Escape');
    await page.getByLabel('The call').waitFor({ state: 'detached' });
    const links = await list()
      .locator('a.trace-row')
      .evaluateAll(all => all.map(each => each.getAttribute('href')));
    expect(links.length).toBeGreaterThan(2);
    await page.keyboard.press('j');
    await page.getByLabel('The call').waitFor();
    const first = await page.evaluate('location.hash');
    await page.keyboard.press('j');
    await poll(() => page.evaluate('location.hash')).not.toBe(first);
    await page.keyboard.press('k');
    await poll(() => page.evaluate('location.hash')).toBe(first);
    await page.keyboard.press('Escape');
  });

  it('a call in the trace of a run ends with an answer that is told once, in the form that its model meant, and leads nowhere', async () => {
    const text =
      '# Done\n\nAll is **well**, see [it](https://evil.test/x).\n\n- <img src=x onerror=alert(1)>\n- `two`\n';
    const of = { sessionID: 'answered', agent: 'coder' };
    const tokens = { input: 1_200, output: 34 };
    const at = Date.now();
    await store.events.append([
      { ...of, at, type: 'agent_started', data: { type: 'coder', depth: 0, prompt: '# Is it *well*?' } },
      { ...of, at: at + 1, type: 'agent_said', data: { turn: 1, text, tokens } },
      { ...of, at: at + 2, type: 'agent_ended', data: { ok: true, text, tokens } },
    ]);
    await goTo(page, 'agents/answered');
    const story = page.getByLabel('The run', { exact: true });
    await story.getByText('1,200 in, 34 out tokens').waitFor();
    expect(await story.getByText('Done').count()).toBe(1);
    expect(await story.locator('.markdown strong').allTextContents()).toEqual(['well']);
    expect(await story.locator('.markdown li').allTextContents()).toEqual(['<img src=x onerror=alert(1)>', 'two']);
    await story.getByText('(https://evil.test/x)').waitFor();
    expect(await story.locator('.markdown').locator('a, img').count()).toBe(0);
    // What a person said is as they said it.
    await story.getByText('# Is it *well*?', { exact: true }).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('a call in the trace had nothing refused or thrown', () => expect(complaints).toEqual([]));
});
