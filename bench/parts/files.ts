import { spawn } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rgPath } from '@vscode/ripgrep';
import { glob } from 'tinyglobby';
import { createToolgate } from '../../src/index.ts';
import { openApart } from '../apart.ts';
import { inFolder, type Part } from '../part.ts';
import { makeLines, makeTree } from '../tree.ts';

const LINE = 100_000;

/** Searching and reading. */
export const measure: Part = options =>
  inFolder(options, async folder => {
    const root = join(folder, 'ws');
    makeTree(root, options.quick ? 5_000 : 20_000);
    const big = join(folder, 'big');
    mkdirSync(big);
    writeFileSync(join(big, 'big.txt'), `${makeLines(10 * 2 ** 20).join('\n')}\n`);
    const gate = await createToolgate({ workspace: root, store: 'memory' });
    const reader = await createToolgate({ workspace: big, store: 'memory' });
    const call = async (name: string, args: object, by = gate) => {
      const outcome = await by.execute({ name, args });
      if (!outcome.ok) throw new Error(outcome.output);
    };
    const read = (offset: number) => call('read_file', { path: 'big.txt', offset, limit: 200 }, reader);
    const apart = openApart();
    const cut = () => apart.do({ kind: 'cut', path: join(big, 'big.txt'), from: LINE, to: LINE + 200 });
    // A file that was changed this instant is not cached.
    const touch = async (round: number) => {
      utimesSync(join(big, 'big.txt'), round + 1, round + 1);
      await sleep(100);
    };
    await touch(0);
    return {
      contests: [
        {
          work: 'grep, a rare word',
          measure: 'wall',
          goal: 1.15,
          contestants: [
            { name: 'rg', role: 'floor', once: () => ripgrep(root, ['-n', 'zebrafish', './']) },
            { name: 'toolgate grep', role: 'ours', once: () => call('grep', { pattern: 'zebrafish' }) },
          ],
        },
        {
          work: 'grep, the first 100 of very many',
          measure: 'wall',
          goal: 1.5,
          contestants: [
            { name: 'rg, stopped', role: 'floor', once: () => ripgrep(root, ['-n', 'common', './'], 100) },
            { name: 'toolgate grep', role: 'ours', once: () => call('grep', { pattern: 'common' }) },
          ],
        },
        {
          work: 'glob **/*.ts',
          measure: 'wall',
          goal: 1.3,
          contestants: [
            { name: 'rg --files', role: 'floor', once: () => ripgrep(root, ['--files', '-g', '*.ts', './']) },
            {
              name: 'rg --files, newest first',
              role: 'peer',
              once: () => ripgrep(root, ['--files', '--sortr=modified', '-g', '*.ts', './']),
            },
            { name: 'tinyglobby', role: 'peer', once: () => glob('**/*.ts', { cwd: root, ignore: ['ignored/**'] }) },
            { name: 'toolgate glob, newest first', role: 'ours', once: () => call('glob', { pattern: '**/*.ts' }) },
          ],
        },
        {
          work: '200 lines deep in 10 MB, for the first time',
          measure: 'cpu',
          goal: 1,
          contestants: [
            { name: 'read whole and cut', role: 'floor', ready: touch, once: cut },
            { name: 'toolgate read_file', role: 'ours', ready: touch, once: () => read(LINE) },
          ],
        },
        {
          work: '200 lines deep in 10 MB, again',
          measure: 'cpu',
          goal: 0.1,
          contestants: [
            { name: 'read whole and cut', role: 'floor', once: cut },
            { name: 'toolgate read_file', role: 'ours', times: 10, once: round => read(LINE + round) },
          ],
        },
      ],
      close: async () => {
        apart.close();
        await gate.close();
        await reader.close();
      },
    };
  });

/** Runs ripgrep to its end, or until it has printed as many lines. */
export function ripgrep(cwd: string, args: readonly string[], stop = Number.POSITIVE_INFINITY): Promise<unknown> {
  return new Promise(resolve => {
    const child = spawn(rgPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    let lines = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      lines += chunk.toString('latin1').split('\n').length - 1;
      if (lines >= stop) child.kill('SIGKILL');
    });
    child.on('close', resolve);
  });
}
