import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCli } from '../support/cli/open-cli.ts';
import { AS_BEFORE, openTerminal } from '../support/cli/open-terminal.ts';

const SIZE = { columns: 100, rows: 30 };
const at = (cli: ReturnType<typeof openCli>, script: string, ...options: string[]) =>
  openTerminal(cli, ['wrap', ...options, '--', 'sh', '-c', script], { size: SIZE });

test('a wrapped agent has the terminal: its colours, its size and its keys', async () => {
  const cli = openCli();
  const script =
    'test -t 0 && test -t 1 && printf "\\033[31mred\\033[0m %s %s\\n" "$TERM" "$(stty size < /dev/tty)"; read -r line; echo "typed $line"';
  const terminal = at(cli, script, '--keep');
  await terminal.until('red xterm-256color 30 100');
  terminal.type('hello\r');
  await terminal.until('typed hello');
  expect(await terminal.ended()).toBe(0);
  expect(terminal.bytes()).toContain('\x1b[31mred');
  expect(terminal.screen()).toContain(AS_BEFORE);
});

test('a terminal that changes its size tells a wrapped agent', async () => {
  const cli = openCli();
  const terminal = at(
    cli,
    'trap "stty size < /dev/tty; exit 0" WINCH; echo ready; while :; do sleep 0.1; done',
    '--keep',
  );
  await terminal.until('ready');
  terminal.resize({ columns: 77, rows: 22 });
  await terminal.until('22 77');
  expect(await terminal.ended()).toBe(0);
});

test('Ctrl-C is for the agent alone: it may go on, and what it did is asked about afterwards', async () => {
  const cli = openCli();
  const terminal = at(cli, 'trap "echo caught; echo x > x.txt; exit 5" INT; echo ready; while :; do sleep 0.1; done');
  await terminal.until('ready');
  terminal.type('\x03');
  await terminal.until('caught');
  await terminal.until('What becomes of it?');
  terminal.type('\r');
  expect(await terminal.ended()).toBe(5);
  expect(cli.read('x.txt')).toBe('x\n');
  expect(terminal.screen()).toContain(AS_BEFORE);
});

test('an agent that leaves the terminal changed, or takes it for an interactive shell, leaves it to us in the end', async () => {
  const cli = openCli();
  const terminal = at(cli, 'stty raw -echo; bash --norc -ic "echo x > x.txt; exit 4"');
  await terminal.until('What becomes of it?');
  terminal.type('\x1b[B\x1b[B\x1b[B\x1b[B\r');
  await terminal.until('Dropped');
  expect(await terminal.ended()).toBe(4);
  expect(existsSync(join(cli.root, 'x.txt'))).toBe(false);
  expect(terminal.screen()).toContain(AS_BEFORE);
});

test('Ctrl-Z stops a wrap with its agent, and both go on together', async () => {
  const cli = openCli();
  const through = ['bash', '--norc', '-c', 'set -m; "$@"; echo "stopped $?"; fg > /dev/null; exit $?', 'bash'];
  const words = ['wrap', '--keep', '--', 'sh', '-c', 'echo ready; read -r line; echo "typed $line"; exit 6'];
  const terminal = openTerminal(cli, words, { size: SIZE, through });
  await terminal.until('ready');
  terminal.type('\x1a');
  await terminal.until('stopped 148');
  terminal.type('again\r');
  await terminal.until('typed again');
  expect(await terminal.ended()).toBe(6);
});

test('an agent that stops itself stops the wrap, and goes on with it', async () => {
  const cli = openCli();
  const through = ['bash', '--norc', '-c', 'set -m; "$@"; echo "stopped $?"; fg > /dev/null; exit $?', 'bash'];
  const words = ['wrap', '--keep', '--', 'sh', '-c', 'echo ready; kill -STOP $$; echo again; exit 7'];
  const terminal = openTerminal(cli, words, { size: SIZE, through });
  await terminal.until('stopped 148');
  await terminal.until('again');
  expect(await terminal.ended()).toBe(7);
});

test('a wrapped agent cannot type into the terminal of its person', async () => {
  const cli = openCli();
  // TIOCSTI, whose number is the same on all machines that are known here.
  const script = `perl -e 'ioctl(STDIN, 0x5412, my $key = "x") ? print "typed\\n" : print "refused: $!\\n"'`;
  const terminal = at(cli, script, '--keep');
  await terminal.until('refused');
  expect(await terminal.ended()).toBe(0);
});
