import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCli } from '../support/cli/open-cli.ts';
import { leftoversOf, processesOf } from '../support/left-behind.ts';
import { programPath } from '../support/program-path.ts';
import { eventually } from '../support/sandbox/open-sleep.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const WAITING = programPath('waiting');
/** A command whose text does not show what it does, which is asked about once it has run. */
const COMMAND = `python3 -c 'import subprocess; subprocess.run(["sh", "make.sh"])'`;
const HOOK = 'mkdir -p .husky; date +%s%N > .husky/pre-commit; echo b > a.txt';

it('a process that is killed while a person looks at a rehearsal leaves nothing of it, and the call says so', async () => {
  const cli = openCli({ 'a.txt': 'a\n', 'make.sh': HOOK });
  const child = spawn(process.execPath, [WAITING, cli.root, COMMAND], { env: cli.env, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await eventually(() => said.includes('all wait') || undefined);
  const ended = new Promise(resolve => child.on('close', resolve));
  child.kill('SIGKILL');
  await ended;
  const before = JSON.parse(cli.run(['approvals', 'list', '--json']).stdout) as { approvals: { id: string }[] };
  expect(before.approvals).toHaveLength(1);
  expect([cli.read('a.txt'), readdirSync(cli.root)]).toEqual(['a\n', ['a.txt', 'make.sh']]);
  const log = cli.run(['log', '--json']).stdout;
  expect(log).toMatch(/no change of it was kept, it may be run again/);
  expect(log).not.toMatch(/OUTCOME_UNKNOWN/);
  await eventually(() => processesOf(cli.root).length === 0 || undefined);
  expect(leftoversOf([child.pid!])).toEqual([]);
});

it('a rehearsal that is stopped says that nothing was changed, and nothing of it runs on', async () => {
  const files = { 'make.sh': 'touch begun; (sleep 300 &) ; sleep 300' };
  const test = await openGate(files, { policy: 'privileged', approver: () => 'reject_once' });
  const abort = new AbortController();
  const running = test.gate.execute({ name: 'bash', args: { command: COMMAND } }, { abort: abort.signal });
  await eventually(() => processesOf(test.root).some(line => line.includes('make.sh')) || undefined);
  abort.abort();
  const ran = await running;
  expect(ran.error).toMatchObject({ code: 'ABORTED', message: expect.stringContaining('nothing was changed') });
  await eventually(() => processesOf(test.root).length === 0 || undefined);
  expect(readdirSync(test.root)).toEqual(['make.sh']);
});

it('a rehearsal that runs too long is ended by its own time, and judged by what it did', async () => {
  const files = { 'make.sh': 'echo b > b.txt; sleep 300' };
  const test = await openGate(files, { policy: 'privileged', approver: () => 'reject_once' });
  const ran = await test.run('bash', { command: COMMAND, timeout: 2 });
  expect([ran.ok, ran.metadata.timed_out, test.read('b.txt')]).toEqual([true, true, 'b\n']);
  expect(processesOf(join(test.root, 'x'))).toEqual([]);
});

it('a question about a rehearsal stays for whoever goes on with lasting work, and a yes writes it once', async () => {
  const files = {
    'a.txt': 'a\n',
    'make.sh': 'mkdir -p .husky; echo x > .husky/pre-commit; date +%N; cat a.txt a.txt > b; mv b a.txt',
  };
  const first = await openGate(files, { policy: 'privileged', waitForAnswers: true });
  const second = await first.again();
  const begun: boolean[] = [];
  const step = (isLeft: () => boolean) => ({
    key: '1',
    isLeft,
    begin: async ({ repeatable }: { repeatable: boolean }) => void begun.push(repeatable),
  });
  const call = { name: 'bash', args: { command: COMMAND } };
  const stop = new AbortController();
  let left = false;
  const going = first.gate.execute(call, { sessionID: 's', step: step(() => left), abort: stop.signal });
  const [asked] = await eventually(async () => {
    const waiting = await first.gate.approvals.list();
    return waiting.length > 0 ? waiting : undefined;
  });
  left = true;
  stop.abort();
  expect((await going).error?.code).toBe('ABORTED');
  const later = second.gate.execute(call, { sessionID: 's', step: step(() => false) });
  await eventually(
    async () => (await second.gate.store.approvals.get(asked!.id))?.processID === second.gate.processID || undefined,
  );
  await second.gate.approvals.answer(asked!.id, 'allow_once', 'someone');
  expect((await later).ok).toBe(true);
  expect(second.read('a.txt')).toBe('a\na\n');
  // It may be made again until it is let, and not from then on.
  expect(begun).toEqual([true, true, false]);
});
