import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { captureScreenshot } from '../../../src/packs/screenshot/capture-screenshot.ts';
import { photographPage } from '../../../src/sandbox/browser/photograph-page.ts';
import type { PageRequest } from '../../../src/sandbox/browser/port.ts';
import { createUnsandboxed } from '../../../src/sandbox/plain/create-unsandboxed.ts';
import { sweepLeft } from '../../../src/sandbox/sweep-left.ts';
import { findProgram } from '../../../src/system/find-program.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { verifyTool } from '../../../src/testing/verify-tool.ts';
import { expectNothingLeft, GREEN, requestFor } from '../../support/screen/screenshot-studio.ts';

// Each of these needs a browser of its own: it is about its start or its end.
afterEach(expectNothingLeft);

const shoot = (page: string, changed: Partial<PageRequest> = {}, env: NodeJS.ProcessEnv = process.env) =>
  photographPage({ env }, { ...requestFor(page), ...changed });

/** A program in the place of a browser. */
function standIn(script: string): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-test-'));
  onTestFinished(() => removeTree(folder));
  chmodSync(folder, 0o755);
  const browser = join(folder, 'browser');
  writeFileSync(browser, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { ...process.env, TOOLGATE_BROWSER: browser };
}

it('is run by the tool as the tool says', async () => {
  const { env } = process;
  const tool = captureScreenshot({
    env,
    platform: process.platform,
    outside: async () => createUnsandboxed({ env }),
    findProgram: () => undefined,
    photographPage: request => photographPage({ env }, request),
  });
  const { findings, succeeded } = await verifyTool(tool, {
    runs: 0,
    files: { 'a.html': GREEN },
    arguments: [{ url: 'a.html', width: 64, height: 48 }],
    policy: 'privileged',
    grace: 20_000,
  });
  expect(findings).toEqual([]);
  expect(succeeded).toBe(1);
});

it('is gone when the call is aborted, before it has started and while it shows a page', async () => {
  const cases = [
    ['Starting the browser', standIn('exec sleep 300'), GREEN],
    ['Loading', process.env, '<script>for (;;);</script>'],
  ] as const;
  for (const [moment, env, page] of cases) {
    const abort = new AbortController();
    const onProgress = (says: string) => {
      if (says.startsWith(moment)) setTimeout(() => abort.abort(), 100);
    };
    const shot = shoot(page, { signal: abort.signal, onProgress }, env);
    await expect(shot).rejects.toMatchObject({ name: 'AbortError' });
  }
});

it('that a page keeps busy, and has say without end, ends in time', async () => {
  const flood = "const text = 'x'.repeat(2e7); for (;;) console.log(text)";
  const busy = shoot(`${GREEN}<script>${flood}</script>`, { time: 4_000, loadTime: 2_000 });
  await expect(busy).rejects.toMatchObject({ code: expect.stringMatching(/^(?:TIMEOUT|EXECUTION_ERROR)$/) });
});

it('that gets no walls from the kernel runs for root alone, as nobody, and says so', async () => {
  const real = findProgram('chromium', process.env.PATH, '/nonexistent');
  const refuses = 'case "$*" in *--no-sandbox*) ;; *) echo "No usable sandbox!" >&2; exit 1;; esac';
  const shot = shoot(GREEN, {}, standIn(`${refuses}\n[ "$(id -u)" != 0 ] && exec ${real} "$@"`));
  if (process.getuid?.() === 0) expect(await shot).toMatchObject({ walled: false });
  else await expect(shot).rejects.toMatchObject({ suggestion: expect.stringContaining('namespaces') });
});

it('that is not there, is none, or ends at once is said so', async () => {
  const named = shoot(GREEN, {}, { PATH: '/nonexistent', TOOLGATE_BROWSER: '/nonexistent/chrome' });
  const code = 'EXECUTION_ERROR';
  await expect(named).rejects.toMatchObject({ code, message: expect.stringContaining('TOOLGATE_BROWSER') });
  const wrong = shoot(GREEN, {}, standIn('echo "a library is missing" >&2; exit 1'));
  await expect(wrong).rejects.toMatchObject({ code, message: expect.stringContaining('could not be started') });
});

it('needs a folder to work in, and says so', async () => {
  vi.stubEnv('TMPDIR', '/nonexistent');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(shoot(GREEN)).rejects.toMatchObject({ suggestion: expect.stringContaining('TMPDIR') });
  vi.unstubAllEnvs();
});

it('does not outlive a process that is killed', async () => {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    const { photographPage } = await import(${url('../../../src/sandbox/browser/photograph-page.ts')});
    const bytes = Buffer.from('<script>for (;;);</script>');
    await photographPage({ env: process.env }, {
      source: { kind: 'file', path: 'a.html', rest: '', serve: async () => ({ bytes, mediaType: 'text/html' }) },
      width: 100, height: 80, fullPage: false, format: 'png', root: '/nonexistent', time: 300000, loadTime: 300000,
      signal: new AbortController().signal, onProgress: says => console.log(says),
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const said of child.stdout) if (String(said).includes('Loading')) break;
  const home = readdirSync(tmpdir()).find(name => name.startsWith(`tg-${child.pid}-`) && hasNumber(name));
  const group = Number(readFileSync(join(tmpdir(), home!, 'number'), 'latin1'));
  expect(isRunning(group)).toBe(true);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await vi.waitFor(() => expect(isRunning(group)).toBe(false), { timeout: 120_000, interval: 100 });
  // The next start removes what lies about.
  sweepLeft(tmpdir());
  expect(readdirSync(tmpdir()).filter(name => name.startsWith(`tg-${child.pid}-`))).toEqual([]);
});

const hasNumber = (folder: string): boolean => readdirSync(join(tmpdir(), folder)).includes('number');

function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
