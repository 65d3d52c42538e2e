import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN, type OpenCli, openCli } from '../../support/cli/open-cli.ts';
import { atTerminal, openTerminal, sayYes } from '../../support/cli/open-terminal.ts';

const DELETE = ['exec', 'delete_file', '--args', '{"path":"a.txt"}'];

/** A call that was refused because nobody could be asked, and the id of its question. */
function ask(cli: OpenCli) {
  const { status, stdout, stderr } = cli.run([...DELETE, '--json']);
  const { error } = JSON.parse(stdout) as { error: { suggestion: string; details: { approvalID: string } } };
  return { status, stdout, stderr, id: error.details.approvalID };
}

describe('answering a question on the command line', () => {
  it('answering a question on the command line is told to people on standard error, with the workspace, and not in what a model reads', () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const { stdout, stderr, id } = ask(cli);
    expect(stdout).not.toMatch(/toolgate approvals|allow_once|--yes/);
    expect(stderr).toContain(`toolgate approvals answer ${id} allow_once --workspace ${cli.root}`);
    const again = cli.run([...DELETE]);
    expect(again.stderr).toContain(`approvals answer ${id}`);
    expect(cli.run([...DELETE, '--quiet']).stderr).not.toContain('approvals answer');
  });

  it('answering a question on the command line needs a terminal, whatever the answer is and whatever is typed or said beforehand', () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const { id } = ask(cli);
    for (const words of [['allow_once', '--yes'], ['allow_always'], ['reject_once', '--json']]) {
      const { status, stdout, stderr } = cli.run(['approvals', 'answer', id, ...words], { input: 'y\n' });
      expect([status, `${stdout}${stderr}`]).toEqual([3, expect.stringContaining('APPROVAL_DENIED')]);
    }
    expect(JSON.parse(cli.run(['approvals', 'list', '--json']).stdout).approvals).toHaveLength(1);
    expect(cli.run(DELETE).status).toBe(3);
  });

  it('answering a question on the command line: at a terminal shows the question, and takes a yes that is typed after it', async () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const { id } = ask(cli);
    const { code, screen } = await sayYes(cli, ['approvals', 'answer', id, 'allow_once'], {});
    expect([code, screen]).toEqual([
      0,
      expect.stringMatching(/delete a\.txt[\s\S]*Allow it once\?[\s\S]*Answered allow_once/),
    ]);
    expect(cli.run(DELETE).status).toBe(0);
  });

  it('answering a question on the command line: at a terminal does not take what was typed before the question, nor --yes', async () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const { id } = ask(cli);
    const terminal = openTerminal(cli, ['approvals', 'answer', id, 'allow_once', '--yes'], {
      size: { columns: 200, rows: 60 },
    });
    terminal.type('y');
    await terminal.until('Yes / ');
    terminal.type('n');
    expect(await terminal.ended()).toBe(3);
    expect(cli.run(DELETE).status).toBe(3);
  });

  it('answering a question on the command line: from another folder names the workspace that was looked in, and takes another with --workspace', async () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const { id } = ask(cli);
    const { root } = openCli();
    const other = { cwd: root };
    const lost = cli.run(['approvals', 'answer', id, 'reject_once'], other);
    expect([lost.status, lost.stderr]).toEqual([1, expect.stringMatching(/no request .* in .*--workspace/s)]);
    const elsewhere = { ...cli, root };
    const { code } = await sayYes(elsewhere, ['approvals', 'answer', id, 'allow_once', '--workspace', cli.root]);
    expect(code).toBe(0);
  });

  it('answering a question on the command line takes the token of the console that runs, and no other', async () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const { id } = ask(cli);
    const people = 'the-token-of-the-people';
    const answer = (token: string) =>
      cli.run(['approvals', 'answer', id, 'allow_once'], { env: { TOOLGATE_CONSOLE_TOKEN: token } }).status;
    expect(answer(people)).toBe(3);
    const serving = openTerminal(cli, ['serve', '--port', '0'], {
      size: { columns: 200, rows: 60 },
      env: { TOOLGATE_CONSOLE_TOKEN: people },
    });
    await serving.until('Serving');
    expect([answer('another-token-of-some-length'), answer(people)]).toEqual([3, 0]);
    serving.type('\x03');
    await serving.ended();
    expect(cli.run(DELETE).status).toBe(0);
  });
});

describe('what loosens or writes for good', () => {
  it.each([
    ['trust', ['trust', '--yes']],
    ['a plan', ['plan', 'apply', '--yes']],
  ])('what loosens or writes for good needs a person at a terminal: %s', async (_, args) => {
    const cli = openCli({ 'toolgate.config.json': '{}' });
    cli.run(['exec', 'write_file', '--args', '{"path":"b.txt","content":"b"}', '--plan']);
    const { status, stderr } = cli.run(args);
    expect([status, stderr]).toEqual([3, expect.stringContaining('APPROVAL_DENIED')]);
    // The console has no place to trust a config.
    expect(stderr.includes('in the console')).toBe(args[0] !== 'trust');
    expect((await sayYes(cli, args)).code).toBe(0);
  });

  it('forgetting a rule that was saved needs a person at a terminal', async () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const { id } = ask(cli);
    expect((await atTerminal(cli, ['approvals', 'answer', id, 'reject_always'])).code).toBe(0);
    const { rules } = JSON.parse(cli.run(['policy', 'saved', '--json']).stdout) as { rules: { id: string }[] };
    const forget = ['policy', 'saved', '--forget', rules[0]!.id];
    expect(cli.run(forget).status).toBe(3);
    expect((await sayYes(cli, forget)).code).toBe(0);
  });
});

it('a command that an agent runs is no person: its mark, also of a process above it, is refused at a terminal', async () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const { id } = ask(cli);
  const answer = ['approvals', 'answer', id, 'reject_once'];
  const inside = await atTerminal(cli, answer, { env: { TOOLGATE_JOB: 'x' } });
  expect([inside.code, inside.screen]).toEqual([3, expect.stringContaining('a command of an agent')]);
  const shed = await atTerminal(cli, answer, { env: { TOOLGATE_JOB: 'x' }, through: ['env', '-u', 'TOOLGATE_JOB'] });
  expect(shed.code).toBe(3);
  expect(cli.run([...DELETE, '--yes'], { env: { TOOLGATE_JOB: 'x' } }).status).toBe(3);
  expect(cli.run(['serve', '--port', '0'], { env: { TOOLGATE_JOB: 'x' } }).status).toBe(3);
  const unasked = await atTerminal(cli, DELETE, { env: { TOOLGATE_JOB: 'x' } });
  expect([unasked.code, unasked.screen]).toEqual([3, expect.not.stringContaining('Allow it?')]);
  expect(cli.read('a.txt')).toBe('a\n');
});

it('a command of the gate answers nothing, also not at a terminal that it makes for itself', () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const { id } = ask(cli);
  const answer = `${process.execPath} ${MAIN} approvals answer ${id} allow_once --workspace ${cli.root}`;
  const state = `XDG_STATE_HOME=${join(cli.folder, 'state')} XDG_CONFIG_HOME=${join(cli.folder, 'config')}`;
  for (const command of [answer, `env ${state} ${answer} --yes`, `yes | script -qec '${state} ${answer}' /dev/null`]) {
    const args = JSON.stringify({ command: `${command}; echo "code $?"` });
    const inside = cli.run(['exec', 'bash', '--policy', 'privileged', '--yes', '--args', args]);
    expect(inside.stdout, command).toMatch(/code [1-9]/);
    expect(inside.stdout, command).not.toContain('Answered');
  }
  expect(JSON.parse(cli.run(['approvals', 'list', '--json']).stdout).approvals).toHaveLength(1);
});
