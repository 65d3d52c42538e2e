import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEditor, startEditor } from '../../support/cli/open-editor.ts';
import { openRun, writeUser } from '../../support/cli/open-run.ts';
import { calling, hanging, saying } from '../../support/network/openai-stub.ts';
import { eventually, openSleep } from '../../support/sandbox/open-sleep.ts';

const bash = (command: string) => ({ name: 'bash', args: { command } });
const PRIVILEGED = ['--policy', 'privileged'];

describe('toolgate acp with an editor that misbehaves', () => {
  it('toolgate acp with an editor that misbehaves answers each line that is no message with an error, and goes on', async () => {
    const cli = await openRun([saying('Here.')]);
    const editor = await openEditor(cli);
    const lines = ['{"jsonrpc":', 'nonsense', '[]', '7', 'null', '""', '{}', '{"jsonrpc":"1.0","id":"x","method":"y"}'];
    for (const line of lines) editor.sendLine(line);
    editor.sendLine('{"jsonrpc":"2.0","id":{"a":1},"method":"session/new"}');
    editor.sendLine(
      `{"jsonrpc":"2.0","id":"deep","method":"session/new","params":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
    );
    // An answer to nothing, whole or not, is answered by nobody.
    editor.sendLine('{"jsonrpc":"2.0","id":99,"result":{}}');
    editor.sendLine('{"jsonrpc":"2.0","id":{},"result":{}}');
    editor.sendLine('');
    expect(await editor.ask('Are you there?')).toEqual({ stopReason: 'end_turn' });
    expect(editor.refusals.map(({ code }) => code)).toEqual([
      ...[-32700, -32700, -32600, -32600, -32600, -32600, -32600, -32600, -32600],
      -32602,
    ]);
    expect(editor.strayLines).toEqual([]);
  });

  it('a line that is too long is answered with an error and read over', async () => {
    const cli = await openRun([saying('Here.')]);
    const editor = await openEditor(cli);
    const text = 'x'.repeat(2 ** 20);
    editor.child.stdin?.write('{"jsonrpc":"2.0","id":"big","method":"session/prompt","params":{"prompt":"');
    for (let at = 0; at < 33; at++) editor.child.stdin?.write(text);
    editor.sendLine('"}}');
    expect(await editor.ask('Are you there?')).toEqual({ stopReason: 'end_turn' });
    expect(editor.refusals).toMatchObject([{ code: -32600, message: expect.stringContaining('32 MB') }]);
  });

  it.each([
    ['session/prompt', { sessionId: 'nobody', prompt: [] }, -32002],
    ['session/load', { sessionId: 'nobody', mcpServers: [], cwd: 'ROOT' }, -32002],
    ['session/set_mode', { sessionId: 'nobody', modeId: 'plan' }, -32002],
    ['session/close', { sessionId: 'nobody' }, -32002],
    ['session/prompt', { sessionId: 7 }, -32602],
    ['session/new', { mcpServers: [] }, -32602],
    ['session/new', { mcpServers: [], cwd: 'here' }, -32602],
    ['session/new', { mcpServers: [], cwd: '/no/such/folder' }, -32602],
    ['session/new', { mcpServers: [], cwd: 'ROOT/a.txt' }, -32602],
    ['session/new', { mcpServers: [], cwd: '/etc\0/x' }, -32602],
    [
      'session/new',
      { mcpServers: [{ type: 'sse', name: 'x', url: 'http://localhost', headers: [] }], cwd: 'ROOT' },
      -32602,
    ],
    ['session/new', { mcpServers: [{ name: '!', command: 'true', args: [], env: [] }], cwd: 'ROOT' }, -32602],
    ['session/fly', {}, -32601],
    ['toString', {}, -32601],
    ['fs/read_text_file', { path: '/etc/passwd' }, -32601],
  ])('%s with %j is refused', async (method, params, code) => {
    const cli = await openRun([], { 'a.txt': '' });
    const editor = startEditor(cli);
    await editor.initialize();
    const meant = JSON.parse(JSON.stringify(params).replace('ROOT', cli.root)) as object;
    await expect(editor.request(method, meant)).rejects.toMatchObject({ code });
  });

  it('nothing is done for an editor that has not introduced itself', async () => {
    const editor = startEditor(await openRun([]));
    await expect(editor.open()).rejects.toMatchObject({ code: expect.any(Number) });
  });

  it('a prompt with a picture, with too much, or with nothing is refused', async () => {
    const cli = await openRun([saying('Here.')]);
    const editor = await openEditor(cli);
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    await expect(editor.ask([image])).rejects.toMatchObject({ code: -32602 });
    await expect(editor.ask('x'.repeat(1_000_001))).rejects.toThrow('Link to files instead');
    const uri = 'file:///big';
    await expect(
      editor.ask([{ type: 'resource', resource: { uri, text: '`'.repeat(2 ** 20) } }]),
    ).rejects.toMatchObject({ code: -32602 });
    await expect(editor.ask([])).rejects.toThrow('it is empty');
    await expect(editor.ask(' ')).rejects.toThrow('it is empty');
    const many = Array.from({ length: 1_001 }, () => ({ type: 'text', text: 'x' }));
    await expect(editor.ask(many)).rejects.toThrow('1001 parts');
    expect(await editor.ask('Are you there?')).toEqual({ stopReason: 'end_turn' });
  });

  it.each(['closes its end', 'SIGTERM', 'SIGKILL'])(
    'an editor that dies ends all that its agent does: %s',
    async how => {
      const sleep = openSleep();
      const cli = await openRun(({ messages }) =>
        messages.at(-1)?.content === 'Talk.' ? hanging('I am') : calling(bash(sleep.command)),
      );
      const editor = await openEditor(cli, { args: PRIVILEGED });
      const other = await editor.open();
      void editor.ask('Sleep.');
      void editor.prompt(other, 'Talk.');
      const pid = await sleep.begun();
      await eventually(() => (editor.said().includes('I am') ? true : undefined));
      if (how === 'closes its end') editor.child.stdin?.end();
      else editor.child.kill(how as NodeJS.Signals);
      expect(await editor.ended()).toBe(how === 'SIGKILL' ? 'SIGKILL' : 0);
      await eventually(() => {
        try {
          process.kill(pid, 0);
          return undefined;
        } catch {
          return true;
        }
      });
    },
  );

  it('what code of the config prints does not get into the protocol', async () => {
    const cli = await openRun([calling({ name: 'loud', args: {} }), saying('Here.')], {}, made => {
      const file = join(made.folder, 'config', 'toolgate', 'loud.js');
      writeUser(made, 'loud.js', '');
      const said = `description: 'x', parameters: { type: 'object' }, dangerLevel: 'safe'`;
      const print = `console.log('from a tool'); process.stdout.write('and again\\n');`;
      writeFileSync(
        file,
        `${print}\nexport default { name: 'loud', ${said}, execute: async () => { ${print} return 'it ran'; } };\n`,
      );
      return { tools: ['./loud.js'] };
    });
    const editor = await openEditor(cli);
    expect(await editor.ask('Use it.')).toEqual({ stopReason: 'end_turn' });
    expect(editor.strayLines).toEqual([]);
    expect(editor.of('tool_call_update').at(-1)).toMatchObject({ status: 'completed' });
  });
});
