import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Raster } from './raster.ts';

const deflated = promisify(deflate);
export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Encodes pixels as a PNG file; without alpha where no pixel is transparent. */
export async function encodePng({ width, height, data }: Raster): Promise<Buffer> {
  const channels = isOpaque(data) ? 3 : 4;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = channels === 3 ? 2 : 6;
  const body = await deflated(filtered({ width, height, data }, channels));
  return Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header), pngChunk('IDAT', body), pngChunk('IEND')]);
}

function isOpaque(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Filters each byte as its difference to that of the pixel above, which packs well and costs little. */
function filtered({ width, height, data }: Raster, channels: number): Buffer {
  const length = width * channels + 1;
  const out = Buffer.alloc(height * length);
  for (let y = 0; y < height; y++) {
    const row = y * length;
    out[row] = 2;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < channels; channel++) {
        const above = y === 0 ? 0 : data[at - width * 4 + channel]!;
        out[row + 1 + x * channels + channel] = data[at + channel]! - above;
      }
    }
  }
  return out;
}

/** A chunk of a PNG file: its length, name, body and checksum. */
export function pngChunk(type: string, body: Uint8Array = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
