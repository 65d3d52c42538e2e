import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/index.ts';
import { runs } from '../support/suite.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

const open = () => openGate({ 'a.txt': 'a\n' }, { policy: 'privileged', approver: () => 'allow_once' });

interface Value {
  readonly output: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly return_code: number;
  readonly timed_out: boolean;
  readonly cwd: string;
}

async function bash(test: TestGate, command: string, more: object = {}): Promise<Outcome & { value: Value }> {
  const outcome = await test.gate.execute({ name: 'bash', args: { command, ...more } });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return outcome as never;
}

/** Whether a process with this in its arguments is there, in whichever namespace. */
function isRunning(mark: string): boolean {
  return readdirSync('/proc').some(pid => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(mark);
    } catch {
      return false;
    }
  });
}

/** A number of seconds that nobody else sleeps. */
const uniqueSleep = (): string => `${100_000 + Math.floor(Math.random() * 900_000)}`;

describe('a command', () => {
  it.each(['sleep N & echo hi', 'setsid sleep N & echo hi', '(setsid nohup sleep N > /dev/null 2>&1 &) ; echo hi'])(
    'a command is over when it ends, whatever it leaves behind, and that is dead: %s',
    async command => {
      const test = await open();
      const mark = uniqueSleep();
      const { value } = await bash(test, command.replace('N', mark), { timeout: 60 });
      expect(value).toMatchObject({ stdout: 'hi\n', return_code: 0, timed_out: false });
      expect(isRunning(mark)).toBe(false);
    },
  );

  it('a command that ignores SIGTERM is gone after its time, and what it printed before is kept', async () => {
    const test = await open();
    const mark = uniqueSleep();
    const outcome = await bash(test, `trap "" TERM; (trap "" TERM; sleep ${mark}) & echo before; sleep ${mark}`, {
      timeout: 4,
    });
    expect(outcome.value).toMatchObject({ stdout: 'before\n', timed_out: true });
    expect(outcome.output).toContain('It ran longer than 4 s and was stopped');
    expect(isRunning(mark)).toBe(false);
  });

  it('a command that is aborted leaves nothing, and changes nothing', async () => {
    const test = await open();
    const mark = uniqueSleep();
    const abort = new AbortController();
    test.gate.activity.subscribe('tool_output_chunk', () => abort.abort());
    const call = { name: 'bash', args: { command: `echo x > a.txt; echo go; sleep ${mark}` } };
    const outcome = await test.gate.execute(call, { abort: abort.signal });
    expect(outcome.error?.code).toBe('ABORTED');
    expect(test.read('a.txt')).toBe('a\n');
    await test.gate.close();
    expect(isRunning(mark)).toBe(false);
  });

  it.each([
    ['read x', /non-interactive/],
    ['sudo -v', /non-interactive/],
    ['git init -q . && git add . && git commit', /git commit needs -m/],
    ['git rebase --continue', /non-interactive/],
    ['node', undefined],
    ['npm init', undefined],
    ['cat', undefined],
    ['git log --all | less; man ls | head -1', undefined],
  ])('a command does not wait for a person: %s', async (command, advice) => {
    const test = await open();
    const outcome = await bash(test, command, { timeout: 60 });
    expect(outcome.value.timed_out).toBe(false);
    if (advice) expect(outcome.output).toMatch(advice);
  });

  it.each(['vim a.txt', 'cd . && EDITOR=x /usr/bin/vi', 'sudo nvim a.txt'])(
    'a command is not begun where it would wait for keys: %s',
    async command => {
      const test = await open();
      const outcome = await test.run('bash', { command });
      expect(outcome.error?.code).toBe('INVALID_ARGUMENTS');
      expect(outcome.output).toContain('waits for keys');
    },
  );

  it('a command may be an editor that is told what to do', async () => {
    const test = await open();
    expect((await bash(test, 'vim -es -c wq a.txt || true')).value.timed_out).toBe(false);
  });

  it('a command always says how it ended', async () => {
    const test = await open();
    expect((await bash(test, 'exit 3')).output).toContain('Exit code 3 ');
    expect((await bash(test, 'kill -SEGV $$')).output).toContain('Exit code 139 (SIGSEGV)');
    expect((await bash(test, 'no-such-program')).output).toContain('Exit code 127');
    expect((await bash(test, 'true')).output).toContain('Exit code 0 ');
  });

  it('a command keeps its working directory, and tells when it changed', async () => {
    const test = await open();
    expect((await bash(test, 'mkdir -p x/y; cd x/y')).output).toContain('The working directory is x/y now.');
    expect((await bash(test, 'pwd')).value.stdout).toBe(`${test.root}/x/y\n`);
    expect((await bash(test, 'cd /tmp')).output).toContain('outside of the workspace');
    expect((await bash(test, 'pwd', { working_dir: '.' })).value.stdout).toBe(`${test.root}\n`);
    expect((await bash(test, 'pwd; cd ..; rmdir y')).value).toMatchObject({ cwd: 'x' });
    expect((await test.run('list_directory', {})).output).toContain('x');
  });

  it('a command gives both streams as they came, and each alone', async () => {
    const test = await open();
    const { value } = await bash(test, 'echo out; echo err >&2');
    expect(value).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
    expect([...value.output.split('\n')].sort()).toEqual(['', 'err', 'out']);
  });

  it('a command shows a model the last state of a progress bar, no colours, and broken bytes safely', async () => {
    const test = await open();
    const { output, value } = await bash(
      test,
      `printf '10%%\\r50%%\\r100%%\\n'; printf '\\033[31mred\\033[0m\\n'; printf '\\377\\376ok\\n'`,
    );
    expect(output).toContain('100%\nred\n\ufffd\ufffdok\n');
    expect(value.stdout).toBe('10%\r50%\r100%\n\u001b[31mred\u001b[0m\n\ufffd\ufffdok\n');
  });

  it('a command may print very much: head and tail are shown, and the whole is in a file', async () => {
    const test = await open();
    const outcome = await bash(test, 'echo first; yes 0123456789 | head -c 20000000; echo last');
    expect(Buffer.byteLength(outcome.output)).toBeLessThan(100_000);
    expect(outcome.output).toContain('first');
    expect(outcome.output).toContain('last');
    const page = await test.run('read_file', { path: `output:${outcome.callID}`, offset: 1_000_000, limit: 2 });
    expect(page.output).toContain('0123456789');
  });

  it('a command may be long itself', async () => {
    const test = await open();
    const { value } = await bash(test, `x='${'y'.repeat(300_000)}'; echo \${#x}`);
    expect(value.stdout).toBe('300000\n');
  });
});

describe('a command in the background', () => {
  it('a command in the background goes on, can be read and ended, and what it writes can be taken back', async () => {
    const test = await open();
    const mark = uniqueSleep();
    const started = await bash(test, `echo begun; echo b > a.txt; sleep ${mark}`, { background: true });
    const job = (started.value as never as { job: string }).job;
    const read = async (): Promise<Outcome> => test.run('bash_output', { job });
    let output = '';
    while (!output.includes('begun')) output += (await read()).output;
    while (test.read('a.txt') !== 'b\n') await read();
    const killed = await test.run('bash_kill', { job });
    expect(killed.value).toMatchObject({ running: false });
    expect(isRunning(mark)).toBe(false);
    expect((await test.run('undo_turn', {})).error).toBeUndefined();
    expect(test.read('a.txt')).toBe('a\n');
  });

  it("a command in the background is another session's no business, and ends with the gate", async () => {
    const test = await open();
    const mark = uniqueSleep();
    await bash(test, `sleep ${mark}`, { background: true });
    const other = await test.again({ sessionID: 'other' });
    expect((await other.gate.execute({ name: 'bash_output', args: { job: 'job-1' } })).error?.code).toBe(
      'INVALID_ARGUMENTS',
    );
    await test.gate.close();
    expect(isRunning(mark)).toBe(false);
  });

  it('a command in the background is asked for, for it runs on the real files', async () => {
    const test = await openGate({}, { policy: 'privileged', approver: () => 'reject_once' });
    const outcome = await test.gate.execute({ name: 'bash', args: { command: 'ls', background: true } });
    expect(outcome.error?.code).toBe('APPROVAL_DENIED');
  });
});

describe('secrets', () => {
  it('secrets of the own environment are neither seen nor shown', async () => {
    const env = { ...process.env, MY_API_TOKEN: 'tok-1234567890' };
    const test = await openGate(
      { 'log.txt': 'used tok-1234567890 here\n' },
      { policy: 'privileged', env, approver: () => 'allow_once' },
    );
    const { value } = await bash(test, 'env; cat log.txt; export DB_PASSWORD=hunter2hunter2; env');
    expect(value.output).not.toContain('tok-1234567890');
    expect(value.output).toContain('used *** here');
  });
});

it('run_code runs bash, with arguments and environment, and its changes can be taken back', async () => {
  const test = await open();
  const code = 'echo sh > a.txt; echo "$1" $K; exit 4';
  const ran = await test.run('run_code', { language: 'bash', code, args: ['x y'], env: { K: 'v', PATH: '/x' } });
  expect(ran.value).toMatchObject({ stdout: 'x y v\n', exitCode: 4 });
  expect(test.read('a.txt')).toBe('sh\n');
  expect((await test.run('undo_turn', {})).error).toBeUndefined();
  expect(test.read('a.txt')).toBe('a\n');
});

it('run_code gives its duration in milliseconds, and advises only what it takes', async () => {
  const test = await open();
  const ran = await test.run('run_code', { language: 'bash', code: 'sleep 0.2' });
  expect((ran.value as { duration: number }).duration).toBeGreaterThanOrEqual(200);
  const slow = await test.run('run_code', { language: 'bash', code: 'sleep 100', timeout: 1 });
  expect(slow.output).toContain('Give a longer timeout.');
  expect((await bash(test, 'sleep 100', { timeout: 1 })).output).toContain('or background: true');
});

it('many commands leave no process and no folder', async () => {
  const test = await open();
  const mark = uniqueSleep();
  for (let n = 0; n < runs(10); n++) await bash(test, n % 5 === 0 ? `sleep ${mark} & echo ${n} > n` : `true ${n}`);
  expect(isRunning(mark)).toBe(false);
  await expect.poll(() => readdirSync(join(dirname(test.storeFile), 'jobs'))).toEqual([]);
});
