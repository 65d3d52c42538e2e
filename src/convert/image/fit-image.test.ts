import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import jpeg from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { kindOfBytes } from '../../text/kind-of-bytes.ts';
import { decodePng } from './decode-png.ts';
import { encodePng } from './encode-png.ts';
import { fitImage, isTooLarge } from './fit-image.ts';
import { type Raster, scaleDown } from './raster.ts';

/** An image in which red grows to the right, green downwards. */
function ramp(width: number, height: number, alpha = 255): Raster {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) {
    const pixel = at / 4;
    data.set([(255 * (pixel % width)) / width, (255 * Math.floor(pixel / width)) / height, 40, alpha], at);
  }
  return { width, height, data };
}

describe('PNG', () => {
  it('a PNG decoded after encoding is what it was', async () => {
    const rasters = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).chain(([width, height]) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        data: fc.uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(rasters, async raster => {
        const decoded = await decodePng(await encodePng(raster));
        expect(decoded).toEqual(raster);
      }),
    );
  });

  it.each([
    ['a palette with alpha, two bits', { depth: 2, colour: 3, raw: [0, 0b00011011] }, '00ff 10ff 2080 30ff'],
    [
      'grey in 16 bits with a transparent one',
      { depth: 16, colour: 0, raw: [0, 255, 255, 128, 0, 18, 52, 0, 9] },
      'ffff 80ff 1200 00ff',
    ],
    ['grey with alpha', { depth: 8, colour: 4, width: 2, raw: [0, 1, 2, 3, 4] }, '0102 0304'],
    [
      'interlaced grey',
      { depth: 8, colour: 0, width: 3, height: 2, interlaced: 1, raw: [0, 1, 0, 3, 0, 2, 0, 4, 5, 6] },
      '01ff 02ff 03ff 04ff 05ff 06ff',
    ],
    [
      'left, mean and Paeth filters',
      { depth: 8, colour: 0, width: 3, height: 3, raw: [1, 10, 5, 5, 3, 1, 1, 1, 4, 1, 1, 1] },
      '0aff 0fff 14ff 06ff 0bff 10ff 07ff 0cff 11ff',
    ],
  ])('a PNG of %s is understood', async (_, made, redAndAlpha) => {
    const { data } = await decodePng(pngOf(made));
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => Buffer.from([data[at * 4]!, data[at * 4 + 3]!]));
    expect(pixels.map(pixel => pixel.toString('hex')).join(' ')).toBe(redAndAlpha);
  });

  it('a PNG that is damaged is an error', async () => {
    await expect(decodePng(pngOf({ depth: 8, colour: 0, raw: [0, 1] }))).rejects.toThrow('too early');
    await expect(decodePng(pngOf({ depth: 8, colour: 0, raw: [9, 1, 2, 3, 4] }))).rejects.toThrow('filter');
    await expect(decodePng(pngOf({ depth: 8, colour: 5, raw: [0] }))).rejects.toThrow('No such kind');
    await expect(decodePng(pngOf({ depth: 8, colour: 0, raw: [] }).subarray(0, 40))).rejects.toThrow('no content');
  });
});

interface Made {
  readonly depth: number;
  readonly colour: number;
  readonly width?: number;
  readonly height?: number;
  readonly interlaced?: number;
  /** Lines of pixels, each after the number of its filter. */
  readonly raw: readonly number[];
}

/** A PNG file by hand, with a palette and transparency for the kinds that have them. Sums are not looked at. */
function pngOf({ depth, colour, width = 4, height = 1, interlaced = 0, raw }: Made): Buffer {
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, depth, colour, 0, 0, interlaced]);
  const chunk = (type: string, body: Uint8Array) =>
    Buffer.concat([Buffer.from([0, 0, 0, body.length]), Buffer.from(type), body, Buffer.alloc(4)]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(colour === 3 ? [chunk('PLTE', Buffer.from([0, 1, 1, 16, 1, 1, 32, 1, 1, 48, 1, 1]))] : []),
    ...(colour === 3 ? [chunk('tRNS', Buffer.from([255, 255, 128]))] : []),
    ...(colour === 0 && depth === 16 ? [chunk('tRNS', Buffer.from([18, 52]))] : []),
    chunk('IDAT', deflateSync(Uint8Array.from(raw))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('scaleDown', () => {
  it('scaleDown keeps the proportions and the mean of the colours', () => {
    const small = scaleDown(ramp(400, 100), 40);
    expect([small.width, small.height]).toEqual([40, 10]);
    expect(small.data[(5 * 40 + 20) * 4]).toBeCloseTo(130, -1);
    expect(scaleDown(ramp(4, 4), 10).width).toBe(4);
    expect(scaleDown(ramp(1, 500), 10)).toMatchObject({ width: 1, height: 10 });
  });

  it('scaleDown gives no weight to colours that cannot be seen', () => {
    const data = Uint8Array.from([200, 100, 0, 255, 0, 0, 0, 0]);
    expect([...scaleDown({ width: 2, height: 1, data }, 1).data]).toEqual([200, 100, 0, 128]);
  });
});

describe('fitImage', () => {
  it('fitImage makes a PNG and a JPEG small enough, in their own format', async () => {
    const png = await encodePng(ramp(2_400, 300));
    const photo = jpeg.encode(ramp(300, 2_400), 90).data;
    for (const [file, size] of [[png, '2000x250'] as const, [photo, '250x2000'] as const]) {
      const before = kindOfBytes(file)!;
      expect(isTooLarge(before, file.length)).toBe(true);
      const fitted = await fitImage(file);
      const after = kindOfBytes(fitted!.bytes)!;
      expect([after.mediaType, `${after.width}x${after.height}`]).toEqual([before.mediaType, size]);
      expect(isTooLarge(after, fitted!.bytes.length)).toBe(false);
    }
  });

  it('fitImage keeps what a camera noted of which side is up', async () => {
    const exif = Buffer.concat([Buffer.from('ffe1000c', 'hex'), Buffer.from('Exif\0\0note', 'latin1')]);
    const photo = jpeg.encode(ramp(2_100, 10), 90).data;
    const turned = Buffer.concat([photo.subarray(0, 2), exif, photo.subarray(2)]);
    expect(Buffer.from((await fitImage(turned))!.bytes).indexOf(exif)).toBe(2);
  });

  it('fitImage goes by the size that was judged, whatever a file says later', async () => {
    const png = await encodePng(ramp(2_400, 30));
    const later = Buffer.from(png.subarray(8, 33));
    later.writeUInt32BE(60_000, 8);
    later.writeUInt32BE(60_000, 12);
    const twice = Buffer.concat([png.subarray(0, 33), later, png.subarray(33)]);
    expect(await fitImage(twice)).toMatchObject({ width: 2_000, height: 25 });
  });

  it('fitImage leaves alone what is damaged, far too large or of another format', async () => {
    const png = await encodePng(ramp(2_400, 30));
    expect(await fitImage(png.subarray(0, 200))).toBeUndefined();
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    expect(await fitImage(bomb)).toBeUndefined();
    expect(await fitImage(Buffer.from('4749463839610a901490f00000', 'hex'))).toBeUndefined();
  });
});
