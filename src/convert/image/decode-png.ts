import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { Raster } from './raster.ts';

const inflated = promisify(inflate);

/** Rows after which the event loop gets its turn. */
const ROWS = 256;

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The places of the pixels in each pass: first column, first row, and the steps to the next. */
const WHOLE = [[0, 0, 1, 1]] as const;
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Decodes a PNG file of any kind, with eight bits a channel. Throws for a damaged file. */
export async function decodePng(file: Buffer): Promise<Raster> {
  const parts = partsOf(file);
  const { width, height, depth, colour, interlaced } = parts.header;
  const bits = CHANNELS[colour]! * depth;
  const passes = (interlaced ? ADAM7 : WHOLE).map(([x, y, dx, dy]) => ({
    x,
    y,
    dx,
    dy,
    columns: Math.max(0, Math.ceil((width - x) / dx)),
    rows: Math.max(0, Math.ceil((height - y) / dy)),
  }));
  const lengthOf = (columns: number) => Math.ceil((columns * bits) / 8);
  const size = passes.reduce((sum, { columns, rows }) => sum + (columns > 0 ? rows * (lengthOf(columns) + 1) : 0), 0);
  const raw = await inflated(parts.data, { maxOutputLength: size + 1 });
  if (raw.length < size) throw new Error('The image ends too early');
  const data = new Uint8Array(width * height * 4);
  const put = pixelWriter(parts, data);
  let at = 0;
  for (const { x, y, dx, dy, columns, rows } of passes) {
    const length = lengthOf(columns);
    let above: Uint8Array = new Uint8Array(length);
    for (let row = 0; columns > 0 && row < rows; row++, at += length + 1) {
      const line = raw.subarray(at + 1, at + 1 + length);
      unfilter(line, above, { filter: raw[at]!, step: Math.max(1, bits >> 3) });
      const base = (y + row * dy) * width + x;
      for (let column = 0; column < columns; column++) put(line, column, (base + column * dx) * 4);
      above = line;
      if (row % ROWS === ROWS - 1) await setImmediate();
    }
  }
  return { width, height, data };
}

function partsOf(file: Buffer) {
  let header: ReturnType<typeof headerOf> | undefined;
  let palette: Uint8Array = new Uint8Array();
  /** Alpha by palette entry, or the one colour that is transparent. */
  let transparency: Buffer | undefined;
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    // The first header counts: the size of the image was judged by it.
    if (type === 'IHDR') header ??= headerOf(body);
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') data.push(body);
    else if (type === 'IEND') break;
    at += length + 12;
  }
  if (!header || data.length === 0) throw new Error('The image has no content');
  return { header, palette, transparency, data: Buffer.concat(data) };
}

/** The `depth` is the bits of a sample; `colour` is 0 grey, 2 colours, 3 palette, 4 and 6 those with alpha. */
function headerOf(body: Buffer) {
  const [depth, colour] = [body[8]!, body[9]!];
  if (!Object.hasOwn(CHANNELS, colour) || ![1, 2, 4, 8, 16].includes(depth)) throw new Error('No such kind of PNG');
  return { width: body.readUInt32BE(0), height: body.readUInt32BE(4), depth, colour, interlaced: body[12] === 1 };
}

/** Takes the filter of a line back, in place: from differences to values. */
function unfilter(line: Uint8Array, above: Uint8Array, { filter, step }: { filter: number; step: number }): void {
  if (filter === 0) return;
  for (let at = 0; at < line.length; at++) {
    const left = at >= step ? line[at - step]! : 0;
    const up = above[at]!;
    if (filter === 1) line[at] = line[at]! + left;
    else if (filter === 2) line[at] = line[at]! + up;
    else if (filter === 3) line[at] = line[at]! + ((left + up) >> 1);
    else if (filter === 4) line[at] = line[at]! + paeth(left, up, at >= step ? above[at - step]! : 0);
    else throw new Error('No such filter');
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Writes the pixel of a column as eight bits a channel. */
function pixelWriter(
  { header, palette, transparency }: ReturnType<typeof partsOf>,
  out: Uint8Array,
): (line: Uint8Array, column: number, to: number) => void {
  const { depth, colour } = header;
  const most = 2 ** depth - 1;
  const sample = sampler(depth);
  const clear = colour === 3 || !transparency ? undefined : transparentColour(transparency, colour);
  if (colour === 3)
    return (line, column, to) => {
      const entry = sample(line, column);
      for (let channel = 0; channel < 3; channel++) out[to + channel] = palette[entry * 3 + channel] ?? 0;
      out[to + 3] = transparency?.[entry] ?? 255;
    };
  const channels = CHANNELS[colour]!;
  const grey = channels < 3;
  const withAlpha = channels % 2 === 0;
  if (depth === 8 && !clear) {
    const [second, third] = grey ? [0, 0] : [1, 2];
    return (line, column, to) => {
      const at = column * channels;
      out[to] = line[at]!;
      out[to + 1] = line[at + second]!;
      out[to + 2] = line[at + third]!;
      out[to + 3] = withAlpha ? line[at + channels - 1]! : 255;
    };
  }
  return (line, column, to) => {
    const at = column * channels;
    const red = sample(line, at);
    const green = grey ? red : sample(line, at + 1);
    const blue = grey ? red : sample(line, at + 2);
    const alpha = withAlpha ? sample(line, at + channels - 1) : most;
    out[to] = (red * 255) / most + 0.5;
    out[to + 1] = (green * 255) / most + 0.5;
    out[to + 2] = (blue * 255) / most + 0.5;
    out[to + 3] = clear && clear[0] === red && clear[1] === green && clear[2] === blue ? 0 : (alpha * 255) / most + 0.5;
  };
}

function sampler(depth: number): (line: Uint8Array, index: number) => number {
  if (depth === 8) return (line, index) => line[index]!;
  if (depth === 16) return (line, index) => line[index * 2]! * 256 + line[index * 2 + 1]!;
  const mask = 2 ** depth - 1;
  return (line, index) => (line[(index * depth) >> 3]! >> (8 - depth - ((index * depth) & 7))) & mask;
}

function transparentColour(transparency: Buffer, colour: number): readonly number[] {
  const channel = (index: number) => transparency.readUInt16BE(index * 2);
  return colour === 0 ? [channel(0), channel(0), channel(0)] : [channel(0), channel(1), channel(2)];
}
