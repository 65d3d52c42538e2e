import { describe, expect, it } from 'vitest';
import { toApng } from '../../scripts/pictures/animation/to-apng.ts';
import { readScreen } from '../../scripts/pictures/terminal/screen.ts';
import { toSvg } from '../../scripts/pictures/terminal/to-svg.ts';
import { decodePng } from '../../src/convert/image/decode-png.ts';
import { encodePng, PNG_SIGNATURE, pngChunk } from '../../src/convert/image/encode-png.ts';

const SIZE = { width: 6, height: 4 };

/** A picture of one grey with some pixels of their own. */
function picture(grey: number, dots: Readonly<Record<number, number>>): Uint8Array {
  const data = new Uint8Array(SIZE.width * SIZE.height * 4).map((_, at) => (at % 4 === 3 ? 255 : grey));
  for (const [at, red] of Object.entries(dots)) data[Number(at) * 4] = red;
  return data;
}

/** Plays an animation as a viewer does: each frame is laid over what is there. */
async function play(file: Buffer): Promise<{ shown: Uint8Array; ms: number }[]> {
  const played: { shown: Uint8Array; ms: number }[] = [];
  const kept: Buffer[] = [];
  let shown = new Uint8Array(SIZE.width * SIZE.height * 4);
  let control: Buffer = Buffer.alloc(0);
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === 'PLTE' || type === 'tRNS') kept.push(pngChunk(type, body));
    if (type === 'fcTL') control = body;
    if (type === 'IDAT' || type === 'fdAT') {
      const header = Buffer.concat([control.subarray(4, 12), Buffer.from([8, 3, 0, 0, 0])]);
      const data = pngChunk('IDAT', type === 'IDAT' ? body : body.subarray(4));
      const part = await decodePng(Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header), ...kept, data]));
      const [left, top] = [control.readUInt32BE(12), control.readUInt32BE(16)];
      shown = shown.slice();
      for (let y = 0; y < part.height; y++) {
        for (let x = 0; x < part.width; x++) {
          const pixel = part.data.subarray((y * part.width + x) * 4).subarray(0, 4);
          if (pixel[3] === 255) shown.set(pixel, ((top + y) * SIZE.width + left + x) * 4);
        }
      }
      played.push({ shown, ms: control.readUInt16BE(20) });
    }
    at += length + 12;
  }
  return played;
}

describe('an animation', () => {
  it('an animation shows each picture as it was, as long as it should', async () => {
    const pictures = [
      picture(200, {}),
      picture(200, { 7: 10, 16: 20 }),
      picture(200, { 7: 10 }),
      picture(90, { 0: 5 }),
    ];
    const frames = await Promise.all(
      pictures.map(async (data, index) => ({ png: await encodePng({ ...SIZE, data }), ms: 100 * (index + 1) })),
    );
    const played = await play(await toApng(frames));
    expect(played).toEqual(pictures.map((shown, index) => ({ shown, ms: 100 * (index + 1) })));
  });
});

describe('the screen of a terminal', () => {
  const screen = (bytes: string) =>
    readScreen(bytes, { columns: 8, rows: 3 }).map(line => line.map(({ text }) => text).join(''));

  it.each([
    ['writes over a line', 'one\rtwo\r\nend', ['two', 'end']],
    ['goes on in the next line', 'abcdefghij', ['abcdefgh', 'ij']],
    ['goes up and clears what is below', 'a\r\nb\r\nc\x1b[2A\r\x1b[Jx', ['x']],
    ['clears the rest of a line', 'abc\x1b[2D\x1b[K!', ['a!']],
    ['goes to a column and a place', 'a\x1b[4Gb\x1b[1;2Hc', ['ac b']],
    ['shows neither titles, links nor the cursor', '\x1b]0;title\x07\x1b[?25la\x1b]8;;http://x\x1b\\b', ['ab']],
  ])('%s', (_, bytes, lines) => expect(screen(bytes)).toEqual(lines));

  it('the screen of a terminal keeps colours, and is drawn as text that cannot be markup', () => {
    const [line = []] = readScreen('\x1b[1;31m<b>\x1b[22;39m&\x1b[38;5;196mx\x1b[0m', { columns: 80, rows: 3 });
    expect(line.map(({ look }) => [look.bold ?? false, look.colour])).toEqual([
      ...Array(3).fill([true, 1]),
      [false, undefined],
      [false, 'rgb(255 0 0)'],
    ]);
    const svg = toSvg([line], 80, 'a <title>');
    expect(svg).toContain('class="c1 b">&lt;b&gt;</text>');
    expect(svg).toContain('>&amp;</text>');
    expect(svg).toContain('fill="rgb(255 0 0)">x</text>');
    expect(svg).toContain('<title>a &lt;title&gt;</title>');
  });
});
