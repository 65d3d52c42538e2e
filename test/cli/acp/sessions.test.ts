import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosing, openEditor, startEditor } from '../../support/cli/open-editor.ts';
import { openRun, resultsIn } from '../../support/cli/open-run.ts';
import { calling, saying } from '../../support/network/openai-stub.ts';
import { programPath } from '../../support/program-path.ts';
import { eventually } from '../../support/sandbox/open-sleep.ts';

const write = (path: string, content: string) => ({ name: 'write_file', args: { path, content } });

describe('sessions of toolgate acp', () => {
  it('several work at once, in one workspace and in others, each on its own', async () => {
    const cli = await openRun(({ messages }) => {
      const [user] = messages.filter(({ role }) => role === 'user');
      const name = String(user?.content);
      return messages.at(-1)?.role === 'tool' ? saying(`Wrote ${name}.`) : calling(write(name, `${name}\n`));
    });
    const elsewhere = join(cli.folder, 'elsewhere');
    mkdirSync(elsewhere);
    const editor = startEditor(cli);
    await editor.initialize();
    const folders = [cli.root, cli.root, elsewhere, cli.root];
    const sessions = await Promise.all(folders.map(cwd => editor.open({ cwd })));
    expect(new Set(sessions).size).toBe(4);
    const ends = await Promise.all(sessions.map((session, at) => editor.prompt(session, `file-${at}`)));
    expect(ends).toEqual(sessions.map(() => ({ stopReason: 'end_turn' })));
    for (const [at, session] of sessions.entries()) {
      const own = editor.updates.filter(({ sessionId }) => sessionId === session);
      const said = own.flatMap(({ content, sessionUpdate }) =>
        sessionUpdate === 'agent_message_chunk' ? [(content as { text: string }).text] : [],
      );
      expect(said.join('')).toBe(`Wrote file-${at}.`);
      expect(own.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call')).toMatchObject([
        { locations: [{ path: join(folders[at] ?? '', `file-${at}`) }] },
      ]);
    }
    expect(cli.read('file-0') + cli.read('file-1') + cli.read('file-3')).toBe('file-0\nfile-1\nfile-3\n');
    expect(cli.read('../elsewhere/file-2')).toBe('file-2\n');
    // What one of them takes back is its own.
    await editor.prompt(sessions[0] ?? '', '/undo');
    expect(() => cli.read('file-0')).toThrow('ENOENT');
    expect(cli.read('file-1')).toBe('file-1\n');
    await editor.request('session/close', { sessionId: sessions[1] });
    await expect(editor.prompt(sessions[1] ?? '', 'More.')).rejects.toMatchObject({ code: -32002 });
  });

  it('a session is gone on with in another process, with all that was said; so is a run of the terminal', async () => {
    const cli = await openRun(
      [calling(write('a.txt', 'one\n')), saying('Written.'), saying('It was one.'), saying('Two.'), saying('Three.')],
      {},
    );
    const first = await openEditor(cli);
    await first.ask('Write a line.');
    first.child.stdin?.end();
    expect(await first.ended()).toBe(0);

    const second = startEditor(cli);
    await second.initialize();
    const cwd = cli.root;
    expect(await second.request('session/load', { sessionId: first.session, cwd, mcpServers: [] })).toMatchObject({
      modes: { currentModeId: 'write' },
    });
    expect(second.updates.slice(0, 3).map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'user_message_chunk',
      'tool_call',
      'agent_message_chunk',
    ]);
    expect(second.of('tool_call')).toMatchObject([
      { kind: 'edit', status: 'completed', locations: [{ path: join(cwd, 'a.txt') }] },
    ]);
    await second.prompt(first.session, 'Which one?');
    expect(cli.requests[2]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    await second.prompt(first.session, '/undo');
    expect(() => cli.read('a.txt')).toThrow('ENOENT');

    await cli.play('A task of the terminal.');
    const { sessions } = await second.request<{ sessions: { sessionId: string; title: string; cwd: string }[] }>(
      'session/list',
      { cwd },
    );
    expect(sessions.map(({ title }) => title)).toEqual(['A task of the terminal.', 'Write a line.']);
    const run = sessions[0]?.sessionId ?? '';
    await second.request('session/resume', { sessionId: run, cwd });
    await second.prompt(run, 'And now?');
    expect(second.of('user_message_chunk')).toHaveLength(1);
    expect(cli.requests[4]?.messages.filter(({ role }) => role === 'user')).toHaveLength(2);
  });

  it('a run that another process is at work on is not opened', async () => {
    const cli = await openRun(() => response => void response.writeHead(200, { 'content-type': 'text/event-stream' }));
    const first = await openEditor(cli);
    void first.ask('Wait.');
    await eventually(() => cli.requests[0]);
    const second = startEditor(cli);
    await second.initialize();
    const again = second.request('session/load', { sessionId: first.session, cwd: cli.root, mcpServers: [] });
    await expect(again).rejects.toThrow('at work in another process');
  });

  it('sessions of toolgate acp in the mode plan nothing is written until the person says so', async () => {
    const cli = await openRun([
      calling(write('a.txt', 'one\n')),
      saying('Planned.'),
      calling(write('b.txt', 'two\n')),
      saying('Planned too.'),
      calling(write('c.txt', 'three\n')),
      saying('Written.'),
    ]);
    const editor = startEditor(cli);
    await editor.initialize();
    const opened = await editor.request<{ sessionId: string; modes: { availableModes: { id: string }[] } }>(
      'session/new',
      {
        cwd: cli.root,
        mcpServers: [],
      },
    );
    expect(opened.modes.availableModes.map(({ id }) => id)).toEqual(['write', 'plan']);
    const { sessionId } = opened;
    await expect(editor.request('session/set_mode', { sessionId, modeId: 'yolo' })).rejects.toMatchObject({
      code: -32602,
    });
    await editor.request('session/set_mode', { sessionId, modeId: 'plan' });
    await editor.prompt(sessionId, 'Write.');
    expect(() => cli.read('a.txt')).toThrow('ENOENT');
    expect(editor.said()).toMatch(/Planned, not written:[\s\S]*a\.txt[\s\S]*\/apply writes it/);
    const shown = editor.of('tool_call_update').at(-1)?.content;
    expect(shown).toMatchObject([{ type: 'diff', oldText: null, newText: 'one\n' }]);
    await editor.prompt(sessionId, '/apply');
    expect(cli.read('a.txt')).toBe('one\n');
    await editor.prompt(sessionId, 'Another.');
    await editor.prompt(sessionId, '/drop');
    expect(editor.said()).toContain('Dropped; no file was touched.');
    await editor.request('session/set_mode', { sessionId, modeId: 'write' });
    await editor.prompt(sessionId, 'For real.');
    expect([cli.read('c.txt'), () => cli.read('b.txt')]).toEqual(['three\n', expect.any(Function)]);
    expect(() => cli.read('b.txt')).toThrow('ENOENT');
    // One conversation, whatever its mode.
    expect(cli.requests[4]?.messages.filter(({ role }) => role === 'user')).toHaveLength(3);
    await editor.prompt(sessionId, '/undo');
    await editor.prompt(sessionId, '/undo');
    expect(() => cli.read('a.txt')).toThrow('ENOENT');
  });

  it('an agent that was started to plan cannot be set to write, nor to work elsewhere than it was started for', async () => {
    const cli = await openRun([calling(write('a.txt', 'one\n')), saying('Planned.')]);
    const editor = await openEditor(cli, { args: ['--plan', '--workspace', cli.root] });
    await expect(editor.request('session/set_mode', { sessionId: editor.session, modeId: 'write' })).rejects.toThrow(
      'there are: plan',
    );
    await editor.ask('Write.');
    expect(() => cli.read('a.txt')).toThrow('ENOENT');
    await expect(editor.open({ cwd: cli.folder })).rejects.toThrow('lies outside of');
  });

  it('the servers of the editor are there, and are asked about and marked as those of others', async () => {
    const echo = calling({ name: 'My-Server__echo', args: { words: 'hello' } });
    // The first call loads it.
    const cli = await openRun([echo, echo, saying('Said.')], {}, () => ({
      mcpServers: { 'My-Server': { sandbox: { read: [dirname(programPath('odd-mcp-server'))] } } },
    }));
    const editor = startEditor(cli, { args: ['--policy', 'privileged'], answer: choosing('allow_once') });
    await editor.initialize();
    const server = {
      name: 'My Server!',
      command: process.execPath,
      args: [programPath('odd-mcp-server'), '/dev/null'],
      env: [],
    };
    const session = await editor.open({ mcpServers: [server] });
    await editor.prompt(session, 'Say it.');
    expect(editor.questions).toHaveLength(1);
    expect(resultsIn(cli.requests[2])[1]).toMatch(/<untrusted-content[\s\S]*hello/);
    await expect(editor.open({ mcpServers: [server, server] })).rejects.toThrow(
      'two of them would be called My-Server',
    );
  });

  it('an editor that came by a link is told paths as it knows them', async () => {
    const cli = await openRun([calling({ name: 'read_file', args: { path: 'a.txt' } }), saying('Read.')], {
      'a.txt': 'x\n',
    });
    const link = join(cli.folder, 'link');
    symlinkSync(cli.root, link);
    writeFileSync(join(cli.folder, 'secret'), '');
    const editor = startEditor(cli);
    await editor.initialize();
    const session = await editor.open({ cwd: link });
    await editor.prompt(session, [
      { type: 'text', text: 'Read.' },
      { type: 'resource_link', uri: `file://${link}/a.txt`, name: 'a' },
      { type: 'resource_link', uri: `file://${link}/../secret`, name: 'b' },
    ]);
    expect(editor.of('tool_call')).toMatchObject([{ locations: [{ path: join(link, 'a.txt') }] }]);
    const told = String(cli.requests[0]?.messages.at(-1)?.content);
    expect(told).toContain('[Linked: a.txt]');
    expect(told).toContain(`[Linked: file://${link}/../secret]`);
  });
});
