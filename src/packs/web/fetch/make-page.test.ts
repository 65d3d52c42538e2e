import { expect, it } from 'vitest';
import { classifyBody } from './body-kind.ts';
import { makePage } from './make-page.ts';

const source = (content: string | Uint8Array, type: string) => {
  const bytes = Buffer.from(content);
  const body = classifyBody(bytes, type);
  return {
    bytes,
    cut: false,
    body,
    url: 'https://site.example/a.html',
    format: 'markdown',
    signal: new AbortController().signal,
  } as const;
};

it('a page that cannot be taken apart in time is its text without tags, and that is said', async () => {
  const html = `<script>let x</script><p>Some words</p>${'<b>'.repeat(20_000)}<p>and more`;
  const page = await makePage({ ...source(html, 'text/html'), patience: 1 });
  expect(page.text).toContain('Some words');
  expect(page.text).toContain('and more');
  expect(page.text).not.toContain('let x');
  expect(page.notes.join()).toContain('could not be taken apart');
});

it('a page has its title, also where a line of code looks like one', async () => {
  const html = '<title>Guide</title><p>Run this:</p><pre># install\nnpm ci</pre><p>Then go on.</p>';
  expect((await makePage(source(html, 'text/html'))).text).toBe(
    '# Guide\n\nRun this:\n\n```\n# install\nnpm ci\n```\n\nThen go on.',
  );
});

it('a page that nobody wants any more is no page', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(makePage({ ...source('<p>words</p>', 'text/html'), signal })).rejects.toThrow('enough');
});

it('an image or a PDF of which only a part came cannot be shown', async () => {
  const half = { ...source('%PDF-1.4 the beginning', 'application/pdf'), cut: true };
  await expect(makePage(half)).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

it('a PDF that is damaged is said to be so', async () => {
  const { text, notes } = await makePage(source('%PDF-1.4 nonsense', 'application/pdf'));
  expect(text).toBe('');
  expect(notes.join()).toContain('its text cannot be read');
});

it('a page that scripts build is said to be one', async () => {
  const html = `<title>App</title><body><div id="root"></div><script>${'x'.repeat(400)}</script>`;
  const { text, notes } = await makePage(source(html, 'text/html'));
  expect(text).toContain('# App');
  expect(notes.join()).toContain('hardly any text');
});
