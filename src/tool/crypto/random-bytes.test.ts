import { expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { fillFromDevice, fillRandomly } from './random-bytes.ts';

it('each fill is another one, and fills all', () => {
  const fills = Array.from({ length: 200 }, () => {
    const bytes = Buffer.alloc(256);
    fillRandomly(bytes);
    return bytes;
  });
  expect(new Set(fills.map(bytes => bytes.toString('hex'))).size).toBe(fills.length);
  for (let at = 0; at < 256; at++) expect(fills.some(bytes => bytes[at] !== 0)).toBe(true);
});

it('nothing is taken from what is not the generator of the kernel', () => {
  const home = tempFolder();
  home.put('urandom', 'x'.repeat(64));
  home.link('link', '/dev/zero');
  for (const device of [home.at('urandom'), home.at('link'), home.at('none'), '/dev/zero', '/dev/null', '/tmp'])
    expect(fillFromDevice(Buffer.alloc(16), device)).toBe(false);
});
