import { type ByteKind, kindOfBytes } from '../../text/kind-of-bytes.ts';
import { decodePng } from './decode-png.ts';
import { encodePng } from './encode-png.ts';
import { type Raster, scaleDown } from './raster.ts';

/** The longest side, in pixels, that every provider takes, also where there are many images. */
const LONGEST = 2_000;
/** The most bytes of an image: about as many as providers take once they are base64. */
const MOST_BYTES = 3_750_000;
/** The most pixels of an image that is decoded: more would fill the memory. */
const MOST_PIXELS = 40_000_000;

export type FittedImage = Readonly<{ bytes: Uint8Array; width: number; height: number }>;

/** Whether an image must be made smaller before a model can be shown it. */
export const isTooLarge = ({ width = 0, height = 0 }: ByteKind, bytes: number): boolean =>
  bytes > MOST_BYTES || width > LONGEST || height > LONGEST;

/** Fits an image into a size that providers take, in its own format; undefined where it cannot be made smaller. */
export async function fitImage(file: Uint8Array): Promise<FittedImage | undefined> {
  const kind = kindOfBytes(file);
  const codec = kind && CODECS[kind.mediaType];
  if (!codec || (kind.width ?? 0) * (kind.height ?? 0) > MOST_PIXELS) return undefined;
  try {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const whole = await codec.decode(bytes);
    for (let side = LONGEST; side >= 250; side /= 2) {
      const { width, height, ...rest } = scaleDown(whole, side);
      const made = await codec.encode({ width, height, ...rest }, bytes);
      if (made.length <= MOST_BYTES) return { bytes: made, width, height };
    }
  } catch {
    // An image that cannot be decoded cannot be shown smaller; the reader is told that it is too large.
  }
  return undefined;
}

interface Codec {
  decode(file: Buffer): Promise<Raster>;
  encode(image: Raster, original: Buffer): Promise<Uint8Array>;
}

/** The codec, loaded when first needed: few images are photographs of this size. */
const jpeg = async () => (await import('jpeg-js')).default;

const CODECS: Readonly<Record<string, Codec>> = {
  'image/png': { decode: decodePng, encode: encodePng },
  'image/jpeg': {
    decode: async file => (await jpeg()).decode(file, { useTArray: true, maxMemoryUsageInMB: 1_024 }),
    encode: async (image, original) => withOrientation((await jpeg()).encode(image, 80).data, original),
  },
};

/** The new image with the camera's notes of the original: they say which side is up. */
function withOrientation(made: Buffer, original: Buffer): Buffer {
  for (let at = 2; at + 4 < original.length && original[at] === 0xff && original[at + 1] !== 0xda; ) {
    const end = at + 2 + original.readUInt16BE(at + 2);
    if (original[at + 1] === 0xe1 && original.toString('latin1', at + 4, at + 8) === 'Exif')
      return Buffer.concat([made.subarray(0, 2), original.subarray(at, end), made.subarray(2)]);
    at = end;
  }
  return made;
}
