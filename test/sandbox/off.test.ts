import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolgateOptions } from '../../src/index.ts';
import { removeTree } from '../../src/system/remove-tree.ts';
import { openCli } from '../support/cli/open-cli.ts';
import { sayYes } from '../support/cli/open-terminal.ts';
import { programPath } from '../support/program-path.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

// Nothing holds what runs here: every command of these tests keeps to its own temporary folder.

const CHILD = programPath('unsandboxed');
const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'd/deep.txt': 'deep\n' };
const OFF = { extends: 'privileged', sandbox: 'off' } as const;

/** A gate without a sandbox; `asked` has the reason of each question. */
async function openOff(options: Partial<ToolgateOptions> = {}) {
  const asked: string[] = [];
  const approver: ToolgateOptions['approver'] = ({ reason }) => {
    asked.push(reason);
    return 'allow_once';
  };
  const test = await openGate(FILES, { policy: OFF, approver, ...options });
  return { ...test, asked };
}

const bash = (test: TestGate, command: string, more: object = {}) => test.run('bash', { command, ...more });

const isRunning = (mark: string): boolean =>
  readdirSync('/proc').some(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(mark);
    } catch {
      return false;
    }
  });

const uniqueSleep = (): string => `${100_000 + Math.floor(Math.random() * 900_000)}.${process.pid}`;

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if (await holds()) return;
    await wait(20);
  }
  throw new Error('It never came to be');
}

describe('sandbox: off', () => {
  it('sandbox: off runs a command on the machine itself', async () => {
    const test = await openOff();
    const outside = join(test.root, '..', 'outside.txt');
    writeFileSync(outside, 'outside\n');
    const outcome = await bash(test, `cat ${outside}; cd d; exit 4`);
    expect(outcome.value).toMatchObject({ stdout: 'outside\n', return_code: 4, cwd: 'd' });
    expect((await bash(test, 'pwd -P')).value).toMatchObject({ stdout: `${test.root}/d\n` });
  });

  it('what a command without a sandbox changes is one change set, and undo takes it back', async () => {
    const test = await openOff();
    expect((await bash(test, 'echo new > a.txt; rm b.txt; mkdir e; mv d f; ln -s a.txt l')).ok).toBe(true);
    expect([test.read('a.txt'), test.exists('b.txt'), test.read('f/deep.txt')]).toEqual(['new\n', false, 'deep\n']);
    expect((await test.gate.journal.list({})).length).toBe(1);
    expect((await test.run('undo_turn', {})).ok).toBe(true);
    expect([test.read('a.txt'), test.read('b.txt'), test.read('d/deep.txt')]).toEqual(['a\n', 'b\n', 'deep\n']);
    expect(['e', 'f', 'l'].filter(test.exists)).toEqual([]);
  });

  it('sandbox: off: without a sandbox what a rule denies to write is put back, with all the rest', async () => {
    const rules = [{ effect: 'write', match: 'b.txt', verdict: 'deny' }] as const;
    const test = await openOff({ policy: { ...OFF, rules } });
    const outcome = await bash(test, 'name=b; echo x > a.txt; echo x > "$name.txt"');
    expect(outcome.error?.code).toBe('POLICY_DENIED');
    expect([test.read('a.txt'), test.read('b.txt')]).toEqual(['a\n', 'b\n']);
  });

  it.each([
    ['a safe command', 'bash', { command: 'echo hi' }],
    ['one with nothing in it', 'bash', { command: '# nothing' }],
    ['one in the background', 'bash', { command: 'true', background: true }],
    ['code', 'run_code', { language: 'bash', code: 'echo 1' }],
  ])('sandbox: off asks for every run, and says what does not hold: %s', async (_, tool, args) => {
    const test = await openOff();
    for (const times of [1, 2]) {
      expect((await test.run(tool, args)).ok).toBe(true);
      expect(test.asked.length).toBe(times);
    }
    expect(test.asked[0]).toMatch(/^The policy .* NO SANDBOX .*rights.*rules hide.*network.*memory/);
  });

  it('sandbox: off asks whatever a rule allows, and offers no rule that would not be asked again', async () => {
    const offered: string[] = [];
    const test = await openOff({
      policy: { ...OFF, rules: [{ tool: 'bash', verdict: 'allow' }] },
      approver: ({ suggestions }) => {
        offered.push(...suggestions.map(({ verdict }) => verdict));
        return 'allow_always';
      },
    });
    expect((await bash(test, 'echo hi')).ok).toBe(true);
    expect(offered).toEqual(['deny']);
    const alone = await test.again({ approver: () => 'reject_once' });
    expect((await bash(alone, 'echo hi')).error?.code).toBe('APPROVAL_DENIED');
  });

  it('sandbox: off: without a sandbox nothing runs with no one to ask', async () => {
    const test = await openGate(FILES, { policy: OFF });
    expect((await bash(test, 'echo x > a.txt')).error?.code).toBe('APPROVAL_DENIED');
    expect(test.read('a.txt')).toBe('a\n');
  });

  it('sandbox: off: without a sandbox a dry run is refused before anyone is asked, for it would be a real one', async () => {
    const test = await openOff();
    expect((await bash(test, 'echo x > a.txt', { dryRun: true })).error?.code).toBe('SANDBOX_UNAVAILABLE');
    expect([test.read('a.txt'), test.asked]).toEqual(['a\n', []]);
  });

  it('models are told that there is no sandbox', async () => {
    const { gate } = await openOff();
    for (const name of ['bash', 'run_code']) {
      const tool = gate.registry.toOpenAIFunctions().find(each => each.name === name);
      expect(tool?.description).toContain('without a sandbox');
    }
  });

  it('sandbox: off: without a sandbox secrets of our environment are kept from a command, and hidden in what it prints', async () => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, MY_TOKEN: 'secret-of-the-environment' };
    const test = await openOff({ env });
    const { output } = await bash(test, 'env; echo secret-of-the-en""vironment');
    expect(output).not.toContain('secret-of-the-environment');
    expect(output).toContain('***');
    expect(output).not.toContain('MY_TOKEN');
  });

  it('sandbox: off: without a sandbox a command in the background can be ended, and what it changed is on record', async () => {
    const test = await openOff();
    const mark = uniqueSleep();
    const started = await bash(test, `echo new > a.txt; (setsid sleep ${mark} &); sleep ${mark}`, { background: true });
    const { job } = started.value as { job: string };
    await eventually(() => isRunning(mark) && test.read('a.txt') === 'new\n');
    expect((await test.run('bash_output', { job })).value).toMatchObject({ running: true });
    expect((await test.run('bash_kill', { job })).ok).toBe(true);
    expect(isRunning(mark)).toBe(false);
    expect(test.asked.length).toBe(1);
    expect((await test.run('undo_turn', {})).ok).toBe(true);
    expect(test.read('a.txt')).toBe('a\n');
  });

  it('what runs without a sandbox ends when the gate is closed', async () => {
    const test = await openOff();
    const mark = uniqueSleep();
    await bash(test, `sleep ${mark}`, { background: true });
    await eventually(() => isRunning(mark));
    await test.gate.close();
    expect(isRunning(mark)).toBe(false);
  });

  it('all that runs without a sandbox ends when toolgate itself is killed', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-off-')));
    onTestFinished(() => removeTree(folder));
    const mark = uniqueSleep();
    const command = `sleep ${mark} & setsid sleep ${mark} & (setsid sleep ${mark} > /dev/null 2>&1 &); echo up; wait`;
    const child = spawn(process.execPath, [CHILD, folder, command], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await eventually(() => isRunning(mark));
    child.kill('SIGKILL');
    await eventually(() => !isRunning(mark));
  });
});

describe('a policy that requires a sandbox', () => {
  it('a policy that requires a sandbox wins over one that does not', async () => {
    const { createPolicy, restrict } = await import('../../src/index.ts');
    const both = restrict(createPolicy(OFF, { name: 'own' }), createPolicy('privileged', { name: 'parent' }));
    const test = await openOff({ policy: both });
    const outside = join(test.root, '..', 'outside.txt');
    writeFileSync(outside, 'outside\n');
    const { value } = await bash(test, `cat ${outside}`);
    expect(value).toMatchObject({ stdout: '', return_code: 1 });
    expect(test.asked[0]).toMatch(
      /^The policy "own" says sandbox: off, .*though another policy has it run in a sandbox/,
    );
  });

  it('a policy that requires a sandbox is not loosened by the config of a project, trusted or not, and that is told', async () => {
    const cli = openCli({ 'toolgate.config.json': JSON.stringify({ policy: OFF }) });
    const { run } = cli;
    const explain = (...more: string[]) => {
      const { stdout, stderr } = run(['explain', 'bash', '--json', '--args', '{"command":"ls"}', ...more]);
      expect(stderr).toContain('"sandbox": "off" has no effect');
      return JSON.parse(stdout) as object;
    };
    expect(explain('--policy', 'privileged')).toMatchObject({ verdict: 'allow', sandbox: 'required' });
    expect((await sayYes(cli, ['trust'])).code).toBe(0);
    expect(explain()).toMatchObject({ verdict: 'allow', sandbox: 'required' });
  });
});

describe('on the command line', () => {
  const openOffCli = () => {
    const cli = openCli(FILES);
    const config = join(cli.root, '..', 'config', 'toolgate');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'config.json'), JSON.stringify({ policy: OFF }));
    return cli;
  };

  it('doctor says loudly that the sandbox is off, and what could be had', () => {
    const { run } = openOffCli();
    const { stdout, status } = run(['doctor']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^!! +sandbox +OFF, because the policy says "sandbox": "off"\. .* all your rights/m);
    expect(stdout).toMatch(/^-- +sandbox here +not used, though bubblewrap holds/m);
    expect(stdout).toMatch(/^ok +shell +bash is there; every command asks/m);
  });

  it('on the command line: without a sandbox explain says why a command asks; --yes is an answer', () => {
    const { run, read } = openOffCli();
    const args = ['--args', '{"command":"echo x > a.txt"}'];
    const explained = run(['explain', 'bash', ...args]).stdout;
    expect(explained).toMatch(/^verdict {2}ask\n(?:.*\n)*because {2}.*NO SANDBOX holds it/m);
    expect(explained).toMatch(/^sandbox {2}off/m);
    expect(run(['exec', 'bash', ...args]).status).toBe(3);
    expect(read('a.txt')).toBe('a\n');
    expect(run(['exec', 'bash', ...args, '--yes']).status).toBe(0);
    expect(read('a.txt')).toBe('x\n');
    expect(run(['undo']).status).toBe(0);
    expect(read('a.txt')).toBe('a\n');
  });
});
