import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripTags } from './strip-tags.ts';
import { convert } from './thread.ts';

const never = new AbortController().signal;
const page = (html: string) => ({ html, url: 'https://site.example/', format: 'markdown' }) as const;
const options = { time: 30_000, signal: never };

/** Counts the turns of the event loop while something is under way. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let under = true;
  const turn = () => {
    turns++;
    if (under) setImmediate(turn);
  };
  setImmediate(turn);
  await work.catch(() => {});
  under = false;
  return turns;
}

describe('a page in its thread', () => {
  it.each([
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
  ])('may have %s: this process goes on', async (_, html) => {
    const work = convert('html', page(html), { time: 2_000, signal: never });
    expect(await turnsDuring(work)).toBeGreaterThan(0);
    expect(typeof stripTags(html)).toBe('string');
    // Whatever became of it, the next page is read.
    const next = await convert('html', page('<p>Some words</p>'), options);
    expect(next.text).toBe('Some words');
  });

  it('is stopped when nobody wants it any more', async () => {
    const stop = new AbortController();
    const work = convert('html', page(`${'<b>'.repeat(30_000)}deep`), { time: 30_000, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(work).rejects.toThrow('enough');
    expect((await convert('html', page('<p>More</p>'), options)).text).toBe('More');
  });

  it('is a failure where a PDF is none, and the next one is read', async () => {
    await expect(convert('pdf', new Uint8Array(Buffer.from('%PDF-1.4 nonsense')), options)).rejects.toThrow();
    expect((await convert('html', page('<p>More</p>'), options)).text).toBe('More');
  });

  it('of any text is a text', async () => {
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
      { numRuns: 100 },
    );
  });
});
