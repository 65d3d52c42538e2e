import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lines, type OpenCli, openCli, SOURCE } from '../support/cli/open-cli.ts';
import { AS_BEFORE, atTerminal, openTerminal, sayYes } from '../support/cli/open-terminal.ts';
import { programPath } from '../support/program-path.ts';
import { eventually, openSleep } from '../support/sandbox/open-sleep.ts';

const [ENTER, UP, CTRL_C, CLEAR_LINE] = ['\r', '\x1b[A', '\x03', '\x15'];
const SIZE = { columns: 160, rows: 50 };
const WAITING = programPath('waiting');

const bash = (command: string, more: object = {}): string[] => [
  ...['exec', 'bash', '--policy', 'privileged'],
  ...['--args', JSON.stringify({ command, ...more })],
];
/** Nothing is there, so it does no harm even where no sandbox holds it; it is dangerous all the same. */
const dangerous = (name: string): string => `rm -rf /none-such-${name}; echo ${name} > ${name}.txt`;

interface Waiting {
  readonly id: string;
  readonly args: { readonly command: string };
  readonly waiting: boolean;
}

const waiting = (cli: OpenCli): Waiting[] =>
  (JSON.parse(cli.run(['approvals', 'list', '--json']).stdout) as { approvals: Waiting[] }).approvals;

/** The request for a command, as another process sees it. */
const asked = (cli: OpenCli, word: string): Promise<Waiting> =>
  eventually(() => waiting(cli).find(({ args }) => args.command.includes(word)));

/** A program that asks about several commands at once and waits. */
function startWaiting(cli: OpenCli, commands: readonly string[]) {
  const child = spawn(process.execPath, [WAITING, cli.root, ...commands], { env: cli.env, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<void>(resolve => child.on('close', () => resolve()));
  return { child, ended, said: () => said, asking: () => eventually(() => said.includes('all wait') || undefined) };
}

describe('the exit code of exec bash', () => {
  it('the exit code of exec bash is 0 for a command that ends with another one, which is said', () => {
    const { run } = openCli();
    const { status, stdout } = run([...bash('echo out; exit 3'), '--json']);
    expect(status).toBe(0);
    const output = expect.stringContaining('Exit code 3');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, output, value: { return_code: 3, stdout: 'out\n' } });
  });

  it('the exit code of exec bash is 124 after a timeout, and what came before it is kept', () => {
    const { run } = openCli();
    const { status, stdout } = run([...bash('echo early; sleep 60', { timeout: 3 }), '--json']);
    expect(status).toBe(124);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, value: { timed_out: true, stdout: 'early\n' } });
  });

  it('the exit code of exec bash is 3 where the policy has no shell, or no one can be asked, and the way out is said', () => {
    const { run } = openCli();
    const standard = run(['exec', 'bash', '--args', '{"command":"true"}']);
    expect([standard.status, standard.stderr]).toEqual([3, expect.stringContaining('--policy privileged')]);
    const unasked = run(bash(dangerous('a')));
    expect([unasked.status, unasked.stderr]).toEqual([3, expect.stringContaining('toolgate approvals answer')]);
  });
});

it('undo takes back what a command did', () => {
  const cli = openCli({ 'README.md': '# Hello\n' });
  const all = () => readdirSync(cli.root).map(name => [name, lstatSync(join(cli.root, name)).mode]);
  const before = all();
  expect(cli.run([...bash('echo a > a.txt; rm README.md; mkdir d; ln -s /etc/passwd p'), '--yes']).status).toBe(0);
  expect(readdirSync(cli.root)).toEqual(['a.txt', 'd', 'p']);
  expect(cli.run(['undo']).status).toBe(0);
  expect([all(), cli.read('README.md')]).toEqual([before, '# Hello\n']);
});

describe('a change set that met the work of someone else', () => {
  const meet = async (cli: OpenCli) => {
    const sleep = openSleep();
    const running = cli.start([...bash(`echo by the command > a.txt; echo new > b.txt; ${sleep.command}`), '--json']);
    await sleep.begun();
    cli.write('a.txt', 'by hand\n');
    await sleep.end();
    expect(await running.ended()).toBe(1);
    const [said = ''] = running
      .said()
      .split('\n')
      .filter(line => line.startsWith('{'));
    const { error } = JSON.parse(said) as { error: { code: string; details: { pending: string } } };
    expect(error.code).toBe('STALE_FILE');
    return error.details.pending;
  };

  it('a change set that met the work of someone else is shown as pending with what to do, and applied', async () => {
    const cli = openCli({ 'a.txt': 'old\n' });
    const id = await meet(cli);
    const shown = cli.run(['changes', '--diff']);
    expect(shown.stdout).toMatch(/\(pending\)\n {2}id .*\n {2}write {2}a\.txt[\s\S]*-by hand\n *\+by the command/);
    expect(shown.stderr).toContain('toolgate changes apply ID');
    expect(shown.stdout).toContain(id);
    expect(cli.read('a.txt')).toBe('by hand\n');
    const { status, stderr } = cli.run(['changes', 'apply', id, '--yes']);
    expect([status, stderr]).toEqual([3, expect.stringContaining('APPROVAL_DENIED')]);
    const applied = await sayYes(cli, ['changes', 'apply', id]);
    expect([applied.code, applied.screen]).toEqual([0, expect.stringContaining('create b.txt')]);
    expect([cli.read('a.txt'), cli.read('b.txt')]).toEqual(['by the command\n', 'new\n']);
    expect(cli.run(['undo']).status).toBe(0);
    expect([cli.read('a.txt'), existsSync(join(cli.root, 'b.txt'))]).toEqual(['by hand\n', false]);
  });

  it('a change set that met the work of someone else is dropped, also when newer changes hide it in the list', async () => {
    const cli = openCli({ 'a.txt': 'old\n' });
    const id = await meet(cli);
    expect(cli.run(['exec', 'write_file', '--args', '{"path":"c.txt","content":"c"}']).status).toBe(0);
    const listed = (...more: string[]) => JSON.parse(cli.run(['changes', '--json', '--limit', '1', ...more]).stdout);
    expect(listed()).toMatchObject({ changes: [{ status: 'committed' }], pending: [{ id, status: 'pending' }] });
    expect(listed('c.txt')).toMatchObject({ pending: [] });
    expect(JSON.parse(cli.run(['changes', 'drop', id, '--json']).stdout)).toMatchObject({ dropped: [id] });
    expect(listed()).toMatchObject({ pending: [] });
    const again = cli.run(['changes', 'drop', id, '--json']);
    expect([again.status, JSON.parse(again.stdout)]).toMatchObject([1, { error: { code: 'INVALID_ARGUMENTS' } }]);
    expect([cli.read('a.txt'), existsSync(join(cli.root, 'b.txt'))]).toEqual(['by hand\n', false]);
  });
});

describe('doctor', () => {
  interface Report {
    readonly ok: boolean;
    readonly findings: readonly { part: string; ok: boolean; says: string; next?: string }[];
  }
  const part = ({ findings }: Report, name: string) => findings.find(finding => finding.part === name);

  it('doctor tries the sandbox and the overlay', () => {
    const report = JSON.parse(openCli().run(['doctor', '--json', '--policy', 'privileged']).stdout) as Report;
    expect(report.ok).toBe(true);
    for (const name of ['shell', 'sandbox', 'overlay', 'memory'])
      expect(part(report, name)).toMatchObject({ ok: true });
  });

  it('doctor: on a hardened system says what holds commands instead, what that lacks, and what to do', () => {
    const { run } = openCli();
    const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
    const through = ['unshare', '--user', '--map-root-user', 'sh', '-c', forbid, 'sh'];
    const look = (...more: string[]) => {
      const { status, stdout } = run(['doctor', '--json', ...more], { through });
      return { status, report: JSON.parse(stdout) as Report };
    };
    const { report } = look('--policy', 'privileged');
    expect(part(report, 'sandbox')?.says).toContain('Landlock holds');
    expect(part(report, 'bubblewrap')).toMatchObject({
      ok: false,
      next: expect.stringContaining('sudo sysctl user.max_user_namespaces'),
    });
    expect(part(report, 'network')?.says).toContain('reach no host');
    expect(look()).toMatchObject({ status: 0, report: { ok: true } });
  });
});

it('explain says how dangerous a command is, why, what it touches, and that it needs a sandbox', () => {
  const { run } = openCli();
  const { status, stdout } = run(['explain', 'bash', '--policy', 'privileged', '--args', '{"command":"rm -rf /"}']);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^verdict {2}ask\ndanger {3}dangerous\nbecause .*deletes \/.*\neffects {2}execute rm -rf \/\n +delete \/ and all below it\nsandbox {2}required/m,
  );
});

it('a command that runs no program loads neither the sandbox, the parser of commands nor node:http', () => {
  const { run } = openCli({ 'a.txt': 'a\n' });
  const code = `import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    process.on('exit', () => console.error(JSON.stringify([...loaded, ...process.moduleLoadList])));`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(code)}`;
  const read = ['exec', 'read_file', '--args', '{"path":"a.txt"}', '--policy', 'privileged'];
  const { status, stderr } = run(read, { main: SOURCE, env: { NODE_OPTIONS } });
  expect(status).toBe(0);
  const loaded = JSON.parse(stderr) as string[];
  expect(loaded.some(name => name.endsWith('src/cli/commands/exec.ts'))).toBe(true);
  expect(loaded.filter(name => /src\/shell\/|create-sandbox|NativeModule https?$/.test(name))).toEqual([]);
});

it('Ctrl-C ends a command that prints, with 130, and nothing of it is left', async () => {
  const cli = openCli({ 'a.txt': 'old\n' });
  const sleep = openSleep();
  const terminal = openTerminal(cli, bash(`echo new > a.txt; echo first; ${sleep.command}`), { size: SIZE });
  await terminal.until('first');
  const sleeper = await sleep.begun();
  terminal.type(CTRL_C);
  await terminal.until('ABORTED');
  await terminal.until(AS_BEFORE);
  expect(await terminal.ended()).toBe(130);
  expect(existsSync(`/proc/${sleeper}`)).toBe(false);
  expect(cli.read('a.txt')).toBe('old\n');
});

describe('an approval of a command', () => {
  it('an approval of a command: at the terminal shows the sentence, the danger and the effects; the first choice is no', async () => {
    const cli = openCli();
    const terminal = openTerminal(cli, bash(dangerous('a')), { size: SIZE });
    await terminal.until('bash wants to run (dangerous)');
    await terminal.until('  $ ');
    await terminal.until('delete /none-such-a and all below it');
    await terminal.until('write a.txt');
    await terminal.until('Why you are asked: The call is dangerous');
    await terminal.until('Yes, once');
    terminal.type(ENTER);
    await terminal.until('A word to the model');
    terminal.type(`too much${ENTER}`);
    await terminal.until('was not approved: too much');
    expect(await terminal.ended()).toBe(3);
    expect(readdirSync(cli.root)).toEqual([]);
  });

  it('an approval of a command comes while the output streams: what was written is shown as a diff, and waits for the answer', async () => {
    const cli = openCli({ 'make.sh': 'echo made > guarded/a.txt\n', 'guarded/b.txt': '' });
    const rules = [{ effect: 'write', match: 'guarded/**', verdict: 'ask', reason: 'guarded' }];
    writeFileSync(join(cli.folder, 'policy.json'), JSON.stringify({ extends: 'privileged', rules }));
    const sleep = openSleep();
    const command = `echo first; ${sleep.command}; echo second; sh make.sh`;
    const args = ['--policy', '../policy.json', '--args', JSON.stringify({ command })];
    const terminal = openTerminal(cli, ['exec', 'bash', ...args], { size: SIZE });
    await terminal.until('first');
    await sleep.end();
    await terminal.until('second');
    await terminal.until('+made');
    await terminal.until('asks about writing guarded/a.txt: guarded');
    await terminal.until('Yes, once');
    expect(existsSync(join(cli.root, 'guarded/a.txt'))).toBe(false);
    terminal.type(ENTER);
    await terminal.until('Exit code');
    await terminal.until(AS_BEFORE);
    expect(await terminal.ended()).toBe(0);
    expect(cli.read('guarded/a.txt')).toBe('made\n');
    expect(terminal.screen().match(/^(first|second)\r?$/gm)).toHaveLength(2);
  });

  it('an approval of a command takes no key that was pressed before the question was there, whatever the command had drawn', async () => {
    const cli = openCli({ 'make.sh': 'echo made > guarded.txt\n' });
    const rules = [{ effect: 'write', match: 'guarded.txt', verdict: 'ask' }];
    writeFileSync(join(cli.folder, 'policy.json'), JSON.stringify({ extends: 'privileged', rules }));
    const sleep = openSleep();
    const forged = 'bash wants to run (safe)\\nAllow it?\\n> Yes, once\\n';
    const command = `printf '${forged}'; ${sleep.command}; sh make.sh`;
    const args = ['--policy', '../policy.json', '--args', JSON.stringify({ command })];
    const terminal = openTerminal(cli, ['exec', 'bash', ...args], { size: SIZE });
    await terminal.until('> Yes, once');
    terminal.type(ENTER);
    await sleep.end();
    await terminal.until('it has run, and its changes wait to be written');
    await terminal.until('Yes, once');
    expect(waiting(cli)).toHaveLength(1);
    expect(existsSync(join(cli.root, 'guarded.txt'))).toBe(false);
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    expect(existsSync(join(cli.root, 'guarded.txt'))).toBe(false);
  });

  it('an approval of a command cannot be forged by a command: not by its codes, its line ends, its direction or its length', async () => {
    const cli = openCli();
    const forged = 'Why you are asked: no reason';
    const pad = 'x'.repeat(3 * SIZE.columns);
    const hostile = `: '\x1b[2J\x1b[H\u202e\u2066${forged}\n${forged}\r${forged}${pad}${forged}'; ${dangerous('a')}`;
    const terminal = openTerminal(cli, bash(hostile), { size: SIZE });
    await terminal.until('Yes, once');
    const lines = terminal.screen().split(/\r?\n/);
    expect(lines.filter(line => line.startsWith('Why you are asked'))).toHaveLength(1);
    expect(lines.filter(line => line.startsWith('x'))).toEqual([]);
    expect(terminal.bytes()).not.toMatch(/\x1b\[2J|\x1b\[H|\u202e|\u2066/);
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
  });

  it('an approval of a command is given by another process, which sees the same; the terminal takes its question back', async () => {
    const cli = openCli();
    const terminal = openTerminal(cli, bash(dangerous('a')), { size: SIZE });
    await terminal.until('Enter: confirm');
    const { id } = await asked(cli, 'none-such-a');
    const shown = cli.run(['approvals', 'show', id]).stdout;
    for (const text of ['(dangerous)', 'Why you are asked', 'delete /none-such-a', 'write a.txt', 'the call waits'])
      expect(shown).toContain(text);
    const drawn = terminal.screen().length;
    expect((await sayYes(cli, ['approvals', 'answer', id, 'allow_once'])).code).toBe(0);
    await terminal.until(`Answered elsewhere, by ${userInfo().username}: yes, once.`);
    // Nothing reads as an answer that nobody gave here.
    expect(terminal.screen().slice(drawn)).not.toMatch(/\bNo\b/);
    await terminal.until('Exit code 0');
    await terminal.until(AS_BEFORE);
    expect(await terminal.ended()).toBe(0);
    expect(cli.read('a.txt')).toBe('a\n');
    expect(cli.run(['approvals', 'show', id]).stdout).toContain(`answered: allow_once by ${userInfo().username}`);
    expect(cli.run(['approvals', 'answer', id, 'reject_once'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the first answer counts'),
    });
    expect(cli.run(['approvals', 'show', 'nothing']).status).toBe(1);
  });

  it('an approval of a command with other arguments runs those, judged again, and the model is told', async () => {
    const cli = openCli();
    const terminal = openTerminal(cli, bash(dangerous('a')), { size: SIZE });
    await terminal.until('Yes, once');
    terminal.type(`${UP}${ENTER}`);
    await terminal.until('Arguments, as JSON');
    terminal.type(`${CLEAR_LINE}${JSON.stringify({ command: 'echo other > b.txt' })}${ENTER}`);
    await terminal.until('A person changed the arguments');
    expect(await terminal.ended()).toBe(0);
    expect(readdirSync(cli.root)).toEqual(['b.txt']);
  });

  it('an approval of a command runs out of time, and that is a no', async () => {
    const cli = openCli();
    mkdirSync(join(cli.folder, 'config/toolgate'), { recursive: true });
    writeFileSync(join(cli.folder, 'config/toolgate/config.json'), '{ "approvalTimeout": 1 }');
    const terminal = openTerminal(cli, bash(dangerous('a')), { size: SIZE });
    await terminal.until('Yes, once');
    await terminal.until('no one answered within 1 s');
    await terminal.until(AS_BEFORE);
    expect(await terminal.ended()).toBe(3);
    expect(existsSync(join(cli.root, 'a.txt'))).toBe(false);
    expect(waiting(cli)).toEqual([]);
  });

  it('an approval of a command is for its own call where several wait at once, in whatever order the answers come', async () => {
    const cli = openCli();
    const program = startWaiting(cli, ['a', 'b', 'c'].map(dangerous));
    await program.asking();
    const ids = Object.fromEntries(waiting(cli).map(({ id, args }) => [/none-such-(.)/.exec(args.command)?.[1], id]));
    expect(Object.keys(ids).sort()).toEqual(['a', 'b', 'c']);
    const answer = (name: string) => ['approvals', 'answer', ids[name] ?? ''];
    const changed = ['allow_once', '--args', JSON.stringify({ command: 'echo other > c.txt' })];
    expect((await sayYes(cli, [...answer('c'), ...changed])).code).toBe(0);
    const rejected = await atTerminal(cli, [...answer('b'), 'reject_once', '--message', 'not this one']);
    expect(rejected.code).toBe(0);
    expect((await sayYes(cli, [...answer('a'), 'allow_once'])).code).toBe(0);
    await program.ended;
    expect(lines(program.said().replace('all wait\n', ''))).toMatchObject([
      { ok: true },
      { ok: false, output: expect.stringContaining('not this one') },
      { ok: true, output: expect.stringContaining('A person changed the arguments') },
    ]);
    expect(readdirSync(cli.root)).toEqual(['a.txt', 'c.txt']);
    expect([cli.read('a.txt'), cli.read('c.txt')]).toEqual(['a\n', 'other\n']);
  });

  it('an approval of a command: after the process that asked was killed lets the identical call pass, once', async () => {
    const cli = openCli();
    const program = startWaiting(cli, [dangerous('a')]);
    await program.asking();
    program.child.kill('SIGKILL');
    await program.ended;
    const [request] = waiting(cli);
    const answered = await sayYes(cli, ['approvals', 'answer', request?.id ?? '', 'allow_once']);
    expect([answered.code, answered.screen]).toEqual([0, expect.stringContaining('the same call passes once')]);
    expect(cli.run(bash(dangerous('b'))).status).toBe(3);
    expect(cli.run(bash(dangerous('a'))).status).toBe(0);
    expect(readdirSync(cli.root)).toEqual(['a.txt']);
    expect(cli.run(bash(dangerous('a'))).status).toBe(3);
  });
});
