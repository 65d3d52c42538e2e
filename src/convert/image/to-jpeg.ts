import { decodePng } from './decode-png.ts';

/** A PNG file as a JPEG file. */
export async function toJpeg(png: Uint8Array): Promise<Uint8Array> {
  const { default: jpeg } = await import('jpeg-js');
  const raster = await decodePng(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  return jpeg.encode(raster, 90).data;
}
