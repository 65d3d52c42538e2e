import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolgateOptions } from '../../src/index.ts';
import { removeTree } from '../../src/system/remove-tree.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

const privileged: Partial<ToolgateOptions> = { policy: 'privileged', approver: () => 'allow_once' };
const bash = (test: TestGate, command: string) => test.run('bash', { command });
const modeOf = (test: TestGate, path: string) => statSync(join(test.root, path)).mode & 0o7777;

describe('what a command printed', () => {
  it('what a command printed is in value.stdout as it came, and plain for the model', async () => {
    const test = await openGate({}, privileged);
    const command = 'printf "\\033[31mred\\033[0m\\n10%%\\r100%%\\n"; printf "\\033[1mbold\\033[0m\\n" >&2';
    const ran = await bash(test, command);
    expect(ran.value).toMatchObject({
      stdout: '\u001b[31mred\u001b[0m\n10%\r100%\n',
      stderr: '\u001b[1mbold\u001b[0m\n',
    });
    expect(ran.output).toMatch(/^red\n100%\nbold\n/);
    const code = await test.run('run_code', { language: 'bash', code: command });
    expect(code.value).toMatchObject({ stdout: '\u001b[31mred\u001b[0m\n10%\r100%\n' });
  });

  it('what a command printed is kept when the time of the policy ends it, and so is what it wrote', async () => {
    const policy = { extends: 'privileged', limits: { time: 4000 } } as const;
    const test = await openGate({}, { ...privileged, policy });
    for (const [name, args] of [
      ['bash', { command: 'echo begun; echo w > w; sleep 100' }],
      ['run_code', { language: 'bash', code: 'echo begun; echo w > w; sleep 100' }],
    ] as const) {
      const ran = await test.run(name, args);
      expect(ran.error).toBeUndefined();
      expect(ran.value).toMatchObject({ stdout: 'begun\n', timed_out: true });
      expect(test.exists('w')).toBe(true);
    }
  });
});

describe('a long log', () => {
  const suite = 'for n in $(seq 300); do echo "✓ test $n passes"; done; echo "✗ test 301: wrong"; seq 20; exit 3';

  it('a long log comes back condensed, with its errors, its end and its exit code; the whole is kept', async () => {
    const test = await openGate({ 'suite.sh': suite }, privileged);
    const ran = await bash(test, 'bash suite.sh');
    expect(ran.output).toMatch(/^✓ test 1 passes\n\[… lines 2 to 300: passed tests\]\n✗ test 301: wrong\n1\n/);
    expect(ran.output).toMatch(/\n20\n[\s\S]*Exit code 3 after .*\n\[Condensed: 299 of \d+ lines/);
    expect((ran.value as { stdout: string }).stdout).toContain('✓ test 150 passes');
    const path = `output:${ran.callID}`;
    expect(ran.output).toContain(path);
    const read = await test.run('read_file', { path, offset: 150, limit: 1 });
    expect(read.output).toContain('✓ test 150 passes');
  });

  it('what a command only shows is not condensed', async () => {
    const test = await openGate({ 'list.md': '✓ done\n'.repeat(300) }, privileged);
    expect((await bash(test, 'cd . && cat list.md')).output).not.toContain('Condensed');
    expect((await bash(test, 'bash -c "cat list.md"')).output).toContain('Condensed');
  });
});

describe('modes', () => {
  it('modes of folders are kept with set-group and sticky bits, and taken back', async () => {
    const test = await openGate({ 'd/a': 'a' }, privileged);
    const before = modeOf(test, 'd');
    const ran = await bash(test, 'chmod 2775 d; mkdir -m 3777 e');
    expect([ran.value, modeOf(test, 'd'), modeOf(test, 'e')]).toMatchObject([{ return_code: 0 }, 0o2775, 0o3777]);
    await test.run('undo_turn', {});
    expect([modeOf(test, 'd'), test.exists('e')]).toEqual([before, false]);
    await test.run('redo', {});
    expect([modeOf(test, 'd'), modeOf(test, 'e')]).toEqual([0o2775, 0o3777]);
  });

  it('modes of files never lend rights, and the answer says so', async () => {
    const test = await openGate({ 'd/a': 'a' }, privileged);
    const ran = await bash(test, 'chmod 2755 d/a; cp -p d/a b; chmod g+s b');
    expect(ran.output).toContain('Kept without the bits that lend the rights of their owner or group: b and d/a.');
    expect([modeOf(test, 'd/a'), modeOf(test, 'b') & 0o6000]).toEqual([0o755, 0]);
    const set = await bash(test, 'chmod 4755 d/a');
    expect([set.value, modeOf(test, 'd/a')]).toMatchObject([{ return_code: 1 }, 0o755]);
  });

  it('modes of the workspace itself are not changed, and the answer says so', async () => {
    for (const policy of ['privileged', { extends: 'privileged', sandbox: 'off' }] as const) {
      const test = await openGate({ 'd/a': 'a' }, { ...privileged, policy });
      const before = modeOf(test, '.');
      expect((await bash(test, 'echo x > x')).output).not.toContain('mode');
      const ran = await bash(test, 'chmod 711 .; echo y > y');
      expect(ran.output).toContain("The mode of the workspace's own folder is not changed by commands");
      expect([modeOf(test, '.'), test.read('y')]).toEqual([before, 'y\n']);
    }
  });
});

describe('a yes', () => {
  it('a yes holds for a file of the kernel, and for one outside that others write to all the time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolgate-log-'));
    onTestFinished(() => removeTree(folder));
    const log = join(folder, 'log');
    writeFileSync(log, '');
    let asked = 0;
    const approver = () => {
      asked++;
      writeFileSync(log, 'more\n', { flag: 'a' });
      return 'allow_once' as const;
    };
    const rules = [{ effect: 'read', match: '/**', verdict: 'ask' }] as const;
    const test = await openGate({}, { approver, policy: { extends: 'privileged', rules } });
    for (const path of ['/proc/net/dev', '/proc/self/status', '/sys/kernel/mm/transparent_hugepage/enabled', log]) {
      asked = 0;
      const ran = await test.gate.execute({ name: 'bash', args: { command: `cat ${path}` } });
      expect([path, ran.error, asked]).toEqual([path, undefined, 1]);
    }
  });

  it('a yes does not hold for a file of the workspace that was changed meanwhile', async () => {
    let asked = 0;
    const approver = () => {
      asked++;
      if (asked === 1) test.write('a.txt', 'other');
      return 'allow_once' as const;
    };
    const rules = [{ effect: 'read', match: 'a.txt', verdict: 'ask' }] as const;
    const test = await openGate({ 'a.txt': 'a' }, { approver, policy: { extends: 'privileged', rules } });
    await test.gate.execute({ name: 'bash', args: { command: 'cat a.txt' } });
    expect(asked).toBe(2);
  });
});
