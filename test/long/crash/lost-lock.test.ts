import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { programPath } from '../../support/program-path.ts';

const CHILD = programPath('lost-lock');

interface Said {
  readonly said: readonly { readonly took: number; readonly failed?: string }[];
  readonly value: unknown;
}

/** Some writes of a process whose locking fails at that call, as strace lets it. */
async function writesWith(when: string): Promise<Said> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-lock-'));
  onTestFinished(() => removeTree(folder));
  const script = `"$@" <&3 >&4 2>/dev/null 3<&- 4>&- & exec 3<&- 4>&-; read -r pid
    exec strace -p "$pid" -e trace=fcntl -e inject=fcntl:error=EIO:when=${when} 2>&1`;
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', CHILD, join(folder, 'store.db')];
  const shell = spawn('sh', ['-c', script, 'sh', ...node], { stdio: ['pipe', 'pipe', 'ignore', 'pipe', 'pipe'] });
  const closed = once(shell, 'close');
  const [go, said] = [shell.stdio[3] as NodeJS.WritableStream, shell.stdio[4] as NodeJS.ReadableStream];
  go.on('error', () => {});
  let told = '';
  said.setEncoding('utf8').on('data', text => {
    told += text;
  });
  await once(said, 'data');
  shell.stdin!.end(told);
  await once(shell.stdout!, 'data');
  shell.stdout!.resume();
  go.end('\n');
  await closed;
  return JSON.parse(told.slice(told.indexOf('\n')));
}

it.each(['4', '5', '6'])(
  'a lock that fails once, at call %s, does not keep a process out of its own store',
  async when => {
    const { said, value } = await writesWith(when);
    expect(said.map(({ failed }) => failed)).toEqual([undefined, undefined, undefined]);
    expect(value).toBe(3);
  },
);

it('locks that fail for good are told as such, and by later writes at once', async () => {
  const { said } = await writesWith('1+');
  for (const { failed } of said) expect(failed).toMatch(/could not be locked/);
  const [first, ...later] = said.map(({ took }) => took);
  expect(Math.max(...later)).toBeLessThan(first!);
});
