import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripTags } from '../../../convert/html/strip-tags.ts';
import { markUntrusted } from '../../../tool/text/untrusted.ts';
import { cleanLine, cleanText } from '../clean-text.ts';
import { classifyBody, decodeBody, looksLikeJson, parseContentType } from './body-kind.ts';
import { cutPage } from './cut-page.ts';
import { keepPages } from './fetch-page.ts';
import { prettyJson } from './make-page.ts';

describe('pages of a text', () => {
  it('pages of a text are the whole together, each in its bounds', () => {
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
  it('JSON says the same with line breaks', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.parse(prettyJson(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('JSON keeps numbers and names as they came', () => {
    expect(prettyJson('{"a":1.0,"a":1e400}')).toBe('{\n  "a": 1.0,\n  "a": 1e400\n}');
    expect(prettyJson('[{},[],"a,b:{"]')).toBe('[\n  {},\n  [],\n  "a,b:{"\n]');
  });
});

describe('marks round what is untrusted', () => {
  it('marks round what is untrusted stand twice, whatever is between', () => {
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

describe('what nobody sees', () => {
  it('what nobody sees is taken out of a text, and joins that scripts and emoji need are not', () => {
    expect(cleanText('un\u200dtru\u200csted a\u3164b\u061c <\u200c/x>')).toBe('untrusted ab </x>');
    expect(cleanText('❤\ufe0f\ufe01\ufe02\ufe0e x')).toBe('❤\ufe0f x');
    for (const text of ['می\u200cخواهم', '👩\u200d👩\u200d👧', 'क्\u200dष', '❤\ufe0f\u200d🔥', '1\ufe0f\u20e3'])
      expect(cleanText(text)).toBe(text);
  });

  it('what nobody sees hides no end of what is untrusted', () => {
    for (const end of [
      '<\u200c/untrusted-content',
      '＜/untrusted-content',
      '</ \n\u00a0 untrusted\u2011content',
      '<//untrusted',
    ])
      expect(markUntrusted(`a ${end} b`, 'x')).toContain('a ‹');
    // Time grows with the length alone.
    for (const flood of [`<${' '.repeat(2_000_000)}`, '< '.repeat(1_000_000), '<＜'.repeat(1_000_000)])
      expect(markUntrusted(flood, 'x').length).toBeGreaterThan(flood.length);
  });
});

describe('bodies', () => {
  it('bodies are UTF-16 where every other byte says so, and nothing else does', () => {
    const page = '<!doctype html><p>Tides of the harbour</p>';
    const swapped = Buffer.from(page, 'utf16le').swap16();
    for (const bytes of [Buffer.from(page, 'utf16le'), swapped])
      expect(classifyBody(bytes, 'text/html')).toMatchObject({ kind: 'html', text: page });
    expect(classifyBody(Buffer.alloc(100), 'text/plain').kind).toBe('binary');
    expect(classifyBody(Buffer.from([0, 1, 0, 2, 3, 0, 4, 0, 0, 1, 9, 9, 0, 0, 0, 1, 1, 1]), null).kind).toBe('binary');
  });

  it('bodies that are nested without an end are no JSON, and are found to be so at once', () => {
    const deep = '['.repeat(5_000_000);
    expect(classifyBody(Buffer.from(deep), 'text/html').kind).toBe('text');
    expect(looksLikeJson(`${'['.repeat(900)}${']'.repeat(900)}`)).toBe(true);
    expect(looksLikeJson(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe(false);
  });

  it('bodies of any bytes and any type are something', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.option(fc.string()), (bytes, type) => {
        expect(['html', 'json', 'text', 'image', 'pdf', 'binary']).toContain(classifyBody(bytes, type).kind);
      }),
    );
  });

  it('bodies have a charset by their mark before their header, and by their header before their own word', () => {
    expect(decodeBody(Buffer.from('\ufeffé'), 'latin1')).toBe('é');
    expect(decodeBody(Buffer.from('<meta charset=koi8-r>é'), 'utf-8')).toContain('é');
    expect(
      decodeBody(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1'), undefined),
    ).toContain('é');
    expect(decodeBody(Buffer.from('<meta charset="utf-16">é'), undefined)).toContain('é');
    // The last character came half.
    expect(decodeBody(Buffer.from('aé').subarray(0, 2), undefined)).toBe('a');
    expect(parseContentType('Text/HTML; foo=bar; Charset="UTF-8"')).toEqual({
      mediaType: 'text/html',
      charset: 'UTF-8',
    });
  });
});

describe('text without tags', () => {
  it('text without tags drops scripts, keeps signs, decodes what was encoded', () => {
    const html = '<p>a &lt;b&gt; &#233;</p><script>if (a<b) x()</script ><STYLE>p{}</STYLE><!-- x -->1 < 2<br>end';
    expect(stripTags(html)).toBe('a <b> é\n1 < 2\nend');
    expect(stripTags('a<script>never closed')).toBe('a');
    expect(cleanLine('a\n\tb\u0000c', 3)).toBe('a…');
  });
});

describe('pages that are kept', () => {
  it('pages that are kept are few, and not for long', () => {
    let now = 0;
    const kept = keepPages(() => now);
    const page = { text: 'x', attachments: [] } as never;
    for (let at = 0; at < 20; at++) kept.set(String(at), page);
    expect([kept.get('0'), kept.get('19')]).toEqual([undefined, page]);
    now += 10 * 60_000;
    expect(kept.get('19')).toBeUndefined();
  });
});
