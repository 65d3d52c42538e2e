// node bench/console-page.ts: the console's page in a real browser, with 100,000 events in the store, and in a burst.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildPage, PAGE_FILE } from '../scripts/build/build-page.ts';
import { openBrowser } from '../scripts/pictures/open-demo.ts';
import { createHttpApp, createMcpEndpoint, createMcpServing, listen } from '../src/adapters/mcp/server/index.ts';
import { createConsole } from '../src/console/create-console.ts';
import { createToolgate } from '../src/gate/create-toolgate.ts';
import type { Toolgate } from '../src/gate/toolgate.ts';
import type { EventRow } from '../src/store/port.ts';
import { newId } from '../src/tool/id.ts';

const STORED = 100_000;
const RATE = 5_000;
const SECONDS = 10;
/** Of one call: its start, what it prints, its end. */
const STORY = ['tool_call_start', 'tool_output_chunk', 'tool_output_chunk', 'tool_output_chunk', 'tool_call_end'];
const TOKEN = 'a-token-for-the-bench';

type NewEvent = Omit<EventRow, 'seq'>;

function storyOf(callID: string, at: number): NewEvent[] {
  const who = { sessionID: `s${at % 7}`, agent: `agent-${at % 5}`, callID, at };
  return STORY.map(type => ({
    ...who,
    type,
    data: {
      toolName: 'bash',
      ...(type === 'tool_call_start' ? { arguments: { command: `make part-${at}` } } : {}),
      ...(type === 'tool_output_chunk' ? { chunk: `a line of output ${at}\n` } : {}),
      ...(type === 'tool_call_end' ? { success: at % 9 !== 0, result: { title: 'make', output: 'done' } } : {}),
    },
  }));
}

async function fill({ store }: Toolgate): Promise<void> {
  const start = Date.now() - STORED;
  for (let made = 0; made < STORED; made += 1_000) {
    const ids = Array.from({ length: 1_000 / STORY.length }, newId);
    await store.events.append(ids.flatMap((id, index) => storyOf(id, start + made + index)));
    for (const [index, id] of ids.entries()) {
      await store.calls.save({
        id,
        sessionID: 's0',
        turn: made,
        agent: 'agent-0',
        processID: 'p',
        tool: 'bash',
        args: { command: 'make' },
        status: 'settled',
        effects: [],
        danger: 'safe',
        verdict: 'allow',
        repeatable: true,
        ok: true,
        preparedAt: start + made + index,
        settledAt: start + made + index + 5,
      });
    }
  }
  await store.flush();
}

async function serve(gate: Toolgate) {
  const mcp = createMcpEndpoint(await createMcpServing(gate, { version: '0' }));
  let port = 0;
  const people = createConsole({
    gate,
    version: '0',
    settings: { trusted: true, sources: {}, withheld: [] },
    page: () => readFileSync(PAGE_FILE, 'utf8'),
    port: () => port,
    isToken: given => given === TOKEN,
  });
  const listening = await listen(createHttpApp({ mcp, token: TOKEN, beside: people.fetch }), 0);
  port = listening.port;
  const close = async () => {
    people.close();
    await mcp.close();
    await listening.close();
  };
  return { url: listening.url, close };
}

/** Until a person can read the newest calls, and has one of them open. */
async function measureStart(page: Page, link: string): Promise<{ seen: number; opened: number }> {
  const began = performance.now();
  await page.goto(link);
  await page.locator('.windowed a.trace-row').first().waitFor();
  const seen = performance.now() - began;
  await page.locator('.windowed a.trace-row').first().click();
  await page.locator('.split-detail .arguments').waitFor();
  return { seen, opened: performance.now() - began };
}

async function measureBurst(page: Page, gate: Toolgate) {
  const number = async (name: string) => Number(await page.locator('.connection').getAttribute(`data-${name}`));
  const before = { received: await number('received'), seq: await number('seq') };
  await page.evaluate(`(() => {
    let last = performance.now();
    window.gaps = [];
    const frame = now => { window.gaps.push(now - last); last = now; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  })()`);
  const sent = await emitFor(gate);
  const ended = performance.now();
  const last = before.seq + sent;
  while ((await number('seq')) < last) await new Promise(resolve => setTimeout(resolve, 20));
  const gaps = (await page.evaluate<number[]>('window.gaps')).slice(1).sort((a, b) => a - b);
  return {
    sent,
    lost: sent - ((await number('received')) - before.received),
    skipped: await number('skipped'),
    behind: performance.now() - ended,
    longest: gaps.at(-1)!,
    usual: gaps[Math.floor(gaps.length / 2)]!,
  };
}

/** Evenly, in steps of 20 milliseconds. */
async function emitFor(gate: Toolgate): Promise<number> {
  const began = performance.now();
  let sent = 0;
  for (;;) {
    const passed = performance.now() - began;
    const due = Math.min(RATE * SECONDS, Math.floor((RATE * passed) / 1_000));
    for (; sent < due; sent += STORY.length) {
      const at = Date.now();
      for (const { type, data, ...who } of storyOf(newId(), at)) gate.activity.emit(type as never, who, data);
    }
    if (sent >= RATE * SECONDS) break;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  await gate.activity.flush();
  return sent;
}

const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-page-'));
mkdirSync(join(folder, 'workspace'));
await buildPage();
const gate = await createToolgate({ workspace: join(folder, 'workspace'), store: join(folder, 'toolgate.db') });
let browser: Browser | undefined;
try {
  await fill(gate);
  const server = await serve(gate);
  browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const { seen, opened } = await measureStart(page, `${server.url}/?token=${TOKEN}`);
  console.log(
    `With ${STORED} events stored: calls are seen after ${seen.toFixed(0)} ms, one is open after ${opened.toFixed(0)} ms.`,
  );
  const burst = await measureBurst(page, gate);
  console.log(`${burst.sent} events in ${SECONDS} s: ${burst.lost} lost, ${burst.skipped} numbers skipped,`);
  console.log(`  the last one is there ${burst.behind.toFixed(0)} ms after it was sent;`);
  console.log(
    `  longest gap between two frames ${burst.longest.toFixed(0)} ms, the usual one ${burst.usual.toFixed(0)} ms.`,
  );
  await server.close();
} finally {
  await browser?.close();
  await gate.close();
  rmSync(folder, { recursive: true, force: true });
}
