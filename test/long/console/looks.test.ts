import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TABS, type TabId } from '../../../page/core/tabs.ts';
import type {
  ApprovalList,
  CallList,
  ChangeList,
  DeadLetterList,
  JobList,
  TaskList,
} from '../../../src/console/api.ts';
import { axeViolations, openBrowser, openPage, openWorld, type World } from '../../support/console/page-world.ts';

/** A person looks at what is written there. */
const given = process.env.TOOLGATE_SCREENSHOTS;
const folder = given ?? mkdtempSync(join(tmpdir(), 'toolgate-looks-'));

let world: World;
let browser: Browser;
/** What is opened of each list. */
let opened: Partial<Record<string, string>>;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const files = { 'src/price.ts': 'export const PRICE = 3;\n', 'README.md': '# Shop\n\nIt sells apples.\n' };
  [world, browser] = await Promise.all([openWorld(['--policy', 'privileged'], files), openBrowser()]);
  opened = await fill(world);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
});

/** Something of everything, through the same door as the page. */
async function fill({ api, restart }: World): Promise<Partial<Record<string, string>>> {
  const call = (name: string, args: object) => api<{ callID: string }>(`/tools/${name}/try`, { args, by: 'Sam' });
  await call('create_task', { label: 'look', title: 'Look at the shop' });
  await call('create_task', { label: 'price', title: 'Give a discount', depends_on: ['look'] });
  await call('create_task', { label: 'notes', title: 'Tell everyone who reads about it', depends_on: ['price'] });
  await call('read_file', { path: '../outside' });
  const edited = await call('edit_file', { path: 'src/price.ts', old_text: 'PRICE = 3', new_text: 'PRICE = 4' });
  // Nobody knows what became of one whose process died.
  call('bash', { command: 'touch made; echo on its way; sleep 60' }).catch(() => {});
  await until(async () => (await api<CallList>('/calls?outcome=running')).calls[0]?.status === 'started');
  await restart();
  const asking = [
    call('bash', { command: 'while true; do echo tick; sleep 1; done', background: true }),
    call('write_file', { path: 'README.md', content: '# Shop\n\nIt sells apples \u202e<b>and pears</b>.\n' }),
  ];
  // One of them is never answered.
  for (const each of asking) each.catch(() => {});
  await until(async () => (await api<ApprovalList>('/approvals')).pending.length === 2);
  const { pending } = await api<ApprovalList>('/approvals');
  await api(`/approvals/${pending.find(({ tool }) => tool === 'bash')!.id}`, { answer: 'allow_once', by: 'Sam' });
  await until(async () => (await api<JobList>('/jobs')).jobs[0]?.output.includes('tick'));
  const { tasks } = await api<TaskList>('/tasks');
  const { sets } = await api<ChangeList>('/changes');
  const { letters } = await api<DeadLetterList>('/dead-letters');
  return {
    live: edited.callID,
    approvals: pending.find(({ tool }) => tool === 'write_file')!.id,
    changes: sets[0]!.id,
    tasks: tasks[0]!.id,
    failures: letters[0]!.id,
    tools: 'edit_file',
  };
}

/** Texts of rows in a list that stand outside of their row, over another one. */
const fallenOut = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.trace-row, a.row')].flatMap(row => {
    const { top, bottom, left, right } = row.getBoundingClientRect();
    return [...row.querySelectorAll('*')].flatMap(each => {
      const box = each.getBoundingClientRect();
      if (box.width === 0 || getComputedStyle(each).position === 'absolute') return [];
      const outside = box.bottom > bottom + 2 || box.top < top - 2 || box.right > right + 2 || box.left < left - 2;
      return outside ? ['outside of its row: ' + each.textContent] : [];
    });
  })`);

const until = (holds: () => Promise<boolean | undefined>) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 120_000, interval: 100 });

/** What is there when a tab has loaded. */
const CONTENT: Readonly<Record<TabId, string>> = {
  live: '.trace-row',
  approvals: '.row',
  changes: '.row',
  tasks: '.task',
  agents: '.run-line',
  jobs: '.card',
  failures: '.row',
  tools: '.row',
  policy: '.pairs',
};

const LOOKS = [390, 1280, 1800].flatMap(width => (['light', 'dark'] as const).map(scheme => ({ width, scheme })));

describe.each(LOOKS)('at $width pixels, $scheme', ({ width, scheme }) => {
  it('every tab fits, is seen, and keeps nobody out', async () => {
    const viewport = { width, height: width === 390 ? 800 : 900 };
    const { page, complaints } = await openPage(browser, world.link, { viewport, colorScheme: scheme });
    const problems: Record<string, readonly string[]> = {};
    for (const { id } of TABS) {
      for (const open of [undefined, ...(opened[id] === undefined ? [] : [opened[id]])]) {
        const name = `${id}${open === undefined ? '' : '-open'}-${width}-${scheme}`;
        await page.evaluate(`location.hash = '#/${id}${open === undefined ? '' : `/${open}`}'`);
        await page
          .locator(`main.tab-${id} ${open === undefined ? CONTENT[id] : '.split-detail h2'}`)
          .first()
          .waitFor({ state: 'attached' });
        await page.getByText('Loading…').waitFor({ state: 'detached' });
        await page.screenshot({ path: join(folder, `${name}.png`) });
        const wide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
        const found = [
          ...(wide > 0 ? [`${wide} pixels too wide`] : []),
          ...(await fallenOut(page)),
          ...(await axeViolations(page)),
        ];
        if (found.length > 0) problems[name] = found;
      }
    }
    expect(problems).toEqual({});
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
