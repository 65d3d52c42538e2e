import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { openFds, openTestRoot, type TempFolder, tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { viewOf } from '../../../test/support/workspace/view.ts';
import { readRegularFile } from '../view/read-file.ts';

/** A program that swaps, as fast as it can, a folder and a file of the workspace for links to the outside, and back. */
const SWAPPER = `
  const fs = require('node:fs');
  const [ws, out] = process.argv.slice(1);
  process.stdout.write('go');
  for (;;) {
    fs.renameSync(ws + '/d', ws + '/d.real'); fs.symlinkSync(out, ws + '/d');
    fs.unlinkSync(ws + '/d'); fs.renameSync(ws + '/d.real', ws + '/d');
    fs.renameSync(ws + '/f.txt', ws + '/f.real'); fs.symlinkSync(out + '/f.txt', ws + '/f.txt');
    fs.unlinkSync(ws + '/f.txt'); fs.renameSync(ws + '/f.real', ws + '/f.txt');
  }
`;

async function swapping(): Promise<{ home: TempFolder; child: ChildProcess }> {
  const home = tempFolder();
  for (const name of ['d/f.txt', 'd/e/f.txt', 'f.txt']) {
    home.put(`ws/${name}`, 'inside needle\n');
    home.put(`out/${name.replace(/^d\//, '')}`, 'OUTSIDE needle\n');
  }
  home.put('out/only-outside.txt', 'OUTSIDE needle\n');
  const child = spawn(process.execPath, ['-e', SWAPPER, home.at('ws'), home.at('out')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await once(child.stdout!, 'data');
  return { home, child };
}

it('the workspace never reads outside while a folder is swapped for a link again and again', async () => {
  const { home, child } = await swapping();
  const root = openTestRoot(home.at('ws'));
  const before = openFds();
  const seen = { inside: 0, refused: 0 };
  for (let n = 0; n < 12_000; n += 1) {
    const path = ['d/f.txt', 'd/e/f.txt', 'f.txt', 'd/../f.txt', './d/f.txt'][n % 5] as string;
    const text = await readRegularFile(root, path, { near: () => [] }).then(
      ({ bytes }) => Buffer.from(bytes).toString(),
      () => undefined,
    );
    if (text === undefined) seen.refused += 1;
    else {
      expect(text).toBe('inside needle\n');
      seen.inside += 1;
    }
  }
  expect(child.exitCode).toBeNull();
  expect(seen.inside).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
  expect(openFds()).toBe(before);
});

it('the workspace never lists, finds or searches outside while a folder is swapped for a link', async () => {
  const { home, child } = await swapping();
  const root = openTestRoot(home.at('ws'));
  const files = viewOf(root);
  let found = 0;
  for (let n = 0; n < 40; n += 1) {
    const names = await files.list('d').catch(() => []);
    expect(names.map(entry => entry.name)).not.toContain('only-outside.txt');
    const { entries } = await files.find({ path: '.', hidden: true, ignored: true });
    expect(entries.filter(entry => entry.path.includes('only-outside'))).toEqual([]);
    for await (const { lines } of files.search({ path: '.', pattern: 'needle' })) {
      for (const line of lines) expect(line.text).toBe('inside needle');
      found += 1;
    }
  }
  expect(found).toBeGreaterThan(0);
  expect(child.exitCode).toBeNull();
});
