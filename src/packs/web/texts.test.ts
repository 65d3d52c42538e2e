import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseContentType, readBody } from './body-kind.ts';
import { oneLine } from './clean-text.ts';
import { stripTags } from './convert/strip-tags.ts';
import { cutPage } from './cut-page.ts';
import { decodeBody } from './decode-body.ts';
import { keepPages } from './kept-pages.ts';
import { prettyJson } from './pretty-json.ts';
import { markUntrusted } from './untrusted.ts';

describe('pages of a text', () => {
  it('are the whole together, each in its bounds', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 400 }).map(text => text.repeat(50));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 3_000 }), (whole, limit) => {
        let read = '';
        for (let offset: number | undefined = 0; offset !== undefined; ) {
          const { text, next } = cutPage(whole, { offset, limit });
          expect(text.length).toBeLessThanOrEqual(limit + 1);
          if (next !== undefined) expect(next).toBeGreaterThan(offset);
          read += text;
          offset = next;
        }
        expect(read).toBe(whole);
      }),
    );
  });

  it('fit what the pipeline shows, in bytes and in lines', () => {
    const wide = cutPage('語'.repeat(100_000), { offset: 0, limit: 100_000 });
    expect(Buffer.byteLength(wide.text)).toBeLessThanOrEqual(45_000);
    const lines = cutPage('\n'.repeat(10_000), { offset: 0, limit: 100_000 });
    expect(lines.text.length).toBeLessThanOrEqual(1_900);
  });
});

describe('JSON', () => {
  it('says the same with line breaks', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.parse(prettyJson(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps numbers and names as they came', () => {
    expect(prettyJson('{"a":1.0,"a":1e400}')).toBe('{\n  "a": 1.0,\n  "a": 1e400\n}');
    expect(prettyJson('[{},[],"a,b:{"]')).toBe('[\n  {},\n  [],\n  "a,b:{"\n]');
  });
});

describe('marks round what is untrusted', () => {
  it('stand twice, whatever is between', () => {
    const parts = fc.array(
      fc.constantFrom('<', '/', ' ', '\n', '\t', 'untrusted-content', 'UNTRUSTED-content', '>', ' id="'),
    );
    fc.assert(
      fc.property(parts, pieces => {
        const marked = markUntrusted(pieces.join(''), 'host"><x');
        expect(marked.match(/<\s*\/?\s*untrusted-content/gi)).toHaveLength(2);
        const [, id] = /^<untrusted-content id="(\w{8})" from="hostx">/.exec(marked) ?? [];
        expect(marked.endsWith(`\n</untrusted-content id="${id}">`)).toBe(true);
      }),
    );
  });
});

describe('bodies', () => {
  it('of any bytes and any type are something', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.option(fc.string()), (bytes, type) => {
        expect(['html', 'json', 'text', 'image', 'pdf', 'binary']).toContain(readBody(bytes, type).kind);
      }),
    );
  });

  it('have a charset by their mark before their header, and by their header before their own word', () => {
    expect(decodeBody(Buffer.from('\ufeffé'), 'latin1').text).toBe('é');
    expect(decodeBody(Buffer.from('<meta charset=koi8-r>é'), 'utf-8').text).toContain('é');
    expect(
      decodeBody(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1'), undefined).text,
    ).toContain('é');
    expect(decodeBody(Buffer.from('<meta charset="utf-16">é'), undefined).text).toContain('é');
    // The last character came half.
    expect(decodeBody(Buffer.from('aé').subarray(0, 2), undefined)).toEqual({ text: 'a', charset: 'utf-8' });
    expect(parseContentType('Text/HTML; foo=bar; Charset="UTF-8"')).toEqual({
      mediaType: 'text/html',
      charset: 'UTF-8',
    });
  });
});

describe('text without tags', () => {
  it('drops scripts, keeps signs, decodes what was encoded', () => {
    const html = '<p>a &lt;b&gt; &#233;</p><script>if (a<b) x()</script ><STYLE>p{}</STYLE><!-- x -->1 < 2<br>end';
    expect(stripTags(html)).toBe('a <b> é\n1 < 2\nend');
    expect(stripTags('a<script>never closed')).toBe('a');
    expect(oneLine('a\n\tb\u0000c', 3)).toBe('a…');
  });
});

describe('pages that are kept', () => {
  it('are few, and not for long', () => {
    let now = 0;
    const kept = keepPages(() => now);
    const page = { text: 'x', attachments: [] } as never;
    for (let at = 0; at < 20; at++) kept.set(String(at), page);
    expect([kept.get('0'), kept.get('19')]).toEqual([undefined, page]);
    now += 10 * 60_000;
    expect(kept.get('19')).toBeUndefined();
  });
});
