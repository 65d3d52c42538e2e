import { expect, it } from 'vitest';
import { lines, openCli } from '../support/cli/open-cli.ts';
import { atTerminal, openTerminal } from '../support/cli/open-terminal.ts';

const exec = (tool: string, args: object): string[] => [
  'exec',
  tool,
  '--policy',
  'privileged',
  '--args',
  JSON.stringify(args),
];

function openLog() {
  const cli = openCli({ 'a.txt': 'one\n' });
  cli.run(exec('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' }));
  cli.run(exec('bash', { command: 'echo said; exit 3' }));
  cli.run(exec('read_file', { path: 'none.txt' }));
  return cli;
}

it('the log has a line for each call, the newest last, with how it went; filters narrow it', () => {
  const cli = openLog();
  const told = cli.run(['log']).stdout.trim().split('\n');
  expect(told).toEqual([
    expect.stringMatching(/^[\d: -]+ {2}ok +edit_file: Edited a\.txt .* m?s {2}[0-9a-f-]{36}$/),
    expect.stringMatching(/ {2}exit 3 +bash: echo said; exit 3/),
    expect.stringMatching(/ {2}failed +read_file/),
  ]);
  const tools = (...filters: string[]) => lines(cli.run(['log', '--json', ...filters]).stdout).map(({ tool }) => tool);
  expect(tools('--outcome', 'failed')).toEqual(['read_file']);
  expect(tools('--outcome', 'ok')).toEqual(['edit_file']);
  expect(tools('--outcome', 'exit')).toEqual(['bash']);
  expect(tools('--tool', 'bash', '--since', '1h')).toEqual(['bash']);
  expect(tools('--limit', '1')).toEqual(['read_file']);
  expect(tools('--agent', 'cli')).toHaveLength(3);
  expect(cli.run(['log', '--tool', 'glob'])).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('No such call'),
  });
  expect(cli.run(['log', '--since', 'soon'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('30m, 2h, 7d'),
  });
});

it('the log shows one call with its stages, its diff, its output and who was asked', () => {
  const cli = openLog();
  const [edit, bash] = lines(cli.run(['log', '--json']).stdout).map(({ id }) => String(id));
  const shown = cli.run(['log', edit!]).stdout;
  for (const text of [
    'edit_file',
    'Arguments: {"path":"a.txt"',
    'Decided:   allow',
    'commit',
    '-one',
    '+two',
    'Edited a.txt',
  ])
    expect(shown).toContain(text);
  expect(cli.run(['log', bash!]).stdout).toMatch(/^exit 3 {2}bash[\s\S]*said\n/);
  cli.run(['exec', 'delete_file', '--args', '{"path":"a.txt"}', '--yes']);
  const [asked] = lines(cli.run(['log', '--json', '--tool', 'delete_file']).stdout).map(({ id }) => String(id));
  expect(cli.run(['log', asked!]).stdout).toMatch(/Asked: +allow_once by --yes after/);
  expect(cli.run(['log', 'none'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no call none'),
  });
});

it('the log follows what other processes do, until it is interrupted', async () => {
  const cli = openCli({ 'a.txt': 'one\n' });
  const log = cli.start(['log', '--follow', '--tool', 'read_file', '--json']);
  cli.run(exec('glob', { pattern: '*' }));
  cli.run(exec('read_file', { path: 'a.txt' }));
  await log.until('"tool":"read_file"');
  log.child.kill('SIGINT');
  expect(await log.ended()).toBe(0);
  expect(log.said()).not.toContain('glob');
});

it('the log draws nothing that a call says, and colours only at a terminal', async () => {
  const cli = openCli();
  cli.run(exec('bash', { command: `echo '\x1b]0;owned\x07'; exit 3` }));
  const { screen } = await atTerminal(cli, ['log']);
  expect(screen).toContain('exit 3');
  expect(cli.run(['log']).stdout).not.toMatch(/[\x1b\x07]/);
});

it('the log names each end as the console does, and says of what was refused what it was', () => {
  const cli = openCli({ 'a.txt': 'one\n' });
  cli.run(exec('bash', { command: 'kill -9 $$' }));
  cli.run(exec('read_file', { path: '../outside' }));
  cli.run(exec('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' }));
  cli.write('a.txt', 'of a person\n');
  cli.run(exec('undo_turn', {}));
  expect(cli.run(['log']).stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/ {2}denied +bash: kill -9 \$\$ \(APPROVAL_DENIED\) /),
    expect.stringMatching(/ {2}denied +read_file\(.*outside.*\) \(INVALID_PATH\) /),
    expect.stringMatching(/ {2}ok +edit_file: /),
    expect.stringMatching(/ {2}conflict +undo_turn.* \(UNDO_CONFLICT\) /),
  ]);
  const outcomes = lines(cli.run(['log', '--json', '--outcome', 'denied']).stdout).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['denied', 'denied']);
});

it('the log has a line for each call that fits the terminal, and ends with what the call is found by', async () => {
  const cli = openCli();
  cli.run(exec('bash', { command: `echo ${'long '.repeat(40)}` }));
  const terminal = openTerminal(cli, ['log'], { size: { columns: 70, rows: 20 } });
  expect(await terminal.ended()).toBe(0);
  const [line = ''] = terminal.screen().split(/\r?\n/);
  expect(line).toMatch(/^[\d:]{8} {2}ok {8}bash: echo long .*… {2,}\S+ m?s {2}[\da-f]{8}$/);
  expect(line).toHaveLength(70);
  const end = line.slice(-8);
  const [id] = lines(cli.run(['log', '--json']).stdout).map(call => String(call.id));
  expect(id).toMatch(new RegExp(`${end}$`));
  expect(cli.run(['log', end]).stdout).toContain(id);
  expect(cli.run(['log', 'ffffffff'])).toMatchObject({ status: 1 });
});

it('one call of the log tells what its stages took and said, and not of those that did nothing', () => {
  const cli = openLog();
  const [edit] = lines(cli.run(['log', '--json']).stdout).map(({ id }) => String(id));
  const shown = cli.run(['log', edit!]).stdout;
  expect(shown).toMatch(/^Stages: {4}\w+ [\d.<]+ m?s/m);
  expect(shown).toMatch(/^ {11}commit [\d.<]+ m?s; write a\.txt \+1 -1$/m);
  expect(shown).not.toMatch(/resolve 0/);
});
