import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LOCAL, openPages, openSecureSite, openSite } from '../../../../test/support/network/open-site.ts';
import { createSelfSigned } from '../../../../test/support/network/self-signed.ts';
import { openGate } from '../../../../test/support/worlds/open-gate.ts';
import { encodePng } from '../../../convert/image/encode-png.ts';
import { createGuardedFetch } from '../../../network/create-guarded-fetch.ts';
import type { Outcome } from '../../../tool/outcome.ts';
import { webFetch } from './web-fetch.ts';

interface Value {
  readonly url: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly body_cut?: boolean;
  readonly media_type: string;
  readonly size: number;
  readonly title?: string;
  readonly total: number;
  readonly next_offset?: number;
}

const toValue = (outcome: Outcome): Value => {
  expect(outcome.output).toBeTruthy();
  expect(outcome.ok, outcome.output).toBe(true);
  return outcome.value as Value;
};

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 52>>stream
BT /F1 18 Tf 20 100 Td (Tides of the harbour) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;

const png = (side: number) => encodePng({ width: side, height: side, data: new Uint8Array(side * side * 4).fill(200) });

describe('web_fetch', () => {
  it('web_fetch gives status, headers and body as they came, and the page as Markdown', async () => {
    const html =
      '<title>Hello</title><h1>Hello</h1><p>See <a href="/next">the next page</a>, with many more words.</p>';
    const site = await openPages({ '/a': ['text/html; charset=utf-8', html] });
    const { run } = await openGate({}, { policy: LOCAL });
    const outcome = await run('web_fetch', { url: `${site.origin}/a` });
    expect(toValue(outcome)).toMatchObject({
      url: `${site.origin}/a`,
      status: 200,
      body: html,
      media_type: 'text/html',
      title: 'Hello',
    });
    expect(toValue(outcome).headers['content-type']).toBe('text/html; charset=utf-8');
    expect(outcome.output).toContain(`# Hello\n\nSee [the next page](${site.origin}/next)`);
    expect(site.received[0]).toMatchObject({ method: 'GET', body: '' });
    expect(site.received[0]?.headers.cookie).toBeUndefined();
  });

  it('web_fetch answers to its other name, and to names that models give its parameters', async () => {
    const site = await openPages({ '/a': ['text/plain', 'words'] });
    const { run } = await openGate({}, { policy: LOCAL });
    expect((await run('webfetch', { uri: `${site.origin}/a` })).output).toContain('words');
  });

  it('understands an address as models quote it, and names the one that was meant', async () => {
    const site = await openPages({ '/a': ['text/plain', 'found'] });
    const { run } = await openGate({}, { policy: LOCAL });
    const url = `${site.origin}/a`;
    for (const quoted of [`<${url}>`, `"${url}"`, `'${url}'`, `\`${url}\``, `[the page](${url})`, ` ${url}\n`])
      expect((await run('web_fetch', { url: quoted })).output, quoted).toContain('found');
    for (const [given, meant] of [
      ['example.org/a', 'https://example.org/a'],
      ['example.org:8443/a?b=c:d', 'https://example.org:8443/a?b=c:d'],
      ['//example.org/', 'https://example.org/'],
      ['localhost:3000', 'http://localhost:3000/'],
      ['127.0.0.1:3000/x', 'http://127.0.0.1:3000/x'],
    ] as const) {
      const { error } = await run('web_fetch', { url: given });
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS', suggestion: `Did you mean "${meant}"?` });
    }
    for (const given of ['not a url', 'page', '../a.html'])
      expect((await run('web_fetch', { url: given })).error?.code).toBe('INVALID_ARGUMENTS');
    for (const given of ['ftp://a.example/', 'data:text/html,x', 'javascript:alert(1)', 'file:///etc/passwd'])
      expect((await run('web_fetch', { url: given })).error?.code, given).toBe('NETWORK_BLOCKED');
  });

  it('web_fetch takes an empty body for none, and names JSON as what it is', async () => {
    const site = await openSite((_, response) => void response.end('ok'));
    const { run } = await openGate({}, { policy: LOCAL, approver: () => 'allow_once' });
    const fill = { url: site.origin, headers: {}, body: '' };
    await run('web_fetch', fill);
    await run('web_fetch', { ...fill, method: 'GET' });
    await run('web_fetch', { url: site.origin, body: '{"a": 1}' });
    await run('web_fetch', { url: site.origin, body: '{"a": 1}', headers: { 'Content-Type': 'text/x' } });
    await run('web_fetch', { url: site.origin, body: 'a=1' });
    expect(site.received.map(({ method, body, headers }) => [method, body, headers['content-type']])).toEqual([
      ['GET', '', undefined],
      ['GET', '', undefined],
      ['POST', '{"a": 1}', 'application/json'],
      ['POST', '{"a": 1}', 'text/x'],
      ['POST', 'a=1', 'text/plain;charset=UTF-8'],
    ]);
  });

  it('web_fetch gives each kind of body in its own way', async () => {
    const site = await openPages({
      '/json': ['application/json', '{"n":12345678901234567890,"list":[1,2],"none":{}}'],
      '/text': ['text/plain', 'plain <b>text</b>\n'],
      '/source': ['text/plain', '<!doctype html><p>source</p>'],
      '/bytes': ['application/octet-stream', new Uint8Array([0, 1, 2, 3, 255, 254])],
      '/zip': ['application/zip', Buffer.from('504b0304140000000000', 'hex')],
      '/feed': ['application/rss+xml', '<?xml version="1.0"?><rss><channel><title>News</title></channel></rss>'],
      '/empty': ['text/html', ''],
    });
    const { run } = await openGate({}, { policy: LOCAL });
    const get = async (path: string) => (await run('web_fetch', { url: site.origin + path })).output;
    expect(await get('/json')).toContain(
      '{\n  "n": 12345678901234567890,\n  "list": [\n    1,\n    2\n  ],\n  "none": {}\n}',
    );
    expect(await get('/text')).toContain('plain <b>text</b>');
    expect(await get('/source')).toContain('<!doctype html><p>source</p>');
    expect(await get('/bytes')).toContain('[It is binary data, 6 bytes, and no text: it is not shown.]');
    expect(await get('/zip')).toContain('Zip archive');
    expect(await get('/feed')).toContain('<title>News</title>');
    expect(await get('/empty')).toContain('[The body is empty.]');
  });

  it('web_fetch looks at the body where its type is wrong or missing', async () => {
    const site = await openPages({
      '/none': [undefined, '<!doctype html><title>T</title><p>A page without a type</p>'],
      '/error': ['application/json', '<html><body><h1>Bad gateway</h1></body></html>'],
      '/data': ['text/html', '{"a": 1}'],
      '/lines': ['text/html', 'first line\nsecond line'],
      '/picture': ['text/html', await png(4)],
      '/paper': ['text/html', PDF],
    });
    const { run } = await openGate({}, { policy: LOCAL });
    const get = (path: string) => run('web_fetch', { url: site.origin + path });
    expect((await get('/none')).output).toContain('# T\n\nA page without a type');
    expect((await get('/error')).output).toContain('# Bad gateway');
    expect((await get('/data')).output).toContain('{\n  "a": 1\n}');
    expect((await get('/lines')).output).toContain('first line\nsecond line');
    expect((await get('/picture')).attachments).toMatchObject([{ mediaType: 'image/png' }]);
    expect((await get('/paper')).output).toContain('Tides of the harbour');
  });

  it('web_fetch reads texts in their own charset', async () => {
    const latin = Buffer.from('<p>Caf\xe9 au lait, s\xfc\xdf</p>', 'latin1');
    const site = await openPages({
      '/header': ['text/html; charset=ISO-8859-1', latin],
      '/meta': ['text/html', Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin])],
      '/none': ['text/html', latin],
      '/kanji': ['text/plain; charset=shift_jis', Buffer.from('93fa967b8cea', 'hex')],
      '/wide': ['text/plain', Buffer.from('\ufeffwide words', 'utf16le')],
      '/odd': ['text/plain; charset=no-such-thing', 'Grüße'],
    });
    const { run } = await openGate({}, { policy: LOCAL });
    const get = async (path: string) => (await run('web_fetch', { url: site.origin + path })).output;
    for (const path of ['/header', '/meta', '/none']) expect(await get(path)).toContain('Café au lait, süß');
    expect(await get('/kanji')).toContain('日本語');
    expect(await get('/wide')).toContain('wide words');
    expect(await get('/odd')).toContain('Grüße');
  });

  it('web_fetch attaches images, large ones scaled down', async () => {
    const site = await openPages({
      '/small.png': ['image/png', await png(10)],
      '/large.png': ['image/png', await png(2_100)],
    });
    const { run } = await openGate({}, { policy: LOCAL });
    const small = await run('web_fetch', { url: `${site.origin}/small.png` });
    expect(small.attachments).toMatchObject([{ name: 'small.png', mediaType: 'image/png' }]);
    expect(small.output).toContain('PNG image, 10x10');
    const large = await run('web_fetch', { url: `${site.origin}/large.png` });
    expect(large.output).toContain('scaled down to 2000x2000');
  });

  it('web_fetch shows what a status means and the page that came with it', async () => {
    const site = await openPages({});
    const { run } = await openGate({}, { policy: LOCAL });
    const outcome = await run('web_fetch', { url: `${site.origin}/gone` });
    expect(toValue(outcome)).toMatchObject({ status: 404, body: '<h1>Nothing here</h1>' });
    expect(outcome.output).toContain('# Nothing here');
    expect(outcome.output).toContain('[Status 404: there is no such page.');
  });

  it('web_fetch gives the page in the format that is asked for', async () => {
    const html =
      '<title>T</title><body><nav>menu</nav><main><h2>Head</h2><p>Some <b>bold</b> words in a sentence that is long enough.</p></main>';
    const site = await openPages({ '/': ['text/html', html] });
    const { run } = await openGate({}, { policy: LOCAL });
    const get = async (format: string) => (await run('web_fetch', { url: site.origin, format })).output;
    expect(await get('markdown')).toContain('## Head\n\nSome **bold** words');
    expect(await get('text')).toContain('Head\n\nSome bold words');
    expect(await get('html')).toContain('<b>bold</b>');
    expect(await get('raw')).toContain(html);
  });

  it('web_fetch sends what a person has seen, and asks before it does', async () => {
    const site = await openSite(({ method, body }, response) => void response.end(`${method} ${body}`));
    const asked: string[] = [];
    const { run } = await openGate(
      {},
      {
        policy: LOCAL,
        approver: ({ reason }) => {
          asked.push(reason);
          return 'allow_once';
        },
      },
    );
    const args = { url: site.origin, body: '{"a":1}', headers: { 'Content-Type': 'application/json', 'X-Note': 'n' } };
    expect((await run('web_fetch', args)).output).toContain('POST {"a":1}');
    expect(asked.join()).toContain('it sends data away');
    expect(site.received[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-note': 'n' });
    expect((await run('web_fetch', { url: site.origin, method: 'HEAD' })).output).toMatch(/^date: /m);
    expect(asked).toHaveLength(1);
  });

  it('web_fetch follows no redirect with what it sends', async () => {
    const site = await openSite(({ url }, response) => void response.writeHead(307, { location: '/other' }).end(url));
    const { run } = await openGate({}, { policy: LOCAL, approver: () => 'allow_once' });
    const outcome = await run('web_fetch', { url: `${site.origin}/form`, method: 'POST', body: 'x' });
    expect(toValue(outcome).status).toBe(307);
    expect(outcome.output).toContain(`It redirects to ${site.origin}/other`);
    expect(site.received.map(({ url }) => url)).toEqual(['/form']);
  });

  it('web_fetch follows redirects on the way to a page, and says so', async () => {
    const site = await openSite(({ url }, response) =>
      url === '/old' ? void response.writeHead(301, { location: '/new' }).end() : void response.end('here'),
    );
    const { run } = await openGate({}, { policy: LOCAL });
    const outcome = await run('web_fetch', { url: `${site.origin}/old` });
    expect(toValue(outcome).url).toBe(`${site.origin}/new`);
    expect(outcome.output).toContain(`[It was redirected from ${site.origin}/old.]`);
  });

  it('web_fetch speaks https, and refuses a certificate that does not hold', async () => {
    const { key, cert } = createSelfSigned(['site.example']);
    const port = await openSecureSite({ key, cert }, 'secret words');
    const open = (ca?: string) =>
      webFetch({
        env: {},
        search: undefined,
        open: async () =>
          createGuardedFetch({
            allow: [],
            private: [`site.example:${port}`],
            lookup: () => ['127.0.0.1'],
            ...(ca ? { ca } : {}),
          }),
      });
    const policy = { extends: 'privileged', network: { allow: ['site.example'] } } as const;
    const trusting = await openGate({}, { policy, packs: ['filesystem'], tools: [open(cert)] });
    const url = `https://site.example:${port}/`;
    expect((await trusting.run('web_fetch', { url })).output).toContain('secret words');
    const usual = await openGate({}, { policy, packs: ['filesystem'], tools: [open()] });
    expect((await usual.run('web_fetch', { url })).error).toMatchObject({
      code: 'NETWORK_BLOCKED',
      details: { rule: 'certificate' },
    });
  });
});

describe('pages of a page', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index} of a long text`).join('\n');

  it('come by offset, say how to go on, and are the whole together', async () => {
    const site = await openPages({ '/long': ['text/plain', lines] });
    const { run } = await openGate({}, { policy: LOCAL });
    let whole = '';
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const outcome: Outcome = await run('web_fetch', { url: `${site.origin}/long`, offset });
      const { next_offset, total } = toValue(outcome);
      expect(total).toBe(lines.length);
      const [, , inside = ''] =
        /<untrusted-content id="(\w+)"[\s\S]*?\n\n([\s\S]*)\n<\/untrusted-content id="\1">/.exec(outcome.output) ?? [];
      whole += inside + (next_offset === undefined ? '' : '\n');
      if (next_offset !== undefined) expect(outcome.output).toContain(`offset=${next_offset}`);
      offset = next_offset;
    }
    expect(whole).toBe(lines);
    // Reading on shows the page that was begun.
    expect(site.received).toHaveLength(1);
  });

  it('pages of a page fits the limit that is asked for, and is told where there is nothing more', async () => {
    const site = await openPages({ '/long': ['text/plain', lines] });
    const { run } = await openGate({}, { policy: LOCAL });
    const url = `${site.origin}/long`;
    expect((await run('web_fetch', { url, limit: 10 })).output).toContain('\nline 0 of\n');
    expect((await run('web_fetch', { url, offset: 9_999_999 })).output).toContain('is beyond the end');
  });

  it('pages of a page stops reading a body that never ends', async () => {
    const site = await openSite((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = () => {
        while (response.write('endless words '.repeat(10_000)));
        response.once('drain', more);
      };
      more();
    });
    const { run } = await openGate({}, { policy: LOCAL });
    const outcome = await run('web_fetch', { url: site.origin, limit: 100 });
    expect(toValue(outcome)).toMatchObject({ size: 10 * 1024 * 1024, body_cut: true });
    expect(outcome.output).toContain('longer than 10 MB; only its beginning was read.');
  });

  it('unpacks no bomb beyond its limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'));
    const site = await openSite(
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(bomb),
    );
    const { run } = await openGate({}, { policy: LOCAL });
    expect(toValue(await run('web_fetch', { url: site.origin, limit: 10 })).size).toBe(10 * 1024 * 1024);
    const deflated = await openSite(
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateRawSync('packed words')),
    );
    expect((await run('web_fetch', { url: deflated.origin })).output).toContain('packed words');
  });

  it('times out', async () => {
    const site = await openSite((_, response) => void response.writeHead(200).write('begun'));
    const { run } = await openGate({}, { policy: LOCAL });
    const { error } = await run('web_fetch', { url: site.origin, timeout: 0.3 });
    expect(error).toMatchObject({ code: 'TIMEOUT', retryable: true });
    expect(error?.suggestion).toContain('timeout');
  });
});
