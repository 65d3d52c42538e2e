import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenCli, openCli } from '../support/cli/open-cli.ts';
import { openTerminal, sayYes } from '../support/cli/open-terminal.ts';
import { calling, openStub, type StubAnswer, saying } from '../support/network/openai-stub.ts';

const write = (path: string, content: string) => ({ name: 'write_file', args: { path, content, createDirs: true } });
const edit = (path: string, old_text: string, new_text: string) => ({
  name: 'edit_file',
  args: { path, old_text, new_text },
});
const exists = ({ root }: OpenCli, path: string) => existsSync(join(root, path));
const DOWN = '\x1b[B';

function planned(cli: OpenCli, tool: string, args: object, ...more: string[]) {
  return cli.run(['exec', tool, '--plan', '--args', JSON.stringify(args), ...more]);
}

async function openModel(answers: readonly StubAnswer[], files: Record<string, string> = {}): Promise<OpenCli> {
  const cli = openCli(files);
  const { baseURL } = await openStub(answers);
  const models = { stub: { provider: 'openai-compatible', model: 'tiny', baseURL, apiKeyEnv: 'HOME' } };
  mkdirSync(join(cli.folder, 'config', 'toolgate'), { recursive: true });
  writeFileSync(join(cli.folder, 'config', 'toolgate', 'config.json'), JSON.stringify({ model: 'stub', models }));
  return cli;
}

describe('toolgate plan', () => {
  it('toolgate plan shows, applies and drops single files, with what goes along, and the rest stays planned', async () => {
    const cli = openCli({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    planned(cli, 'write_file', { path: 'n/c.txt', content: 'c\n', createDirs: true });
    planned(cli, 'move_file', { from: 'a.txt', to: 'z.txt' });
    planned(cli, 'edit_file', { path: 'b.txt', old_text: 'b', new_text: 'B' });
    const shown = cli.run(['plan', 'show', 'b.txt']);
    expect([shown.stdout, shown.stderr]).toEqual([
      expect.stringContaining('-b\n+B\n'),
      expect.stringContaining('write  b.txt  +1 -1'),
    ]);
    expect(shown.stdout).not.toContain('c.txt');
    const { stderr } = cli.run(['plan']);
    expect(stderr).toContain('create z.txt from a.txt');
    expect(stderr).not.toContain('delete a.txt');
    expect(cli.run(['plan', 'apply', 'n']).status).toBe(3);
    const part = await sayYes(cli, ['plan', 'apply', 'n', 'z.txt']);
    expect([part.code, part.screen]).toEqual([0, expect.stringContaining('Write n, n/c.txt, z.txt, a.txt?')]);
    expect([cli.read('n/c.txt'), cli.read('z.txt'), cli.read('b.txt'), exists(cli, 'a.txt')]).toEqual([
      ...['c\n', 'one\n', 'b\n'],
      false,
    ]);
    const wrong = cli.run(['plan', 'drop', 'c.txt']);
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('Did you mean b.txt?')]);
    expect(JSON.parse(cli.run(['plan', 'drop', 'b.txt', '--json']).stdout)).toMatchObject({ paths: ['b.txt'] });
    expect(cli.run(['plan']).stderr).toContain('Nothing is planned');
    expect(cli.run(['undo']).status).toBe(0);
    expect([cli.read('a.txt'), exists(cli, 'n/c.txt')]).toEqual(['one\n', false]);
  });

  it('toolgate plan applies one set by its id, by the old name too, and says what does not fit any more', async () => {
    const cli = openCli({ 'a.txt': 'one\n' });
    planned(cli, 'edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' });
    planned(cli, 'write_file', { path: 'b.txt', content: 'b\n' });
    const { sets } = JSON.parse(cli.run(['plan', '--json']).stdout) as { sets: string[] };
    expect((await sayYes(cli, ['changes', 'apply', sets[1]!])).code).toBe(0);
    expect([cli.read('a.txt'), cli.read('b.txt')]).toEqual(['one\n', 'b\n']);
    cli.write('a.txt', 'by hand\n');
    expect(cli.run(['plan']).stderr).toContain('does not fit: a.txt was changed by someone else');
    const stale = await sayYes(cli, ['plan', 'apply']);
    expect([stale.code, stale.screen, cli.read('a.txt')]).toEqual([
      ...[1, expect.stringContaining('STALE_FILE')],
      'by hand\n',
    ]);
    expect(cli.run(['changes', 'drop', sets[0]!]).status).toBe(0);
    expect(cli.run(['changes', 'drop', sets[0]!]).status).toBe(1);
  });

  it('--yes is no word for what cannot be planned', () => {
    const cli = openCli();
    const args = { command: 'sleep 0.2; echo x > made', background: true };
    const { status, stderr } = planned(cli, 'bash', args, '--policy', 'privileged', '--yes');
    expect([status, stderr]).toEqual([3, expect.stringContaining('APPROVAL_DENIED')]);
    expect(exists(cli, 'made')).toBe(false);
    expect(planned(cli, 'bash', { command: 'rm -rf x; echo x > made' }, '--policy', 'privileged', '--yes').status).toBe(
      0,
    );
    expect([exists(cli, 'made'), cli.run(['plan']).stderr]).toEqual([false, expect.stringContaining('create made')]);
  });
});

describe('run, mcp and serve with --plan', () => {
  const STEPS = [calling(edit('a.txt', 'one', 'two'), write('n/new.txt', 'new\n')), saying('Done.\n')];

  it('a run plans all that its agent does, and says in the end what that is', async () => {
    const cli = await openModel(STEPS, { 'a.txt': 'one\n' });
    const started = cli.start(['run', 'Do it.', '--plan']);
    expect(await started.ended()).toBe(0);
    for (const line of ['Planned, not written:', 'write  a.txt  +1 -1', 'create n/new.txt', 'toolgate plan apply'])
      expect(started.said()).toContain(line);
    expect(started.said()).toMatch(/Edited a\.txt, planned, not written/);
    expect(started.said()).not.toContain('No file was changed');
    expect([cli.read('a.txt'), exists(cli, 'n')]).toEqual(['one\n', false]);
  });

  it('a run at a terminal offers to write what it has planned', async () => {
    const cli = await openModel(STEPS, { 'a.txt': 'one\n' });
    const terminal = openTerminal(cli, ['run', 'Do it.', '--plan'], { size: { columns: 160, rows: 60 } });
    await terminal.until('Edited a.txt  planned, not written');
    await terminal.until('What next?');
    terminal.type('\x04');
    await terminal.until('What becomes of the plan?');
    await terminal.until('Drop it');
    terminal.type(`${DOWN}\r`);
    await terminal.until('+new');
    await terminal.until('Drop it');
    terminal.type(`${DOWN}${DOWN}\r`);
    await terminal.until('toolgate undo');
    expect(await terminal.ended()).toBe(0);
    expect([cli.read('a.txt'), cli.read('n/new.txt')]).toEqual(['two\n', 'new\n']);
  });

  it('a client of mcp plans, and reads what it has planned', async () => {
    const cli = openCli({ 'a.txt': 'one\n' });
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } });
    const input = [
      { method: 'initialize', params: hello },
      call('edit_file', edit('a.txt', 'one', 'two').args),
      call('read_file', { path: 'a.txt' }),
    ]
      .map((message, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`)
      .join('');
    const served = cli.start(['mcp', '--plan']);
    served.child.stdin?.write(input);
    await served.until('"id":2');
    expect(served.said()).toContain('1\\ttwo');
    served.child.stdin?.end();
    expect(await served.ended()).toBe(0);
    expect(cli.read('a.txt')).toBe('one\n');
    expect(cli.run(['plan']).stdout).toContain('-one\n+two');
  });

  it('serve plans what clients and people do, and people apply it in the console', async () => {
    const cli = openCli({ 'a.txt': 'one\n' });
    const served = cli.start(['serve', '--plan', '--port', '0', '--json']);
    await served.until('toolgate plan.');
    const line = served
      .said()
      .split('\n')
      .find(each => each.startsWith('{'));
    const { origin, searchParams } = new URL((JSON.parse(line ?? '') as { console: string }).console);
    const headers = { Authorization: `Bearer ${searchParams.get('token')}`, 'Content-Type': 'application/json' };
    const post = async (path: string, body: object = {}) =>
      (await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    expect(await post('tools/edit_file/try', { args: edit('a.txt', 'one', 'two').args })).toMatchObject({
      ok: true,
    });
    expect(cli.read('a.txt')).toBe('one\n');
    const { pending } = (await (await fetch(`${origin}/api/changes`, { headers })).json()) as {
      pending: { id: string }[];
    };
    expect(await post(`changes/${pending[0]?.id}/apply`, { paths: ['a.txt'] })).toMatchObject({
      changes: [{ path: 'a.txt', operation: 'write' }],
    });
    expect(cli.read('a.txt')).toBe('two\n');
    served.child.kill('SIGTERM');
    expect(await served.ended()).toBe(0);
  });
});
