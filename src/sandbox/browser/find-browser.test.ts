import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../../system/remove-tree.ts';
import { findBrowser } from './find-browser.ts';

function machine() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-test-')));
  onTestFinished(() => removeTree(folder));
  const make = (name: string): string => {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    chmodSync(file, 0o755);
    return file;
  };
  const find = (env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
    findBrowser({
      env: { HOME: folder, PATH: join(folder, 'bin'), ...env },
      platform,
      root: join(folder, 'work'),
      ownPath: () => join(folder, 'own/chrome'),
    });
  return { make, find };
}

it('the browser is the one that a variable names, then one on the path, then an application, then the package’s own', () => {
  const { make, find } = machine();
  const own = make('own/chrome');
  expect(find({})).toBe(own);
  const application = make('Applications/Chromium.app/Contents/MacOS/Chromium');
  expect([find({}, 'darwin'), find({})]).toEqual([application, own]);
  const edge = make('bin/microsoft-edge');
  expect(find({}, 'darwin')).toBe(edge);
  const chromium = make('bin/chromium');
  expect(find({})).toBe(chromium);
  expect(find({ CHROME_PATH: own })).toBe(own);
  expect(find({ CHROME_PATH: own, TOOLGATE_BROWSER: edge })).toBe(edge);
});

it('the browser is never one of the workspace', () => {
  const { make, find } = machine();
  const inside = make('work/bin/chromium');
  expect(() => find({ TOOLGATE_BROWSER: inside })).toThrow('outside of the workspace');
  expect(() => find({ PATH: join(inside, '..') })).toThrow('No browser was found');
});
