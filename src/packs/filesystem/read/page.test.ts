import { describe, expect, it } from 'vitest';
import { OUTPUT_BYTES, readPage } from './page.ts';

const page = (content: string | Uint8Array, options: Partial<Parameters<typeof readPage>[1]> = {}) =>
  readPage(
    { bytes: typeof content === 'string' ? Buffer.from(content) : content, modified: '2026-01-01T00:00:00.000Z' },
    { path: 'a.txt', maxBytes: OUTPUT_BYTES, ...options },
  );
const lines = (count: number, text = 'line') => Array.from({ length: count }, (_, i) => `${text} ${i + 1}\n`).join('');

describe('readPage', () => {
  it('numbers lines six wide and leaves the content raw', () => {
    const { output, value, metadata, notes } = page('one\r\ntwo');
    expect(output).toBe('     1\tone\n     2\ttwo');
    expect(value).toMatchObject({ content: 'one\r\ntwo', size: 8, lines: 2, encoding: 'utf-8' });
    expect(metadata).toMatchObject({ bytes: 8, lines: 2 });
    expect(notes).toEqual([]);
  });

  it('readPage gives a window of a file that is over the budget, and the next call last', () => {
    const { output, value, notes, range } = page(lines(5_000));
    expect(output.split('\n')).toHaveLength(500);
    expect(value.next_offset).toBe(501);
    expect(value.content.endsWith('line 500\n')).toBe(true);
    expect(notes.at(-1)).toMatch(/^Lines 1-500 of 5,000 \(.* KB, ≈ [\d,]+ tokens\)\. To read on: offset=501\.$/);
    expect(range).toBe(' (lines 1-500 of 5000)');
  });

  it('readPage gives the same page of a large file, whether its bytes are counted or its text', () => {
    const text = `${'é €\r\n\n'.repeat(150_000)}😀 the last`;
    for (const start of [[], [0xef, 0xbb, 0xbf]]) {
      const large = page(Buffer.concat([Uint8Array.from(start), Buffer.from(text)]), { offset: -3 });
      expect(large.value.content).toBe('é €\r\n\n😀 the last');
      expect(large.output).toBe('299999\té €\n300000\t\n300001\t😀 the last');
      expect(large.value).toMatchObject({ lines: 300_001, encoding: 'utf-8' });
    }
    const damaged = page(Buffer.concat([Buffer.from(text), Uint8Array.of(0x0a, 0xff)]), { offset: -2 });
    expect(damaged.value.content).toBe('😀 the last\n\ufffd');
  });

  it('readPage gives a file of 1,900 short lines whole', () => {
    expect(page(lines(1_900)).value.next_offset).toBeUndefined();
  });

  it('readPage reads on from an offset, and counts a negative one from the end', () => {
    const text = lines(5_000);
    expect(page(text, { offset: 501 }).output.split('\n')[0]).toBe('   501\tline 501');
    expect(page(text, { offset: -2 }).value.content).toBe('line 4999\nline 5000\n');
    expect(page(text, { offset: 4_999, limit: 50 }).value.content).toBe('line 4999\nline 5000\n');
    expect(page('a\nb\n', { offset: 0 }).value.content).toBe('a\nb\n');
  });

  it('readPage reads up to an end, which counts from the end of the file when negative', () => {
    const text = lines(100);
    expect(page(text, { offset: 3, end: 4 }).value).toMatchObject({ content: 'line 3\nline 4\n', next_offset: 5 });
    expect(page(text, { end: -99 }).value.content).toBe('line 1\nline 2\n');
    expect(page(text, { offset: -2, end: -1 }).value.content).toBe('line 99\nline 100\n');
    expect(page(text, { offset: 99, end: 5_000 }).value.next_offset).toBeUndefined();
    const none = page(text, { offset: -2, end: 5 });
    expect(none).toMatchObject({ output: '', notes: ['end_line=5 is before line 99, the first one.'] });
    expect(none.range).toBe(' (none of 100 lines)');
  });

  it('readPage ends an explicit page where the budget ends', () => {
    const { value, output } = page(lines(3_000, 'x'.repeat(90)), { limit: 2_500 });
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(OUTPUT_BYTES);
    expect(value.next_offset).toBeGreaterThan(400);
  });

  it('readPage takes limit 0 for all', () => {
    expect(page(lines(5_000), { limit: 0 }).output.split('\n')).toHaveLength(5_000);
  });

  it('readPage says that a file is empty, and that an offset lies beyond the end', () => {
    expect(page('').notes).toEqual(['The file is empty.']);
    const beyond = page('a\nb\n', { offset: 9 });
    expect(beyond.value.content).toBe('');
    expect(beyond.notes).toEqual(['offset=9 is beyond the end: the file has 2 lines. Its last page: offset=1.']);
  });

  it('readPage cuts long lines in the output, not in the raw content', () => {
    const { output, notes, value } = page(`short\n${'x'.repeat(3_000)}\n`);
    expect(output.split('\n')[1]).toMatch(/x … \[\+1000 characters\]$/);
    expect(notes).toEqual(['Lines over 2,000 characters are cut: 2. Use grep for what is in them.']);
    expect(value.content).toHaveLength(3_007);
    expect(page('y'.repeat(1_000_000)).value.content.length).toBeLessThan(3_000);
  });

  it('readPage reads UTF-16 and Latin-1 and says so', () => {
    const wide = page(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('häuser\n', 'utf16le')]));
    expect(wide.value.content).toBe('häuser\n');
    expect(wide.notes[0]).toContain('UTF-16 LE');
    expect(page(Buffer.from('häuser', 'latin1')).notes[0]).toContain('Latin-1');
  });

  it('readPage names the kind of a binary and offers base64', () => {
    const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(100)]);
    expect(() => page(zip, { path: 'a.zip' })).toThrow(/a\.zip is binary, not text: Zip archive .*, 104 bytes/);
    const { value, output } = page(zip, { encoding: 'base64' });
    expect(Buffer.from(value.content, 'base64')).toEqual(zip);
    expect(output).toBe(value.content);
  });

  it('readPage attaches an image', () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d4948445200000320000002580806000000', 'hex')]);
    const { attachments, notes } = page(png, { path: 'img/logo.png' });
    expect(attachments).toEqual([{ name: 'logo.png', mediaType: 'image/png', data: png.toString('base64') }]);
    expect(notes).toEqual(['PNG image, 800x600, 29 bytes; the image is attached.']);
  });
});
