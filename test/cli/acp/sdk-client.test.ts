import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream, type RequestPermissionRequest, type SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { openRun } from '../../support/cli/open-run.ts';
import { calling, saying } from '../../support/network/openai-stub.ts';

/** It checks each message against the schema of the protocol, and refuses what does not fit. */
it('the client of the SDK itself takes all that toolgate acp says, and drives it through a conversation', async () => {
  const todos = [{ content: 'Write', status: 'in_progress' }];
  const write = (content: string) => ({ name: 'write_file', args: { path: 'a.txt', content } });
  const cli = await openRun(
    [
      calling({ name: 'todowrite', args: { todos } }, { name: 'bash', args: { command: 'echo hello' } }),
      calling(write('new\n')),
      saying('All is done.'),
      calling(write('newer\n')),
      saying('Planned.'),
    ],
    { 'a.txt': 'old\n' },
  );
  const { child, ended } = cli.start(['acp', '--policy', 'privileged']);
  if (!child.stdin || !child.stdout) throw new Error('no pipes');
  const updates: SessionUpdate[] = [];
  const questions: RequestPermissionRequest[] = [];
  const connection = client({ name: 'test' })
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', ({ params }) => {
      questions.push(params);
      const { optionId } = params.options.find(({ kind }) => kind === 'allow_once') ?? { optionId: '' };
      return { outcome: { outcome: 'selected', optionId } };
    })
    .connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>));
  const { agent } = connection;
  const hello = await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  expect([hello.protocolVersion, hello.agentInfo?.name]).toEqual([1, 'toolgate']);

  const { sessionId, modes } = await agent.request('session/new', { cwd: cli.root, mcpServers: [] });
  expect(modes?.currentModeId).toBe('write');
  const prompt = (text: string) => agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  expect(await prompt('Write.')).toEqual({ stopReason: 'end_turn' });
  expect(questions).toMatchObject([
    { toolCall: { content: [{ type: 'diff', oldText: 'old\n', newText: 'new\n' }, {}] } },
  ]);
  expect(new Set(updates.map(({ sessionUpdate }) => sessionUpdate))).toEqual(
    new Set([
      'available_commands_update',
      'session_info_update',
      'tool_call',
      'tool_call_update',
      'plan',
      'agent_message_chunk',
    ]),
  );
  await agent.request('session/set_mode', { sessionId, modeId: 'plan' });
  expect(await prompt('Again.')).toEqual({ stopReason: 'end_turn' });
  expect(cli.read('a.txt')).toBe('new\n');
  await prompt('/apply');
  expect(cli.read('a.txt')).toBe('newer\n');

  const { sessions } = await agent.request('session/list', { cwd: cli.root });
  expect(sessions).toMatchObject([{ sessionId, title: 'Write.', cwd: cli.root }]);
  await agent.request('session/close', { sessionId });
  updates.length = 0;
  await agent.request('session/load', { sessionId, cwd: cli.root, mcpServers: [] });
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk')).toHaveLength(2);
  await agent.notify('session/cancel', { sessionId });
  await expect(agent.request('session/fly', {})).rejects.toMatchObject({ code: -32601 });
  connection.close();
  child.stdin.end();
  expect(await ended()).toBe(0);
});
