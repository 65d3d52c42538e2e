import { describe, expect, it } from 'vitest';
import { type OpenCli, openCli, writeOwnTool } from '../support/cli/open-cli.ts';
import { finished, openRun, resultsIn, writeUser } from '../support/cli/open-run.ts';
import { AS_BEFORE, openTerminal, sayYes } from '../support/cli/open-terminal.ts';
import {
  breaking,
  calling,
  erring,
  failing,
  garbling,
  hanging,
  openStub,
  saying,
  stopping,
} from '../support/network/openai-stub.ts';
import { eventually, openSleep } from '../support/sandbox/open-sleep.ts';

/** Tools of the user's own, alone and in a pack. */
function ownTools(cli: OpenCli) {
  const [module] = writeOwnTool(cli, 'noted', 'packs/notes');
  const manifest = { schemaVersion: 1, name: 'notes', description: 'x', tools: ['noted'], riskProfile: 'read-only' };
  writeUser(cli, 'packs/notes/manifest.json', JSON.stringify(manifest));
  const ownPacks = { notes: { manifest: './packs/notes/manifest.json', module } };
  return { tools: writeOwnTool(cli, 'mine'), ownPacks };
}

const read = (path: string) => ({ name: 'read_file', args: { path } });
const edit = (path: string, old_text: string, new_text: string) => ({
  name: 'edit_file',
  args: { path, old_text, new_text },
});
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('toolgate run', () => {
  it('toolgate run has a story with the codes of its commands, and a list whose times people read', async () => {
    const command = { name: 'bash', args: { command: 'echo here; exit 3' } };
    const cli = await openRun([calling(command), saying('Seen.')]);
    const { stderr } = await cli.play('Look.', '--policy', 'privileged');
    expect(stderr).toContain('2 steps, 1 call, ');
    const list = (await finished(cli, ['runs'])).stdout;
    expect(list).toMatch(/ done +(?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d {2}/);
    const id = /^[0-9a-f-]{36}/m.exec(list)?.[0] ?? '';
    expect((await finished(cli, ['runs', 'show', id])).stdout).toMatch(/^ {2}exit 3 bash: echo here; exit 3\n +here/m);
  });

  it('toolgate run streams, runs calls side by side, and says what changed and how to take it back', async () => {
    const cli = await openRun(
      [calling(read('a.txt'), edit('a.txt', 'one', 'two'), read('b.txt')), saying('All is done.\n')],
      {
        'a.txt': 'one\n',
        'b.txt': 'bee\n',
      },
    );
    const { code, stdout, stderr } = await cli.play('Change it.');
    expect([code, stdout]).toEqual([0, 'All is done.\n']);
    expect(stderr).toMatch(/ok {3}edit_file: Edited a.txt \([\d.]+ m?s\)/);
    expect(stderr).toContain('write  a.txt  +1 -1');
    expect(stderr).toContain('toolgate undo');
    expect(stderr).toContain('2 steps, 3 calls, 200 tokens in, 40 out');
    expect(cli.read('a.txt')).toBe('two\n');
    const [first, second] = cli.requests;
    expect(first).toMatchObject({ model: 'tiny', stream: true });
    expect(first?.tools?.find(tool => tool.function.name === 'read_file')?.function.parameters).toMatchObject({
      type: 'object',
    });
    expect(cli.headers[0]?.authorization).toBe(`Bearer ${cli.folder}`);
    expect(resultsIn(second)[0]).toContain('1\tone');
    expect(resultsIn(second)[2]).toContain('1\tbee');
    expect((await finished(cli, ['undo'])).code).toBe(0);
    expect(cli.read('a.txt')).toBe('one\n');
  });

  it('toolgate run run has the tools and packs that the user has named', async () => {
    const cli = await openRun(
      [calling({ name: 'mine', args: {} }, { name: 'noted', args: {} }), saying('Done.')],
      {},
      ownTools,
    );
    expect((await cli.play('Use them.')).code).toBe(0);
    expect(resultsIn(cli.requests[1])).toEqual([
      expect.stringContaining('mine'),
      expect.stringContaining('it is noted'),
    ]);
  });

  it('toolgate run with --json prints one document, and with --quiet nothing else', async () => {
    const cli = await openRun([calling(edit('a.txt', 'one', 'two')), saying('Done.')], { 'a.txt': 'one\n' });
    const { code, stdout, stderr } = await cli.play('Change it.', '--json', '--quiet');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      text: 'Done.',
      agent: 'coder',
      model: 'stub',
      steps: 2,
      calls: 1,
      tokens: { input: 200, output: 40 },
      changes: [{ path: 'a.txt', added: 1, removed: 1, agents: ['main'] }],
      undo: { command: 'toolgate undo', times: 1 },
    });
  });

  it('toolgate run gets over a busy server, a broken connection, a cut and a garbled stream', async () => {
    const cli = await openRun(
      [
        failing(429, 'Slow down', { 'retry-after': '0' }),
        breaking('Half an '),
        calling(read('a.txt')),
        garbling,
        erring('The server had an error'),
        calling(read('a.txt')),
        stopping({ name: 'write_file', args: { path: 'never.txt', content: 'x' } }),
        saying('Whole.'),
      ],
      { 'a.txt': 'one' },
    );
    const { code, stdout, stderr } = await cli.play('Try.');
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(stdout).toContain('Whole.');
    expect(stderr.match(/asking again/g)).toHaveLength(5);
    expect(stderr).toContain('Slow down');
    expect(() => cli.read('never.txt')).toThrow();
  });

  it('toolgate run lets the gate answer arguments that are no JSON', async () => {
    const cli = await openRun([
      calling({ name: 'write_file', args: '{"path": "half.txt", "content": "ha' }, { name: 'reed_file', args: {} }),
      saying('I see.'),
    ]);
    expect((await cli.play('Try.')).code).toBe(0);
    const [half, unknown] = resultsIn(cli.requests[1]);
    expect(half).toContain('INVALID_ARGUMENTS');
    expect(unknown).toMatch(/UNKNOWN_TOOL.*read_file/s);
    expect(() => cli.read('half.txt')).toThrow();
  });

  it('toolgate run lets the gate answer arguments that are nested without end', async () => {
    const args = `{"path":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const call = { index: 0, id: 'deep', type: 'function', function: { name: 'read_file', arguments: args } };
    const choice = { index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' };
    const cli = await openRun([
      response =>
        void response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`data: ${JSON.stringify({ id: 'x', choices: [choice] })}\n\ndata: [DONE]\n\n`),
      saying('I see.'),
    ]);
    expect((await cli.play('Try.')).code).toBe(0);
    expect(resultsIn(cli.requests[1])).toEqual([expect.stringContaining('nested deeper than 200 levels')]);
  });

  it('toolgate run says when the policy keeps an orchestrator from starting agents', async () => {
    const cli = await openRun([saying('Alone.')]);
    const { stderr } = await cli.play('Try.', '--agent', 'orchestrator', '--policy', 'standard');
    expect(stderr).toContain('--policy privileged');
  });

  it.each([
    [401, 'refuses the key'],
    [404, 'does not know the model'],
    [400, 'refused the request'],
  ])('toolgate run ends with 1 when the server says %i', async (status, says) => {
    const cli = await openRun([failing(status, 'Because.')]);
    const { code, stderr } = await cli.play('Try.');
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(stderr).toContain('Because.');
  });

  it('toolgate run says what to set when there is no model', () => {
    const { status, stdout, stderr } = openCli().run(['run', 'Try.']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/LLM_ASSIST_REQUIRED.*--model.*TOOLGATE_MODEL/s);
    const json = openCli().run(['run', 'Try.', '--json']);
    expect([json.status, JSON.parse(json.stdout)]).toMatchObject([
      2,
      { ok: false, error: { code: 'LLM_ASSIST_REQUIRED' } },
    ]);
  });

  it.each([
    ['no task', ['run'], 'Which task?'],
    ['an agent that is not there', ['run', 'x', '--agent', 'codr'], 'Did you mean coder?'],
    ['a provider that is not there', ['run', 'x', '--model', 'anthropc/x'], 'Did you mean anthropic?'],
    ['a provider without its key', ['run', 'x', '--model', 'openai/gpt'], 'OPENAI_API_KEY'],
    ['a server without an address', ['run', 'x', '--model', 'openai-compatible/x'], 'OPENAI_BASE_URL'],
    ['a model without a name', ['run', 'x', '--model', 'ollama'], 'ollama/NAME'],
  ])('%s is wrong usage', (_, args, says) => {
    const { status, stderr } = openCli().run(args);
    expect(status).toBe(2);
    expect(stderr).toContain(says);
  });

  it('what asks is refused where nobody is, and done with --yes', async () => {
    const answers = [calling({ name: 'delete_file', args: { path: 'a.txt' } }), saying('Well.')];
    const refused = await openRun(answers, { 'a.txt': 'one\n' });
    expect((await refused.play('Delete it.')).code).toBe(0);
    expect(resultsIn(refused.requests[1])[0]).toContain('APPROVAL_DENIED');
    expect(refused.read('a.txt')).toBe('one\n');
    const done = await openRun(answers, { 'a.txt': 'one\n' });
    await done.play('Delete it.', '--yes');
    expect(() => done.read('a.txt')).toThrow();
  });

  it('Ctrl-C ends it cleanly, with 130', async () => {
    const cli = await openRun([hanging('Let me think')]);
    const run = cli.start(['run', 'Think.']);
    await run.until('Let me think');
    run.child.kill('SIGINT');
    expect(await run.ended()).toBe(130);
    expect(run.said()).toContain('ABORTED');
    expect(run.said()).toContain('No file was changed.');
  });

  it('Ctrl-C ends the command that an agent of an agent is running', async () => {
    const sleep = openSleep();
    const spawn = (agentType: string) => calling({ name: 'spawn_agent', args: { agentType, prompt: 'Wait.' } });
    const cli = await openRun(({ messages }) =>
      String(messages[0]?.content).includes('You lead other agents')
        ? spawn('coder')
        : calling({ name: 'bash', args: { command: sleep.command } }),
    );
    const run = cli.start(['run', 'Lead.', '--agent', 'orchestrator', '--policy', 'privileged']);
    const pid = await sleep.begun();
    run.child.kill('SIGINT');
    expect(await run.ended()).toBe(130);
    await eventually(() => (isAlive(pid) ? undefined : true));
    expect(run.said()).toContain('main/coder-1 has failed');
  });

  it('toolgate run asks at the terminal, in place', async () => {
    const cli = await openRun([calling({ name: 'delete_file', args: { path: 'a.txt' } }), saying('Gone.')], {
      'a.txt': 'one\n',
    });
    const terminal = openTerminal(cli, ['run', 'Delete it.'], { size: { columns: 100, rows: 40 } });
    await terminal.until('Allow it?');
    terminal.type('\r');
    await terminal.until('Gone.');
    await terminal.until('What next?');
    terminal.type('\x04');
    await terminal.until('delete a.txt');
    await terminal.until('toolgate run --continue');
    await terminal.until(AS_BEFORE);
    expect(await terminal.ended()).toBe(0);
    expect(() => cli.read('a.txt')).toThrow();
  });

  it('an orchestrator has others work, and all of it is told under their names, with what all of them cost', async () => {
    const cli = await openRun(
      ({ messages }) => {
        const system = String(messages[0]?.content);
        const asked = messages.some(({ role }) => role === 'tool');
        if (!system.includes('You lead other agents')) return asked ? saying('Found one.') : calling(read('a.txt'));
        const spawn = (prompt: string) => ({ name: 'spawn_agent', args: { agentType: 'explorer', prompt } });
        return asked ? saying('Both are done.') : calling(spawn('First.'), spawn('Second.'));
      },
      { 'a.txt': 'one\n' },
      () => ({ prices: { stub: { input: 10, output: 100 } } }),
    );
    const { code, stdout, stderr } = await cli.play('Lead.', '--agent', 'orchestrator', '--policy', 'privileged');
    expect([code, stdout]).toEqual([0, 'Both are done.\n']);
    expect(stderr).toContain('main/explorer-1 begins: First.');
    expect(stderr).toContain('main/explorer-2: read_file: Read a.txt');
    expect(stderr).toContain('main/explorer-2 is done: 2 steps, 1 call');
    expect(stderr).toContain('orchestrator with stub and 2 below it: 6 steps, 4 calls, 600 tokens in, 120 out, $0.018');
    expect(resultsIn(cli.requests.at(-1))).toEqual(['Found one.', 'Found one.']);
  });
});

describe('what a workspace says of models and agents', () => {
  const agent = '---\ndescription: Looks\npacks: [filesystem]\npolicy: read-only\n---\nYou are the project’s own.';

  it('what a workspace says of models and agents counts once it is trusted, and only as it was then', async () => {
    const cli = openCli();
    const stub = await openStub(() => saying('Hello.'));
    const models = { local: { provider: 'openai-compatible', model: 'tiny', baseURL: stub.baseURL } };
    cli.write('toolgate.config.json', JSON.stringify({ model: 'local', models }));
    cli.write('.toolgate/agents/own.md', agent);
    expect(await finished(cli, ['run', 'x'])).toMatchObject({ code: 2 });
    expect(await finished(cli, ['run', 'x', '--agent', 'own'])).toMatchObject({ code: 2 });
    const trust = await sayYes(cli, ['trust']);
    expect(trust.screen).toContain('You are the project’s own.');
    const run = await finished(cli, ['run', 'x', '--agent', 'own']);
    expect(run).toMatchObject({ code: 0, stdout: 'Hello.\n' });
    expect(stub.requests[0]?.messages[0]?.content).toBe('You are the project’s own.');
    cli.write('.toolgate/agents/own.md', `${agent} And now I am another.`);
    const changed = await finished(cli, ['run', 'x', '--agent', 'own']);
    expect(changed.code).toBe(2);
    expect(changed.stderr).toContain('toolgate trust');
    expect(stub.requests).toHaveLength(1);
  });

  it('the user’s own agent takes the place of a built-in one, and that is said', async () => {
    const cli = await openRun(() => saying('Hello.'));
    writeUser(cli, 'agents/coder.md', agent.replace('the project’s', 'my'));
    const { code, stderr } = await cli.play('x', '--policy', 'privileged');
    expect(code).toBe(0);
    expect(stderr).toContain('the agent coder of your config folder takes the place of the one of built-in');
    expect(cli.requests[0]?.messages[0]?.content).toBe('You are my own.');
    const offered = cli.requests[0]?.tools?.map(tool => tool.function.name);
    expect(offered).toContain('read_file');
    expect(offered).not.toContain('write_file');
    expect(offered).not.toContain('bash');
  });

  it('a mistake in it is told with the file and what to write', async () => {
    const cli = await openRun(() => saying('Hello.'));
    writeUser(cli, 'agents/mine.md', agent.replace('packs', 'pakcs'));
    const { code, stderr } = await cli.play('x');
    expect(code).toBe(2);
    expect(stderr).toMatch(/mine\.md: unknown key "pakcs".*Did you mean "packs"\?/s);
  });
});
