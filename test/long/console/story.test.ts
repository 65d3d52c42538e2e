import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AgentList, AgentState, ApprovalList, Overview } from '../../../src/console/api.ts';
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
let run: AgentState;
let reader: AgentState;

beforeAll(async () => {
  [world, browser] = await Promise.all([openWorld(['--demo']), openBrowser()]);
  await world.api('/demo/start', {});
  await vi.waitFor(async () => expect(await answerAll()).toBe('ended'), { timeout: 120_000, interval: 100 });
  const { agents } = await world.api<AgentList>('/agents');
  run = agents.find(({ parent }) => parent === undefined)!;
  reader = agents.find(({ parent }) => parent === run.id)!;
  ({ page, complaints } = await openPage(browser, world.link));
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Nobody sits at this demo. */
async function answerAll(): Promise<string> {
  const { pending } = await world.api<ApprovalList>('/approvals');
  for (const { id } of pending) await world.api(`/approvals/${id}`, { answer: 'allow_once', by: 'Sam' });
  return (await world.api<Overview>('/overview')).demo?.running ? 'running' : 'ended';
}

const open = (place: string) => goTo(page, place);
const story = () => page.getByLabel('The run', { exact: true });

describe('a run', () => {
  it('a run has in the trace the agent that it started below the call that did', async () => {
    const rows = page.getByLabel('Calls, by run').locator('.trace-row');
    await rows.filter({ hasText: 'Read the shop' }).first().waitFor();
    const texts = await rows.allTextContents();
    const spawned = texts.findIndex(text => text.includes('spawn_agent'));
    expect(texts[spawned + 1]).toContain('Read the shop, and say what it sells.');
    const depth = async (index: number) =>
      Number(/depth-(\d)/.exec((await rows.nth(index).locator('.trace-name').getAttribute('class'))!)?.[1]);
    expect(await depth(spawned + 1)).toBe((await depth(spawned)) + 1);
    expect(await depth(spawned + 2)).toBe((await depth(spawned)) + 2);
  });

  it('a run is chosen by its prompt and time, with the agents below it', async () => {
    const choice = page.getByLabel('Filter by run');
    const names = await choice.locator('option').allTextContents();
    expect(names).toContainEqual(
      expect.stringMatching(/^Give the shop a discount, and clear out what is old\. · \d\d:\d\d$/),
    );
    await choice.selectOption(run.id);
    await poll(() => page.locator('.total').textContent()).toBe(`${run.calls + reader.calls} calls`);
    await choice.selectOption('');
  });

  it('a run is told from its prompt to its answer, with the numbers of the ledger', async () => {
    await page.getByRole('link', { name: 'Give the shop a discount, and clear out what is old.' }).first().click();
    await story().getByText('Asked', { exact: true }).waitFor();
    await story().getByText(`${run.calls} of 60 calls`).waitFor();
    await story()
      .getByText(`${run.tokens.toLocaleString('en')} of 20,000 tokens`)
      .waitFor();
    const steps = await story().locator('.step').allTextContents();
    expect(steps[0]).toContain('Give the shop a discount, and clear out what is old.');
    expect(steps.at(-1)).toContain('Answer');
    expect(steps.filter(text => text.includes('POLICY_DENIED'))).toHaveLength(1);
    await shoot(page, 'story');
  });

  it('a run leads to its calls and agents, and back', async () => {
    const ran = story().locator('.step.call').filter({ hasText: 'checking part' });
    await ran.locator('summary').click();
    await ran.getByLabel('Output', { exact: true }).getByText('checking part 4 of 4').waitFor();
    await ran.getByRole('link', { name: 'this call, stage by stage' }).click();
    await page
      .getByLabel('The call')
      .getByRole('link', { name: 'Give the shop a discount, and clear out what is old.' })
      .click();
    await story().getByRole('link', { name: 'its story' }).click();
    await poll(() => page.url()).toContain(reader.id);
    await story().getByRole('link', { name: 'the call that did' }).click();
    await page.getByLabel('The call').getByText('spawn_agent').first().waitFor();
    await page.getByLabel('The call').getByRole('link', { name: reader.agent }).click();
    await story().getByRole('link', { name: 'who started it' }).click();
    await story().getByRole('link', { name: 'its calls in time' }).click();
    await poll(() => page.getByLabel('Filter by run').inputValue()).toBe(run.id);
  });

  it('a run is also at the address that people would guess', async () => {
    await open(`runs/${run.id}`);
    await story().getByText('Asked', { exact: true }).waitFor();
  });

  it.each([
    [390, 'light'],
    [1_800, 'dark'],
  ] as const)('a run fits and keeps nobody out at %i pixels, %s', async (width, colorScheme) => {
    const { page: other } = await openPage(browser, world.link, { viewport: { width, height: 800 }, colorScheme });
    for (const place of ['live', `agents/${run.id}`]) {
      await goTo(other, place);
      await other
        .locator(place === 'live' ? '.trace-row.call' : '.step.call')
        .first()
        .waitFor();
      await shoot(other, `${place.split('/')[0]}-${width}-${colorScheme}`);
      expect(await axeViolations(other)).toEqual([]);
      expect(Number(await other.evaluate('document.documentElement.scrollWidth - innerWidth'))).toBeLessThanOrEqual(0);
    }
    await other.context().close();
  });

  it('a run is stopped after a second look', async () => {
    await world.api('/demo/start', {});
    const atWork = async () =>
      (await world.api<AgentList>('/agents')).agents.find(
        each => each.parent === undefined && each.endedAt === undefined,
      );
    await poll(atWork).toBeDefined();
    const { id } = (await atWork())!;
    await open(`agents/${id}`);
    await story().getByRole('button', { name: 'Stop this run' }).click();
    await story().getByRole('button', { name: 'Let it go on' }).click();
    await story().getByRole('button', { name: 'Stop this run' }).click();
    await shoot(page, 'stop-run');
    await story().getByRole('button', { name: 'Stop it' }).click();
    await poll(async () => (await world.api<Overview>('/overview')).demo?.running).toBe(false);
    await poll(() => story().getByRole('heading', { level: 2 }).textContent()).not.toContain('at work');
    expect(await story().getByRole('button', { name: 'Stop' }).count()).toBe(0);
    // It is no failure, and has no code for a name.
    await poll(() => story().getByRole('heading', { level: 2 }).textContent()).toContain('stopped');
    await story().getByText('It was stopped', { exact: true }).waitFor();
  });

  it('a run had nothing refused or thrown', () => expect(complaints).toEqual([]));
});
