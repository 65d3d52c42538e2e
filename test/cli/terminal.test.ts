import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCli } from '../support/cli/open-cli.ts';
import { AS_BEFORE, openTerminal } from '../support/cli/open-terminal.ts';
import { readLedger } from '../support/read-ledger.ts';

const [ENTER, DOWN, CTRL_C, CTRL_D, CLEAR_LINE] = ['\r', '\x1b[B', '\x03', '\x04', '\x15'];
const SIZE = { columns: 160, rows: 40 };
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';

const call = (tool: string, args: object): string[] => ['exec', tool, '--args', JSON.stringify(args)];
const DELETE = call('delete_file', { path: 'a.txt' });
const OVERWRITE = call('write_file', { path: 'a.txt', content: 'TWO\n' });

describe('a person at a terminal', () => {
  it('a person at a terminal is shown the diff and says yes, once', async () => {
    const cli = openCli({ 'a.txt': 'two\n' });
    const terminal = openTerminal(cli, OVERWRITE, { size: SIZE });
    await terminal.until('-two');
    await terminal.until('+TWO');
    await terminal.until('It would write a.txt');
    await terminal.until('Yes, once');
    terminal.type(ENTER);
    expect(await terminal.ended()).toBe(0);
    expect(cli.read('a.txt')).toBe('TWO\n');
    expect(terminal.bytes()).toContain('\x1b[32m+TWO');
    expect(JSON.parse(cli.run(['policy', 'saved', '--json']).stdout)).toEqual({ rules: [] });
  });

  it('a person at a terminal says always: the rule that was shown is saved, and holds from then on', async () => {
    const cli = openCli({ 'a.txt': 'two\n', 'b.txt': 'two\n', 'c.md': 'two\n' });
    const terminal = openTerminal(cli, OVERWRITE, { size: SIZE });
    await terminal.until('Yes, once');
    terminal.type(DOWN);
    await terminal.until('saves: allow write_file ./a.txt');
    terminal.type(ENTER);
    await terminal.until('toolgate policy saved');
    expect(await terminal.ended()).toBe(0);
    expect(JSON.parse(cli.run(['policy', 'saved', '--json']).stdout)).toMatchObject({
      rules: [{ rule: { tool: 'write_file', match: './a.txt', verdict: 'allow' } }],
    });
    const overwrite = (path: string) => cli.run(call('write_file', { path, content: 'TWO\n' })).status;
    cli.write('a.txt', 'three\n');
    expect([overwrite('a.txt'), overwrite('b.txt'), overwrite('c.md')]).toEqual([0, 3, 3]);
    expect([cli.read('a.txt'), cli.read('b.txt')]).toEqual(['TWO\n', 'two\n']);
  });

  it('a person at a terminal says no, and the model is told why', async () => {
    const cli = openCli({ 'a.txt': 'two\n' });
    const terminal = openTerminal(cli, OVERWRITE, { size: SIZE });
    await terminal.until('Yes, once');
    terminal.type(`${DOWN}${DOWN}${DOWN}${ENTER}`);
    await terminal.until('A word to the model');
    terminal.type(`not today${ENTER}`);
    await terminal.until('APPROVAL_DENIED');
    await terminal.until('was not approved: not today');
    expect(await terminal.ended()).toBe(3);
    expect(cli.read('a.txt')).toBe('two\n');
  });

  it('a person at a terminal changes the arguments, and they are judged again', async () => {
    const cli = openCli({ 'a.txt': 'two\n', 'secret.key': 'key\n' });
    writeFileSync(
      join(cli.folder, 'policy.json'),
      '{ "rules": [{ "effect": "write", "match": "*.key", "verdict": "deny", "reason": "keys stay" }] }',
    );
    const change = async (args: object) => {
      const terminal = openTerminal(cli, [...OVERWRITE, '--policy', '../policy.json'], { size: SIZE });
      await terminal.until('Yes, once');
      terminal.type(`${DOWN}${DOWN}${ENTER}`);
      await terminal.until('Arguments, as JSON');
      terminal.type(`${CLEAR_LINE}${JSON.stringify(args)}${ENTER}`);
      return terminal;
    };
    const denied = await change({ path: 'secret.key', content: 'x' });
    expect(await denied.ended()).toBe(3);
    expect(denied.screen()).toContain('keys stay');
    const allowed = await change({ path: 'new.txt', content: 'other\n' });
    expect(await allowed.ended()).toBe(0);
    expect([cli.read('a.txt'), cli.read('secret.key'), cli.read('new.txt')]).toEqual(['two\n', 'key\n', 'other\n']);
  });

  it('interrupts a question with Ctrl-C: nothing is done, and the terminal is as before', async () => {
    const cli = openCli({ 'a.txt': 'hello\n' });
    const terminal = openTerminal(cli, DELETE, { size: SIZE });
    await terminal.until('Yes, once');
    terminal.type(CTRL_C);
    await terminal.until(AS_BEFORE);
    expect(await terminal.ended()).toBe(130);
    expect(cli.read('a.txt')).toBe('hello\n');
    expect(terminal.bytes().lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(terminal.bytes().lastIndexOf(HIDE_CURSOR));
    expect(readLedger(cli)).toEqual([{ tool: 'delete_file', status: 'settled', ok: 0 }]);
  });

  it('a person at a terminal puts a question away with Ctrl-D: it is a no, and the terminal is as before', async () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const install = ['hook', 'install', 'claude'];
    for (const [args, question] of [[DELETE, 'Yes, once'] as const, [install, 'Write this to'] as const]) {
      const terminal = openTerminal(cli, args, { size: SIZE });
      await terminal.until(question);
      terminal.type(CTRL_D);
      await terminal.until(AS_BEFORE);
      expect(await terminal.ended()).toBe(130);
      expect(terminal.screen()).not.toContain('Warning');
    }
    expect(cli.read('a.txt')).toBe('a\n');
    expect(existsSync(join(cli.folder, 'home/.claude/settings.json'))).toBe(false);
  });

  it('types the arguments, and is asked then', async () => {
    const cli = openCli({ 'a.txt': 'hello\n' });
    const terminal = openTerminal(cli, ['exec', 'delete_file', '--args', '-'], { size: SIZE });
    await terminal.until('then Ctrl-D');
    terminal.type(`{"path":"a.txt"}\n${CTRL_D}`);
    await terminal.until('Yes, once');
    terminal.type(ENTER);
    await terminal.until(AS_BEFORE);
    expect(await terminal.ended()).toBe(0);
    expect(existsSync(join(cli.root, 'a.txt'))).toBe(false);
  });

  it('a person at a terminal is never asked with --no-input, and not by a command whose input is no terminal', async () => {
    const cli = openCli({ 'a.txt': 'hello\n' });
    const silent = openTerminal(cli, [...DELETE, '--no-input'], { size: SIZE });
    const piped = openTerminal(cli, DELETE, { size: SIZE, through: ['sh', '-c', 'echo y | "$@"', 'sh'] });
    for (const terminal of [silent, piped]) {
      expect(await terminal.ended()).toBe(3);
      expect(terminal.screen()).toContain('toolgate approvals answer');
      expect(terminal.screen()).not.toContain('Allow it?');
    }
    expect(cli.read('a.txt')).toBe('hello\n');
  });

  it('a person at a terminal: without a command sees the commands and what was found', async () => {
    const cli = openCli({ 'toolgate.config.json': '{ "policy": "privileged" }' });
    const terminal = openTerminal(cli, [], { size: SIZE });
    expect(await terminal.ended()).toBe(0);
    for (const text of ['exec', cli.root, 'not trusted', 'execute, network', 'standard'])
      expect(terminal.screen()).toContain(text);
  });

  it('a person at a terminal is told what a call is at that takes long', async () => {
    let answer = () => {};
    const server = createServer((_, response) => {
      answer = () => void response.setHeader('content-type', 'text/plain').end('here it is\n');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const cli = openCli({ 'policy.json': '{ "extends": "privileged", "network": { "allow": ["127.0.0.1"] } }' });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const args = [...call('web_fetch', { url, timeout: 300 }), '--policy', 'policy.json'];
    const terminal = openTerminal(cli, args, { size: SIZE });
    await terminal.until('Fetching 127.0.0.1 …');
    answer();
    await terminal.until('here it is');
    expect(await terminal.ended()).toBe(0);
  });

  it('a person at a terminal is asked by init and by trust, and Ctrl-C writes nothing', async () => {
    const cli = openCli();
    const init = openTerminal(cli, ['init'], { size: SIZE });
    await init.until('What may agents do here?');
    init.type(CTRL_C);
    expect(await init.ended()).toBe(130);
    expect(existsSync(join(cli.root, 'toolgate.config.json'))).toBe(false);
    cli.write('toolgate.config.json', '{ "policy": "privileged" }');
    const trust = openTerminal(cli, ['trust'], { size: SIZE });
    await trust.until('as long as the file does not change?');
    trust.type(CTRL_C);
    await trust.until(AS_BEFORE);
    expect(await trust.ended()).toBe(130);
    expect(existsSync(join(cli.folder, 'config'))).toBe(false);
  });
});

describe('what a terminal is sent', () => {
  it('what a terminal is sent has no colour with NO_COLOR', async () => {
    const cli = openCli({ 'a.txt': 'two\n' });
    const terminal = openTerminal(cli, OVERWRITE, { size: SIZE, env: { NO_COLOR: '1' } });
    await terminal.until('Yes, once');
    terminal.type(ENTER);
    expect(await terminal.ended()).toBe(0);
    expect(terminal.bytes()).not.toMatch(/\x1b\[[\d;]*m/);
  });

  it('what a terminal is sent fits a narrow one, and one that tells no size', async () => {
    for (const size of [{ columns: 20, rows: 8 }, undefined]) {
      const cli = openCli({ 'a.txt': 'hello\n' });
      const terminal = openTerminal(cli, DELETE, { size });
      await terminal.until('Allow it?');
      await terminal.until('once');
      terminal.type(ENTER);
      await terminal.until(AS_BEFORE);
      expect(await terminal.ended()).toBe(0);
      expect(existsSync(join(cli.root, 'a.txt'))).toBe(false);
    }
  });

  it('what a terminal is sent never holds the escape sequences of a file or of a name', async () => {
    const hostile = '\x1b]0;owned\x07\x1b[2J\x9b31m';
    const path = `evil${hostile}.txt`;
    const cli = openCli({ [path]: `${hostile}\n` });
    const commands = [
      call('delete_file', { path }),
      call('read_file', { path }),
      call('grep', { pattern: 'owned' }),
      call('list_directory', { path: '.' }),
      call('read_file', { path: `missing${hostile}` }),
      ['exec', `tool${hostile}`],
      [`command${hostile}`],
      ['changes', path],
    ];
    const look = async (words: readonly string[]) => {
      const terminal = openTerminal(cli, words, { size: SIZE });
      if (words[1] === 'delete_file') {
        await terminal.until('Yes, once');
        terminal.type(`${DOWN}${DOWN}${ENTER}`);
        await terminal.until('Arguments, as JSON');
        terminal.type(CTRL_C);
      }
      await terminal.until(AS_BEFORE);
      expect(terminal.screen(), words.join(' ')).toMatch(/owned|changed/);
      expect(terminal.bytes(), words.join(' ')).not.toMatch(/\x1b\]|\x07|\x1b\[2J|\u009b/);
    };
    await Promise.all(commands.map(look));
  });
});
