import { constants, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs, some } from '../../../test/support/suite.ts';
import { stripTags } from '../html/strip-tags.ts';
import { convert } from './thread.ts';

const never = new AbortController().signal;
const page = (html: string) => ({ html, url: 'https://site.example/', format: 'markdown' }) as const;
const options = { time: 30_000, signal: never };

/** A page that takes far longer than any test. */
const FOREVER = '<div>'.repeat(250_000);

const pdfHead = (length: number) => `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length ${length}/Filter/FlateDecode>>stream
`;
const PDF_END = '\nendstream endobj\ntrailer<</Root 1 0 R>>';

/** Whether the event loop of this process turns while something is under way. */
async function turnsDuring(work: Promise<unknown>): Promise<boolean> {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await work.catch(() => {});
  return turned;
}

it.each(
  some([
    ['nested elements', `${'<div>'.repeat(100_000)}deep`],
    ['nested marks', `${'<b>'.repeat(30_000)}deep`],
    ['nested tables', `${'<table><tr><td>'.repeat(2_000)}deep`],
    ['brackets', '<'.repeat(500_000)],
    ['open tags', '<a '.repeat(100_000)],
    ['one attribute after the other', `<p ${'a=b '.repeat(100_000)}>words`],
    ['comments that never end', '<!--'.repeat(100_000)],
    ['spans that are claimed', `<table>${'<tr><td rowspan=99999 colspan=99999>x'.repeat(300)}</table>`],
    ['many links', '<a href="x">l</a>'.repeat(15_000)],
    ['spaces', `<p>${' '.repeat(500_000)}x</p><h2>${' #'.repeat(20_000)}x</h2>`],
  ]),
)('a page in its thread may have %s: this process goes on', async (_, html) => {
  const work = convert('html', page(html), { time: 2_000, signal: never });
  expect(await turnsDuring(work)).toBe(true);
  expect(typeof stripTags(html)).toBe('string');
  // Whatever became of it, the next page is read.
  const next = await convert('html', page('<p>Some words</p>'), options);
  expect(next.text).toBe('Some words');
});

it('a page in its thread is stopped when nobody wants it any more', async () => {
  const stop = new AbortController();
  const work = convert('html', page(`${'<b>'.repeat(30_000)}deep`), { time: 30_000, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 20);
  await expect(work).rejects.toThrow('enough');
  expect((await convert('html', page('<p>More</p>'), options)).text).toBe('More');
});

it('a page in its thread waits for no other once nobody wants it any more', async () => {
  const slow = new AbortController();
  const stop = new AbortController();
  const work = [1, 2].map(() => convert('html', page(FOREVER), { time: 60_000, signal: slow.signal }));
  const waiting = convert('html', page('<p>Late</p>'), { time: 60_000, signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  slow.abort(new Error('enough'));
  for (const one of work) await expect(one).rejects.toThrow('enough');
  expect((await convert('html', page('<p>More</p>'), options)).text).toBe('More');
});

it('a page in its thread holds up no other', async () => {
  const slow = new AbortController();
  const work = convert('html', page(FOREVER), { time: 600_000, signal: slow.signal });
  expect((await convert('html', page('<p>More</p>'), options)).text).toBe('More');
  slow.abort(new Error('enough'));
  await expect(work).rejects.toThrow('enough');
});

it('a page in its thread may be a PDF that unpacks without an end: it is stopped before it fills the memory', async () => {
  const block = deflateRawSync(Buffer.alloc(4 * 1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const stream = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 500 }, () => block)]);
  const bomb = Buffer.concat([Buffer.from(pdfHead(stream.length)), stream, Buffer.from(PDF_END)]);
  await expect(convert('pdf', new Uint8Array(bomb), { time: 120_000, signal: never })).rejects.toThrow('memory');
  expect((await convert('html', page('<p>More</p>'), options)).text).toBe('More');
});

it('a page in its thread may use up the heap of its thread, and no other', async () => {
  // A small page whose cells claim to stand in a hundred columns of many rows each.
  const cell = `<td rowspan=50 colspan=50>${'x'.repeat(5_000)}</td>`;
  const rows = `<tr>${cell}${cell}</tr>${'<tr></tr>'.repeat(49)}`.repeat(40);
  const flood = { ...page(`<table><caption>Flood</caption>${rows}</table>`), simply: true };
  await expect(convert('html', flood, { time: 300_000, signal: never })).rejects.toThrow(/memory/);
  expect((await convert('html', page('<p>More</p>'), options)).text).toBe('More');
});

it('a PDF that is none is a failure, and the next page is read', async () => {
  await expect(convert('pdf', new Uint8Array(Buffer.from('%PDF-1.4 nonsense')), options)).rejects.toThrow();
  expect((await convert('html', page('<p>More</p>'), options)).text).toBe('More');
});

it('a page of any text is a text', async () => {
  const parts = fc.constantFrom(
    '<p>',
    '</p>',
    '<script>',
    '</script>',
    '<table>',
    '<td>',
    '</table>',
    '<a href="',
    '">',
    '<!--',
    '-->',
    '<li>',
    'x',
    ' ',
    '&#',
    ';',
    '<pre>',
    '<h1>',
    '\0',
    '💡',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 60 }), async pieces => {
      const { text, title } = await convert('html', page(pieces.join('')), options);
      expect(typeof text).toBe('string');
      expect(typeof title).toBe('string');
      expect(text).not.toContain('</body>');
    }),
    { numRuns: runs(10) },
  );
});
