import { expect, it } from 'vitest';
import { contentBytes, parseMessages, type RipgrepMessage } from './ripgrep-json.ts';

async function parseAll(text: string, size: number): Promise<RipgrepMessage[]> {
  const data = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
  }
  const all: RipgrepMessage[] = [];
  for await (const batch of parseMessages(chunks())) all.push(...batch);
  return all;
}

const line = (text: string, more: object = {}) =>
  `${JSON.stringify({
    type: 'match',
    data: {
      path: { text: './we"ird "lines":{"text":".txt' },
      lines: { text },
      line_number: 7,
      absolute_offset: 99,
      submatches: [{ match: { text: 'x' }, start: 5, end: 6 }],
      ...more,
    },
  })}\n`;

it.each([1, 3, 64, 100_000])('the parser takes messages in pieces of %i bytes', async size => {
  const begin = '{"type":"begin","data":{"path":{"text":"./ü"}}}\n';
  const end = '{"type":"end","data":{"path":{"text":"./ü"},"binary_offset":null}}\n';
  expect(await parseAll(`${begin}${line('abc ü\n')}${end}`, size)).toEqual([
    { type: 'begin', path: './ü' },
    {
      type: 'line',
      line: { match: true, content: 'abc ü\n', whole: true, number: 7, offset: 99, start: 5 },
    },
    { type: 'end', binary: false },
  ]);
});

it.each(['x', '"', '\\', '\u{1f600}', 'é', '\n"\\\u0001'])(
  'the parser keeps the beginning and the numbers of a line that is too long, of %j',
  async piece => {
    const text = piece.repeat(400_000);
    for (const size of [1000, 65_536, 10_000_000]) {
      const [long, after] = await parseAll(line(text) + line('short'), size);
      expect(long).toMatchObject({
        type: 'line',
        line: { match: true, whole: false, number: 7, offset: 99, start: 5 },
      });
      const bytes = contentBytes((long as Extract<RipgrepMessage, { type: 'line' }>).line.content);
      expect(bytes.length).toBeGreaterThan(8_000);
      expect(text.startsWith(bytes.toString())).toBe(true);
      expect(after).toMatchObject({ line: { whole: true, content: 'short' } });
    }
  },
);

it('the parser keeps the beginning of long bytes that are no text', async () => {
  const raw = Buffer.alloc(500_000, 0xff);
  const [long] = await parseAll(line('', { lines: { bytes: raw.toString('base64') } }), 50_000);
  const bytes = contentBytes((long as Extract<RipgrepMessage, { type: 'line' }>).line.content);
  expect(bytes.length).toBeGreaterThan(8_000);
  expect(bytes.equals(raw.subarray(0, bytes.length))).toBe(true);
});
