import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openCli } from '../../support/cli/open-cli.ts';
import { AS_BEFORE, openTerminal } from '../../support/cli/open-terminal.ts';
import { readLedger } from '../../support/read-ledger.ts';

const CTRL_C = '\x03';
const SIZE = { columns: 160, rows: 40 };
const call = (tool: string, args: object): string[] => ['exec', tool, '--args', JSON.stringify(args)];
const OVERWRITE = call('write_file', { path: 'a.txt', content: 'TWO\n' });

/** Looks again and again, for what no terminal shows. */
async function eventually(isSo: () => boolean): Promise<void> {
  for (let look = 0; look < 2000; look++) {
    if (isSo()) return;
    await wait(20);
  }
  throw new Error('It never came to be');
}

describe('Ctrl-C while a call runs', () => {
  /** Something happens at some system calls, so that a key comes in between. */
  const disturbed = (calls: string, how: string, ...more: string[]): string[] => [
    ...['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${how}`, ...more],
  ];

  const runsIn = (folder: string, program: string): boolean =>
    readdirSync('/proc').some(process => {
      try {
        const name = readFileSync(`/proc/${process}/comm`, 'utf8').trim();
        return name === program && readlinkSync(`/proc/${process}/cwd`) === folder;
      } catch {
        return false;
      }
    });

  it('Ctrl-C while a call runs ends a search with 130, and the call with an outcome', async () => {
    const cli = openCli({ 'slow.txt': 'hello\n' });
    const terminal = openTerminal(cli, call('grep', { pattern: 'hello' }), {
      size: SIZE,
      // The search stands still at this file.
      through: disturbed('?open,openat', 'signal=SIGSTOP', '-P', './slow.txt'),
    });
    await eventually(() => runsIn(cli.root, 'rg'));
    terminal.type(CTRL_C);
    await terminal.until('ABORTED');
    await terminal.until(AS_BEFORE);
    expect(await terminal.ended()).toBe(130);
    expect(readLedger(cli)).toEqual([{ tool: 'grep', status: 'settled', ok: 0 }]);
  });

  it('Ctrl-C while a call runs leaves a file that is being written old or new, never half, and nothing beside it', async () => {
    const cli = openCli({ 'a.txt': 'two\n' });
    const terminal = openTerminal(cli, [...OVERWRITE, '--yes'], {
      size: SIZE,
      through: disturbed('/^(rename|link)(at2?)?$', 'delay_enter=1000000'),
    });
    await eventually(() => readdirSync(cli.root).length > 1);
    terminal.type(CTRL_C);
    await terminal.until(AS_BEFORE);
    const code = await terminal.ended();
    expect(cli.read('a.txt')).toBe(code === 0 ? 'TWO\n' : 'two\n');
    expect([0, 130]).toContain(code);
    expect(readdirSync(cli.root)).toEqual(['a.txt']);
    expect(readLedger(cli)).toEqual([{ tool: 'write_file', status: 'settled', ok: code === 0 ? 1 : 0 }]);
  });
});
