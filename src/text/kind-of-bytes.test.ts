import { expect, it } from 'vitest';
import { kindOfBytes } from './kind-of-bytes.ts';

const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from([0, 0, 3, 32, 0, 0, 2, 88, 8, 6, 0, 0, 0]),
]);

it('bytes of images are named with their size', () => {
  expect(kindOfBytes(PNG)).toEqual({
    label: 'PNG image, 800x600',
    mediaType: 'image/png',
    width: 800,
    height: 600,
  });
  expect(kindOfBytes(Buffer.from('4749463839610a001400f00000', 'hex'))?.label).toBe('GIF image, 10x20');
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108001e002803012200', 'hex');
  expect(kindOfBytes(jpeg)).toMatchObject({
    label: 'JPEG image, 40x30',
    mediaType: 'image/jpeg',
    width: 40,
    height: 30,
  });
  const webp = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBPVP8X', 'latin1'),
    Buffer.from('0a000000000000001f00000f0000', 'hex'),
  ]);
  expect(kindOfBytes(webp)?.label).toBe('WebP image, 32x16');
});

it('bytes of archives and programs are told apart', () => {
  expect(kindOfBytes(Buffer.from('504b0304aabb', 'hex'))?.mediaType).toBe('application/zip');
  expect(kindOfBytes(Buffer.from('7f454c46', 'hex'))?.label).toBe('ELF program');
  expect(kindOfBytes(Buffer.from('SQLite format 3\0'))?.label).toBe('SQLite database');
  expect(kindOfBytes(Buffer.from('0000002066747970', 'hex'))?.mediaType).toBe('video/mp4');
});

it('a truncated header is still an image, without a size', () => {
  expect(kindOfBytes(PNG.subarray(0, 10))?.label).toBe('PNG image');
  expect(kindOfBytes(Buffer.from('ffd8ff', 'hex'))?.label).toBe('JPEG image');
});

it('bytes of no known kind have no name', () => {
  expect(kindOfBytes(Buffer.from([1, 2, 3]))).toBeUndefined();
  expect(kindOfBytes(Buffer.alloc(0))).toBeUndefined();
});
