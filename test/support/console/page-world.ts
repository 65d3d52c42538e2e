import { type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { buildPage } from '../../../scripts/build/build-page.ts';
import { findBrowser } from '../../../src/sandbox/browser/find-browser.ts';
import { MAIN } from '../cli/open-cli.ts';

/** The browser that the screenshot tool would take on this machine. */
export function openBrowser(): Promise<Browser> {
  const { env, platform } = process;
  const ownPath = () => chromium.executablePath();
  const executablePath = findBrowser({ env, platform, root: '/nonexistent', ownPath });
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

export interface World {
  readonly root: string;
  readonly link: string;
  readonly url: string;
  write(path: string, text: string): void;
  /** A request of the page's, made without it. */
  api<T>(path: string, body?: object): Promise<T>;
  /** As after a crash: killed, and started again at the same place with the same token. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** `toolgate serve` as a process of its own, with the page built before. */
export async function openWorld(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
  config: object = {},
): Promise<World> {
  await buildPage();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-page-')));
  const root = join(folder, 'workspace');
  const token = randomBytes(16).toString('hex');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(root);
  mkdirSync(join(folder, 'config', 'toolgate'), { recursive: true });
  writeFileSync(join(folder, 'config', 'toolgate', 'config.json'), JSON.stringify(config));
  for (const [path, text] of Object.entries(files)) write(path, text);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    TOOLGATE_CONSOLE_TOKEN: token,
  };
  const start = (port: string) => startServe(['--port', port, ...args], { cwd: root, env });
  let serving = await start('0');
  const url = new URL(serving.link).origin;
  return {
    root,
    link: serving.link,
    url,
    write,
    async api<T>(path: string, body?: object) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`${url}/api${path}`, { headers, ...sent });
      return (response.status === 204 ? undefined : await response.json()) as T;
    },
    async restart() {
      await serving.end('SIGKILL');
      serving = await start(new URL(url).port);
    },
    async close() {
      await serving.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Serving {
  readonly link: string;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Resolves when it has printed its link. */
function startServe(args: readonly string[], options: SpawnOptions): Promise<Serving> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--json', ...args], options);
  let said = '';
  child.stderr!.on('data', chunk => {
    said += chunk;
  });
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', line => resolve({ link: JSON.parse(line).console, end }));
    child.once('close', code => reject(new Error(`serve ended (${code}): ${said}`)));
  });
}

export interface OpenPage {
  readonly page: Page;
  /** What the browser complained about: refused by the policy of the page, thrown, not found. */
  readonly complaints: readonly string[];
}

export async function openPage(
  browser: Browser,
  link: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => {
    // A reload asks for the page without the token first; what is in this tab brings it back.
    const locked = message.location().url.split(/[?#]/)[0] === `${new URL(link).origin}/` && /401/.test(message.text());
    if (message.type() === 'error' && !locked) complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('request', request => {
    if (new URL(request.url()).origin !== new URL(link).origin && !request.url().startsWith('data:'))
      complaints.push(`asks ${request.url()}`);
  });
  // Whoever builds the package meanwhile begins with an empty folder.
  await buildPage();
  await page.goto(link);
  await page.locator('.connection.live').waitFor({ state: 'attached' });
  return { page, complaints };
}

/**
 * Follows a link of the page, and waits until what was there before is gone: nothing of it can be taken for what comes.
 * `goto` would load the whole page anew where it is there already.
 */
export const goTo = (page: Page, place: string): Promise<void> =>
  page.evaluate(`new Promise(resolve => {
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    const hash = ${JSON.stringify(`#/${place}`)};
    if (location.hash === hash) return drawn();
    addEventListener('hashchange', drawn, { once: true });
    location.hash = hash;
  })`);

/** Until the open question takes an answer: one that has opened by itself does not before it can have been read. */
export const untilAnswerable = (page: Page) =>
  poll(() => page.getByLabel('The question').getByRole('button', { name: 'Reject…' }).isEnabled()).toBe(true);

/** Until it is so; a loaded machine may take its time. */
export const poll = <T>(look: () => T) => expect.poll(look, { interval: 50 });

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All that axe finds in light and in dark, whatever it thinks of its weight. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const dark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate<{ violations: AxeViolation[] }>('axe.run()');
    for (const { id, nodes } of violations)
      found.push(`${colorScheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  return found;
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** For a person to look at, where a folder was named. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.TOOLGATE_SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `state-${name}.png`) });
}

/** What the menu at the top right has: the name, the colours, the keys. */
export async function openPersonMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings of this page' }).click();
}
