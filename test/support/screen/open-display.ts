import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { encodePng } from '../../../src/convert/image/encode-png.ts';
import type { Raster } from '../../../src/convert/image/raster.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';

/** A real X server without a screen that anybody sees; gives its name, such as `:3`. Gone after the test. */
export async function openDisplay(width: number, height: number): Promise<string> {
  const screen = `${width}x${height}x24`;
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    const gone = once(server, 'exit');
    if (server.kill('SIGTERM')) await gone;
  });
  let said = '';
  for await (const part of server.stdio[3] as Readable) {
    said += part;
    if (said.includes('\n')) break;
  }
  return `:${said.trim()}`;
}

/** Makes a picture the background of a display. */
export async function paint(display: string, picture: Raster): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-test-'));
  try {
    writeFileSync(join(folder, 'background.png'), await encodePng(picture));
    // How it ends says nothing: whether it is there, the test sees.
    spawnSync('display', ['-window', 'root', 'background.png'], {
      cwd: folder,
      env: { ...process.env, DISPLAY: display },
    });
  } finally {
    removeTree(folder);
  }
}

export type Colour = readonly [red: number, green: number, blue: number];

/** One colour, with a square of another in the corner at the upper left. */
export function squareOn(size: readonly [number, number], square: number, colours: readonly [Colour, Colour]): Raster {
  const [width, height] = size;
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const inside = at % width < square && at < square * width;
    data.set([...colours[inside ? 1 : 0], 255], at * 4);
  }
  return { width, height, data };
}

export const pixel = ({ width, data }: Raster, x: number, y: number): Colour => {
  const [red = -1, green = -1, blue = -1] = data.subarray((y * width + x) * 4);
  return [red, green, blue];
};
