import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../src/sandbox/browser/find-browser.ts';
import { buildPage } from '../build/build-page.ts';
import { ROOT } from '../bundle/bundle.ts';

export const CLI = join(ROOT, 'src/cli/main.ts');

/** A person's folders, which are empty and gone in the end. */
export function openHome() {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-pictures-'));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** `serve --demo` as a process of its own, with the page as it is now. */
export async function openDemo() {
  await buildPage();
  const home = openHome();
  const args = [CLI, 'serve', '--demo', '--json', '--port', '0'];
  const child = spawn(process.execPath, args, {
    cwd: home.folder,
    env: home.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const link = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', line => resolve(JSON.parse(line).console));
    child.once('close', code => reject(new Error(`serve ended (${code})`)));
  });
  return {
    link,
    async close() {
      child.kill('SIGTERM');
      await ended;
      home.remove();
    },
  };
}

export function openBrowser() {
  const { env, platform } = process;
  const executablePath = findBrowser({ env, platform, root: ROOT, ownPath: () => chromium.executablePath() });
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
