import { deflateSync } from 'node:zlib';
import { decodePng } from '../../../src/convert/image/decode-png.ts';
import { PNG_SIGNATURE, pngChunk } from '../../../src/convert/image/encode-png.ts';
import { channelsOf, createPalette, type Palette, UNCHANGED } from './palette.ts';

/** A picture as a PNG file, and how many milliseconds it is to be seen. All of an animation are of one size. */
export interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** A number for each pixel: red in the lowest byte, then green, blue and alpha. */
  readonly pixels: Uint32Array;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Makes one PNG file that plays for ever, with a byte for each pixel that has changed since the frame before (https://www.w3.org/TR/png-3). */
export async function toApng(frames: readonly Frame[]): Promise<Buffer> {
  const pictures = await Promise.all(frames.map(({ png }) => readPicture(png)));
  const [first] = pictures;
  if (!first) throw new Error('There is no picture to animate');
  const palette = createPalette(pictures.map(({ pixels }) => pixels));
  const body: Buffer[] = [];
  let sequence = 0;
  for (const [index, picture] of pictures.entries()) {
    const before = pictures[index - 1];
    const box = before ? changedBox(picture, before) : wholeOf(picture);
    body.push(pngChunk('fcTL', frameControl(sequence++, box, { ms: frames[index]!.ms, over: before !== undefined })));
    const data = packed({ picture, before, box, palette });
    body.push(before ? pngChunk('fdAT', Buffer.concat([uint32(sequence++), data])) : pngChunk('IDAT', data));
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', Buffer.concat([uint32(first.width, first.height), Buffer.from([8, 3, 0, 0, 0])])),
    pngChunk('acTL', uint32(pictures.length, 0)),
    pngChunk('PLTE', Buffer.from([0, 0, 0, ...palette.colours.flatMap(channelsOf)])),
    // The first entry is transparent, the others are not.
    pngChunk('tRNS', Buffer.from([0])),
    ...body,
    pngChunk('IEND'),
  ]);
}

async function readPicture(png: Buffer): Promise<Picture> {
  const { width, height, data } = await decodePng(png);
  return { width, height, pixels: new Uint32Array(data.buffer, data.byteOffset, width * height) };
}

const wholeOf = ({ width, height }: Picture): Box => ({ left: 0, top: 0, width, height });

/** The smallest box that holds all changes; one pixel where there are none. */
function changedBox({ width, height, pixels }: Picture, before: Picture): Box {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === before.pixels[at]) continue;
    const x = at % width;
    const y = (at - x) / width;
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

interface Part {
  readonly picture: Picture;
  readonly before: Picture | undefined;
  readonly box: Box;
  readonly palette: Palette;
}

/** The pixels of the box; those that are as before are left out where that packs better. */
function packed({ picture, before, box, palette }: Part): Buffer {
  const draw = (leaveOut: boolean): Buffer => {
    const lines = Buffer.alloc(box.height * (box.width + 1));
    for (let y = 0; y < box.height; y++) {
      for (let x = 0; x < box.width; x++) {
        const at = (box.top + y) * picture.width + box.left + x;
        const same = leaveOut && before?.pixels[at] === picture.pixels[at];
        lines[y * (box.width + 1) + 1 + x] = same ? UNCHANGED : palette.entryOf(picture.pixels[at]!);
      }
    }
    return deflateSync(lines, { level: 9 });
  };
  const [whole, changes] = [draw(false), draw(true)];
  return changes.length < whole.length ? changes : whole;
}

function frameControl(sequence: number, box: Box, { ms, over }: { ms: number; over: boolean }): Buffer {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(Math.round(ms), 0);
  delay.writeUInt16BE(1000, 2);
  // What is there stays, and the frame is laid over it.
  delay[5] = over ? 1 : 0;
  return Buffer.concat([uint32(sequence, box.width, box.height, box.left, box.top), delay]);
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
