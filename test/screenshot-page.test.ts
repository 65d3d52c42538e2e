import { createSocket } from 'node:dgram';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ToolgateOptions } from '../src/gate/create-toolgate.ts';
import { openGate } from '../src/gate/test-gate.ts';
import { decodePng } from '../src/packs/image/decode-png.ts';
import { captureScreenshot } from '../src/packs/screenshot/capture-screenshot.ts';
import { kindOfBytes } from '../src/packs/text/kind-of-bytes.ts';
import { photographPage } from '../src/sandbox/browser/photograph-page.ts';
import type { PageRequest } from '../src/sandbox/browser/port.ts';
import { createUnsandboxed } from '../src/sandbox/create-unsandboxed.ts';
import { findProgram } from '../src/sandbox/find-program.ts';
import { removeTree } from '../src/store/remove-tree.ts';
import { descendants } from '../src/testing/child-processes.ts';
import { verifyTool } from '../src/testing/verify-tool.ts';
import { openCli } from './open-cli.ts';
import { pixel } from './open-display.ts';

// A browser takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const open = (files: Record<string, string>, more: Partial<ToolgateOptions> = {}) =>
  openGate(files, { policy: 'privileged', ...more });

const allowing = (...allow: string[]): Partial<ToolgateOptions> => ({
  policy: { extends: 'privileged', network: { allow } },
  approver: () => 'allow_once',
});

/** A server on this machine, and what it was asked for. */
async function openServer(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

const html =
  (text: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(text);

const ownFolders = () => readdirSync(tmpdir()).filter(name => name.startsWith(`tg-${process.pid}-`));

// Nothing of a browser is left, whatever the page did.
afterEach(() => {
  const browsers = [...descendants().values()].filter(({ command }) => /chrom|sh$|setpriv/.test(command));
  expect(browsers).toEqual([]);
  expect(ownFolders()).toEqual([]);
});

/** Three bands: red and 100 high, green and 200 wide on the left, blue for the rest. */
const LAYOUT = {
  'site/index.html': `<!doctype html><link rel="stylesheet" href="style.css"><script src="/shared/paint.js" defer></script>
    <header></header><nav></nav>`,
  'site/style.css': `html { background: rgb(0, 0, 255) } body { margin: 0 }
    header { height: 100px; background: rgb(255, 0, 0) } nav { width: 200px; height: 1500px }`,
  'shared/paint.js': `document.querySelector('nav').style.background = 'rgb(0, 128, 0)'`,
};

describe('a page of the workspace', () => {
  it('is shown with what it loads, in the size of the window', async () => {
    const { root, run } = await open(LAYOUT);
    const outcome = await run('capture_screenshot', {
      mode: 'page',
      url: 'site/index.html',
      width: 800,
      height: 600,
      outputPath: 'out/page.png',
    });
    expect(outcome).toMatchObject({
      ok: true,
      value: { ok: true, outputPath: 'out/page.png', mode: 'page', format: 'png', width: 800, height: 600 },
    });
    const picture = await decodePng(readFileSync(join(root, 'out/page.png')));
    expect([picture.width, picture.height]).toEqual([800, 600]);
    const at = (x: number, y: number) => pixel(picture, x, y);
    expect([at(0, 0), at(799, 99)]).toEqual([
      [255, 0, 0],
      [255, 0, 0],
    ]);
    expect([at(0, 100), at(199, 599)]).toEqual([
      [0, 128, 0],
      [0, 128, 0],
    ]);
    expect([at(200, 100), at(799, 599)]).toEqual([
      [0, 0, 255],
      [0, 0, 255],
    ]);
    expect(outcome.attachments).toHaveLength(1);
  });

  it('is shown as a whole, as JPEG, and made smaller for the model alone', async () => {
    const { root, run } = await open(LAYOUT);
    const args = { url: 'site', width: 400, height: 300, fullPage: true, outputPath: 'page.jpeg' };
    const { value, attachments } = await run('capture_screenshot', args);
    expect(value).toMatchObject({ outputPath: 'page.jpeg', format: 'jpeg', width: 400, height: 1600 });
    expect(kindOfBytes(readFileSync(join(root, 'page.jpeg')))?.label).toBe('JPEG image, 400x1600');
    const tall = await run('capture_screenshot', { ...args, width: 2_400, outputPath: 'tall.png' });
    expect(tall.value).toMatchObject({ width: 2_400, height: 1_600 });
    const shown = tall.attachments?.[0]?.data ?? '';
    expect(kindOfBytes(Buffer.from(shown, 'base64'))).toMatchObject({ mediaType: 'image/png', width: 2_000 });
    expect(attachments?.[0]?.mediaType).toBe('image/jpeg');
  });

  it('does not see what the policy hides', async () => {
    const policy = { extends: 'privileged', rules: [{ effect: 'read', match: 'secret/**', verdict: 'deny' }] } as const;
    const page = `<body style="margin:0;background:rgb(0,255,0)"><script>
      fetch('/secret/key.txt').then(r => r.text()).then(t => { if (t.includes('hush')) document.body.style.background = 'rgb(255,0,0)' })
    </script>`;
    const { root, run } = await open({ 'a.html': page, 'secret/key.txt': 'hush', 'secret/b.html': 'x' }, { policy });
    expect((await run('capture_screenshot', { url: 'a.html', width: 50, height: 50, outputPath: 'a.png' })).ok).toBe(
      true,
    );
    expect(pixel(await decodePng(readFileSync(join(root, 'a.png'))), 25, 25)).toEqual([0, 255, 0]);
    expect((await run('capture_screenshot', { url: 'secret/b.html' })).error?.code).toBe('POLICY_DENIED');
  });

  it('is shown from the command line', () => {
    const { run, root } = openCli(LAYOUT);
    const args = JSON.stringify({ mode: 'page', url: 'site/index.html', outputPath: 'a.png' });
    const { status, stdout } = run(['exec', 'capture_screenshot', '--args', args, '--policy', 'privileged', '--json']);
    expect(status).toBe(0);
    const value = { ok: true, outputPath: 'a.png', mode: 'page', format: 'png', width: 1280, height: 720 };
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, value });
    expect(kindOfBytes(readFileSync(join(root, 'a.png')))?.label).toBe('PNG image, 1280x720');
  });

  it('that is not there is said to be missing', async () => {
    const { run } = await open(LAYOUT);
    expect((await run('capture_screenshot', { url: 'site/idx.html' })).error?.code).toBe('FILE_NOT_FOUND');
    const { error } = await run('capture_screenshot', { url: 'www.example.org/a' });
    expect(error?.suggestion).toContain('https://www.example.org/a');
    expect((await run('capture_screenshot', { url: '../out.html' })).error?.code).toBe('INVALID_PATH');
  });
});

describe('a page of a server', () => {
  it('is shown where the policy names its host', async () => {
    const { port, asked } = await openServer(html('<body style="margin:0;background:rgb(9,8,7)">'));
    const { root, run } = await open({}, allowing('127.0.0.1'));
    const url = `http://127.0.0.1:${port}/page?x=1`;
    const { value } = await run('capture_screenshot', { url, width: 64, height: 48, outputPath: 'a.png' });
    expect(value).toMatchObject({ width: 64, height: 48, url, status: 200 });
    expect(pixel(await decodePng(readFileSync(join(root, 'a.png'))), 30, 30)).toEqual([9, 8, 7]);
    expect(asked[0]).toBe('/page?x=1');
  });

  it('of this machine is not reached by a yes alone, by no spelling', async () => {
    const { port, asked } = await openServer(html('secret'));
    const { run } = await open({}, { approver: () => 'allow_once' });
    for (const host of ['127.0.0.1', 'localhost', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0']) {
      const { error } = await run('capture_screenshot', { url: `http://${host}:${port}/`, outputPath: 'a.png' });
      expect([host, error?.code]).toEqual([host, 'NETWORK_BLOCKED']);
      expect(error?.suggestion).toContain('policy.network.allow');
    }
    expect(asked).toEqual([]);
  });

  it('does not lead to a host that is not allowed', async () => {
    const inner = await openServer(html('secret'));
    const { port } = await openServer((_, response) => {
      response.writeHead(302, { location: `http://localhost:${inner.port}/` }).end();
    });
    const { run, exists } = await open({}, allowing('127.0.0.1'));
    const { error } = await run('capture_screenshot', { url: `http://127.0.0.1:${port}/`, outputPath: 'a.png' });
    expect(error).toMatchObject({ code: 'NETWORK_BLOCKED', message: expect.stringContaining('localhost') });
    expect(inner.asked).toEqual([]);
    expect(exists('a.png')).toBe(false);
  });

  it('that says no, or is no page, is told as it is', async () => {
    const { port } = await openServer((request, response) => {
      if (request.url === '/file') {
        response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' }).end('PK');
      } else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>');
    });
    const { run } = await open({}, allowing('127.0.0.1'));
    const missing = await run('capture_screenshot', { url: `http://127.0.0.1:${port}/none`, outputPath: 'a.png' });
    expect(missing).toMatchObject({ ok: true, value: { status: 404 }, output: expect.stringContaining('HTTP 404') });
    const file = await run('capture_screenshot', { url: `http://127.0.0.1:${port}/file`, outputPath: 'b.png' });
    expect(file.error).toMatchObject({ code: 'EXECUTION_ERROR', suggestion: expect.stringContaining('web_fetch') });
    const free = await freePort();
    const closed = await run('capture_screenshot', { url: `http://127.0.0.1:${free}/`, outputPath: 'b.png' });
    expect(closed.error).toMatchObject({ code: 'EXECUTION_ERROR', message: expect.stringContaining('ECONNREFUSED') });
  });
});

/** A page alone, with little time. */
function shoot(page: string, changed: Partial<PageRequest> = {}, env: NodeJS.ProcessEnv = process.env) {
  const source: PageRequest['source'] = {
    kind: 'file',
    path: 'page.html',
    rest: '',
    serve: async path =>
      path === 'page.html' ? { bytes: Buffer.from(page), mediaType: 'text/html; charset=utf-8' } : undefined,
  };
  return photographPage(
    { env },
    {
      ...{ source, width: 100, height: 80, fullPage: false, format: 'png', root: '/nonexistent' },
      ...{ time: 60_000, loadTime: 30_000, signal: new AbortController().signal, onProgress: () => undefined },
      ...changed,
    },
  );
}

const GREEN = '<body style="margin:0;background:rgb(0,255,0)">';
const middle = async (bytes: Uint8Array) => pixel(await decodePng(Buffer.from(bytes)), 50, 40);

describe('a hostile page', () => {
  it('reaches nothing of this machine or its network, by no way', async () => {
    const { port, asked } = await openServer(html('secret'));
    const udp = createSocket('udp4');
    let packets = 0;
    udp.on('message', () => packets++);
    await new Promise<void>(resolve => udp.bind(0, '127.0.0.1', resolve));
    onTestFinished(() => void udp.close());
    const host = `127.0.0.1:${port}`;
    const { bytes } = await shoot(`${GREEN}
      <img src="http://${host}/img"><iframe src="http://${host}/frame"></iframe><iframe src="file:///etc/passwd"></iframe>
      <link rel="preconnect" href="http://${host}/"><link rel="prefetch" href="http://${host}/prefetch">
      <form id="f" action="http://localhost:${port}/form" target="x" method="post"></form>
      <script>
        for (const to of ['${host}', 'localhost:${port}', '[::1]:${port}', '0.0.0.0:${port}', '2130706433:${port}']) {
          fetch('http://' + to + '/fetch', { mode: 'no-cors' }).catch(() => 0);
          navigator.sendBeacon('http://' + to + '/beacon', 'x');
          try { new WebSocket('ws://' + to + '/ws') } catch {}
          try { new EventSource('http://' + to + '/events') } catch {}
        }
        new Worker(URL.createObjectURL(new Blob(["fetch('http://${host}/worker', { mode: 'no-cors' })"])));
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] });
        peer.createDataChannel('x');
        peer.createOffer().then(offer => peer.setLocalDescription(offer));
        document.getElementById('f').submit();
        window.open('http://${host}/popup');
      </script>`);
    expect(kindOfBytes(bytes)).toMatchObject({ width: 100, height: 80 });
    expect(asked).toEqual([]);
    expect(packets).toBe(0);
  });

  it('that takes all memory gets little of it', async () => {
    const greedy = 'const all = []; try { for (;;) all.push(new Uint8Array(5e7).fill(1)) } catch {}';
    // The page may get an error, or may not live to see it.
    const colour = await shoot(`${GREEN}<script>${greedy}</script>`).then(
      ({ bytes }) => middle(bytes),
      error => error.code as string,
    );
    expect([[0, 255, 0], 'EXECUTION_ERROR', 'TIMEOUT']).toContainEqual(colour);
  });

  it('that talks, opens windows, downloads and asks for rights is shown all the same', async () => {
    const { bytes } = await shoot(`${GREEN}<a id="d" download href="data:application/zip,x"></a><script>
      for (let i = 0; i < 30; i++) { alert(i); confirm(i); prompt(i); window.open('about:blank') }
      document.getElementById('d').click();
      navigator.geolocation.getCurrentPosition(() => 0);
      Notification.requestPermission();
      onbeforeunload = () => 'stay';
      print();
    </script>`);
    expect(await middle(bytes)).toEqual([0, 255, 0]);
  });

  it('that never ends loading is shown as far as it came', async () => {
    const { port } = await openServer((request, response) => {
      if (request.url === '/') html(`${GREEN}<img src="/never">`)(request, response);
    });
    const { bytes, stillLoading } = await shoot('', {
      loadTime: 8_000,
      source: { kind: 'host', url: `http://127.0.0.1:${port}/` },
      mayReach: host => host === '127.0.0.1',
    });
    expect(stillLoading).toBe(true);
    expect(await middle(bytes)).toEqual([0, 255, 0]);
  });

  it('that keeps the browser busy for ever ends in time', async () => {
    const busy = shoot(`${GREEN}<script>for (;;);</script>`, { time: 6_000, loadTime: 2_000 });
    await expect(busy).rejects.toMatchObject({ code: 'TIMEOUT' });
    const talking = shoot('<script>for (;;) alert(1)</script>', { time: 6_000, loadTime: 2_000 });
    await expect(talking).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('that is endlessly high and wide is cut', async () => {
    const vast = `${GREEN}<div style="height:5000000px;width:3000000px">`;
    const { bytes, cutBelow } = await shoot(vast, { fullPage: true, width: 20 });
    expect(kindOfBytes(bytes)).toMatchObject({ width: 20, height: 16_000 });
    expect(cutBelow).toBeGreaterThan(4_000_000);
  });
});

describe('a browser', () => {
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

  it('is gone when the call is aborted', async () => {
    for (const moment of ['Starting the browser', 'Loading', 'Taking the picture']) {
      const abort = new AbortController();
      const shot = shoot(GREEN, {
        signal: abort.signal,
        onProgress: says => {
          if (says.startsWith(moment)) setImmediate(() => abort.abort());
        },
      });
      await shot.catch(error => expect(error.name).toBe('AbortError'));
      await sleep(0);
    }
  });

  it('that gets no walls from the kernel runs for root alone, as nobody, and says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolgate-test-'));
    onTestFinished(() => removeTree(folder));
    chmodSync(folder, 0o755);
    const browser = join(folder, 'browser');
    const real = findProgram('chromium', process.env.PATH, '/nonexistent');
    const refuses = 'case "$*" in *--no-sandbox*) ;; *) echo "No usable sandbox!" >&2; exit 1;; esac';
    writeFileSync(browser, `#!/bin/sh\n${refuses}\n[ "$(id -u)" != 0 ] && exec ${real} "$@"\n`, { mode: 0o755 });
    const shot = shoot(GREEN, {}, { ...process.env, TOOLGATE_BROWSER: browser });
    if (process.getuid?.() === 0) expect(await shot).toMatchObject({ walled: false });
    else await expect(shot).rejects.toMatchObject({ suggestion: expect.stringContaining('namespaces') });
  });

  it('that is not there, or no browser, is said so', async () => {
    const env = (TOOLGATE_BROWSER: string) => ({ env: { PATH: '/nonexistent', TOOLGATE_BROWSER } });
    const request = (root = '/nonexistent'): PageRequest => ({
      source: { kind: 'file', path: 'a.html', rest: '', serve: async () => undefined },
      ...{ width: 100, height: 80, fullPage: false, format: 'png', root },
      ...{ time: 20_000, loadTime: 4_000, signal: new AbortController().signal, onProgress: () => undefined },
    });
    const named = photographPage(env('/nonexistent/chrome'), request());
    await expect(named).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('TOOLGATE_BROWSER'),
    });
    const wrong = photographPage(env('/bin/false'), request());
    await expect(wrong).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('could not be started'),
    });
  });
});
