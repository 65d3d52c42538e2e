import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../../src/convert/image/decode-png.ts';
import type { ToolgateOptions } from '../../../src/gate/toolgate-options.ts';
import { kindOfBytes } from '../../../src/text/kind-of-bytes.ts';
import { openCli } from '../../support/cli/open-cli.ts';
import { pixel } from '../../support/screen/open-display.ts';
import { freePort, GREEN, html, openServer, shareStudio } from '../../support/screen/screenshot-studio.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const { tool } = shareStudio();

/** In the browser that all share. */
const open = (files: Record<string, string>, more: Partial<ToolgateOptions> = {}) =>
  openGate(files, { policy: 'privileged', tools: [tool], ...more });

const allowing = (...allow: string[]): Partial<ToolgateOptions> => ({
  policy: { extends: 'privileged', network: { allow } },
  approver: () => 'allow_once',
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
  it('a page of the workspace is shown with what it loads, in the size of the window', async () => {
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

  it('a page of the workspace is shown as a whole, as JPEG, and made smaller for the model alone', async () => {
    const { root, run } = await open(LAYOUT);
    const args = { url: 'site', width: 2_400, height: 300, fullPage: true, outputPath: 'page.jpeg' };
    const { value, attachments } = await run('capture_screenshot', args);
    expect(value).toMatchObject({ outputPath: 'page.jpeg', format: 'jpeg', width: 2_400, height: 1_600 });
    expect(kindOfBytes(readFileSync(join(root, 'page.jpeg')))?.label).toBe('JPEG image, 2400x1600');
    const shown = Buffer.from(attachments?.[0]?.data ?? '', 'base64');
    expect(kindOfBytes(shown)).toMatchObject({ mediaType: 'image/jpeg', width: 2_000 });
  });

  it('a page of the workspace sees neither what the policy hides nor what lies outside', async () => {
    const policy = { extends: 'privileged', rules: [{ effect: 'read', match: 'secret/**', verdict: 'deny' }] } as const;
    const page = `${GREEN}<script>
      const ways = ['/secret/key.txt', '/link.txt', '/out.txt', '/..%2fhush.txt', '/%2e%2e/hush.txt', '/%2fetc%2fpasswd'];
      for (const way of ways) fetch(way).then(r => r.text()).then(t => {
        if (/hush|root:/.test(t)) document.body.style.background = 'rgb(255,0,0)';
      });
    </script>`;
    const files = { 'a b#ö.html': page, 'secret/key.txt': 'hush', 'secret/b.html': 'x' };
    const { root, run } = await open(files, { policy });
    writeFileSync(join(root, '..', 'hush.txt'), 'hush');
    symlinkSync('secret/key.txt', join(root, 'link.txt'));
    symlinkSync('../hush.txt', join(root, 'out.txt'));
    const args = { url: 'a b#ö.html', width: 50, height: 50, outputPath: 'a.png' };
    expect((await run('capture_screenshot', args)).ok).toBe(true);
    expect(pixel(await decodePng(readFileSync(join(root, 'a.png'))), 25, 25)).toEqual([0, 255, 0]);
    expect((await run('capture_screenshot', { url: 'secret/b.html' })).error?.code).toBe('POLICY_DENIED');
    expect((await run('capture_screenshot', { url: 'out.txt' })).error?.code).toBe('INVALID_PATH');
  });

  it('a page of the workspace that has read private files tells nobody, also not where a connection is open already', async () => {
    const told: string[] = [];
    // The page is not done before it has talked, or cannot any more.
    const held: ServerResponse[] = [];
    const letGo = () => {
      for (const response of held.splice(0)) response.end();
    };
    const { port, server } = await openServer((request, response) => {
      if (request.url === '/hold') held.push(response);
      else response.end();
    });
    server.on('upgrade', (request, socket) => {
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      told.push('open');
      socket.on('error', () => undefined).on('close', letGo);
      socket.on('data', () => {
        told.push('data');
        letGo();
      });
    });
    const page = (file: string) => `${GREEN}<img src="http://127.0.0.1:${port}/hold"><script>
      fetch('http://127.0.0.1:${port}/first', { mode: 'no-cors' }).then(() => {
        const talk = new WebSocket('ws://127.0.0.1:${port}/');
        talk.onopen = () => fetch('${file}').then(r => r.text()).then(text => talk.send(text));
      });
    </script>`;
    const files = { 'a.html': page('/note.txt'), 'b.html': page('/.env'), 'note.txt': 'x', '.env': 'KEY=hush' };
    const { run } = await open(files, allowing('127.0.0.1'));
    const shoot = (url: string) => run('capture_screenshot', { url, width: 50, height: 50 });
    expect((await shoot('a.html')).ok).toBe(true);
    expect(told.slice(0, 2)).toEqual(['open', 'data']);
    told.length = 0;
    expect((await shoot('b.html')).ok).toBe(true);
    expect(told).toEqual(['open']);
  });

  it('a page of the workspace is shown from the command line', () => {
    const { run, root } = openCli(LAYOUT);
    const args = JSON.stringify({ mode: 'page', url: 'site/index.html', outputPath: 'a.png' });
    const { status, stdout } = run(['exec', 'capture_screenshot', '--args', args, '--policy', 'privileged', '--json']);
    expect(status).toBe(0);
    const value = { ok: true, outputPath: 'a.png', mode: 'page', format: 'png', width: 1280, height: 720 };
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, value });
    expect(kindOfBytes(readFileSync(join(root, 'a.png')))?.label).toBe('PNG image, 1280x720');
  });

  it('a page of the workspace that is not there is said to be missing', async () => {
    const { run } = await open(LAYOUT);
    expect((await run('capture_screenshot', { url: 'site/idx.html' })).error?.code).toBe('FILE_NOT_FOUND');
    const { error } = await run('capture_screenshot', { url: 'www.example.org/a' });
    expect(error?.suggestion).toContain('https://www.example.org/a');
    expect((await run('capture_screenshot', { url: '../out.html' })).error?.code).toBe('INVALID_PATH');
  });
});

describe('a page of a server', () => {
  it('a page of a server is shown where the policy names its host, and loads nothing from another one', async () => {
    const other = await openServer(html('secret'));
    const { port, asked } = await openServer((request, response) => {
      const missing = request.url === '/none';
      response.writeHead(missing ? 404 : 200, { 'content-type': 'text/html' });
      response.end(`<body style="margin:0;background:rgb(9,8,7)"><img src="http://localhost:${other.port}/">`);
    });
    const rules = [{ effect: 'network', match: 'localhost', verdict: 'deny' }] as const;
    const { root, run } = await open(
      {},
      { ...allowing(), policy: { extends: 'privileged', rules, network: { allow: ['127.0.0.1', 'localhost'] } } },
    );
    const url = `http://127.0.0.1:${port}/page?x=1`;
    const { value, output } = await run('capture_screenshot', { url, width: 64, height: 48, outputPath: 'a.png' });
    expect(value).toMatchObject({ width: 64, height: 48, url, status: 200 });
    expect(output).toContain('does not allow the host: localhost');
    expect(pixel(await decodePng(readFileSync(join(root, 'a.png'))), 60, 40)).toEqual([9, 8, 7]);
    expect(asked[0]).toBe('/page?x=1');
    const missing = await run('capture_screenshot', { url: `http://127.0.0.1:${port}/none`, outputPath: 'b.png' });
    expect(missing).toMatchObject({ ok: true, value: { status: 404 }, output: expect.stringContaining('HTTP 404') });
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['a yes alone', [], true],
    ['a policy that allows every host', ['*'], false],
  ] as const)('a page of a server of this machine is not reached by %s, by no spelling', async (_, allow, early) => {
    const { port, asked } = await openServer(html('secret'));
    // What the policy alone refuses needs no browser.
    const { run } = await open({}, { ...allowing(...allow), ...(early ? { tools: [] } : {}) });
    const few = ['127.0.0.1'];
    for (const host of early
      ? [...few, 'LOCALHOST', '[::1]', 'localhost.', '0x7f.1', '[::ffff:127.0.0.1]', '0', '１２７.1']
      : few) {
      const { error } = await run('capture_screenshot', { url: `HTTP://${host}:${port}/`, outputPath: 'a.png' });
      expect([host, error?.code]).toEqual([host, 'NETWORK_BLOCKED']);
      expect(error?.suggestion).toContain('Only a person can open it');
    }
    expect(asked).toEqual([]);
  });

  it('a page of a server does not lead to a host that is not allowed', async () => {
    const inner = await openServer(html('secret'));
    const targets = ['localhost.', '[::1]', '169.254.169.254'];
    const { port } = await openServer((request, response) => {
      response.writeHead(302, { location: `http://${targets[Number(request.url?.slice(1))]}:${inner.port}/` }).end();
    });
    const { run, exists } = await open({}, allowing('127.0.0.1'));
    for (const [index, target] of targets.entries()) {
      const url = `http://127.0.0.1:${port}/${index}`;
      const { error } = await run('capture_screenshot', { url, outputPath: 'a.png' });
      const name = target.replace(/^\[|\]$|\.$/g, '');
      expect(error).toMatchObject({ code: 'NETWORK_BLOCKED', message: expect.stringContaining(`from ${name}`) });
    }
    expect(inner.asked).toEqual([]);
    expect(exists('a.png')).toBe(false);
  });

  it('a page of a server that is no page, is not there or leads in circles is told as it is', async () => {
    const { port } = await openServer((request, response) => {
      if (request.url === '/file') {
        response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' }).end('PK');
      } else response.writeHead(302, { location: '/circle' }).end();
    });
    const { run } = await open({}, allowing('127.0.0.1'));
    const shoot = (at: number, path: string) =>
      run('capture_screenshot', { url: `http://127.0.0.1:${at}/${path}`, outputPath: 'b.png' });
    const file = await shoot(port, 'file');
    expect(file.error).toMatchObject({ code: 'EXECUTION_ERROR', suggestion: expect.stringContaining('web_fetch') });
    const closed = await shoot(await freePort(), '');
    expect(closed.error).toMatchObject({ code: 'EXECUTION_ERROR', message: expect.stringContaining('ECONNREFUSED') });
    const circle = await shoot(port, 'circle');
    expect(circle.error?.message).toContain('ERR_TOO_MANY_REDIRECTS');
  });
});

describe('where the picture goes', () => {
  it('where the picture goes is asked about where a file is there or runs by itself, and is never outside', async () => {
    const asked: string[] = [];
    const { root, run, read } = await open(
      { 'a.html': GREEN, 'a.png': 'mine', '.git/config': '', 'dir.png/x': '' },
      {
        approver: ({ reason }) => {
          asked.push(reason);
          return 'reject_once';
        },
      },
    );
    mkdirSync(join(root, '..', 'elsewhere'));
    symlinkSync('../elsewhere', join(root, 'out'));
    symlinkSync('../elsewhere/b.png', join(root, 'b.png'));
    const code = async (outputPath: string) =>
      (await run('capture_screenshot', { url: 'a.html', outputPath })).error?.code;
    expect(await code('a.png')).toBe('APPROVAL_DENIED');
    expect(asked.at(-1)).toContain('overwrites a.png');
    expect(await code('.git/hooks/post-commit.png')).toBe('APPROVAL_DENIED');
    expect(await code('dir.png')).toBe('NOT_A_FILE');
    for (const path of ['/nonexistent/x.png', '../x.png', 'out/x.png', 'b.png']) {
      expect([path, await code(path)]).toEqual([path, 'INVALID_PATH']);
    }
    expect(asked).toHaveLength(2);
    expect(read('a.png')).toBe('mine');
  });

  it('where the picture goes is nowhere where the policy grants no programs', async () => {
    for (const policy of ['read-only', 'standard'] as const) {
      const { run } = await open({ 'a.html': GREEN }, { policy });
      expect((await run('capture_screenshot', { url: 'a.html' })).error?.code).toBe('PERMISSION_DENIED');
    }
  });
});
