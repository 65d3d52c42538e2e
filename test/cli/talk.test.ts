import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCli, SOURCE } from '../support/cli/open-cli.ts';
import { finished, openRun, resultsIn } from '../support/cli/open-run.ts';
import { AS_BEFORE, openTerminal, sayYes } from '../support/cli/open-terminal.ts';
import { calling, hanging, saying } from '../support/network/openai-stub.ts';
import { eventually, openSleep } from '../support/sandbox/open-sleep.ts';

const [ENTER, CTRL_C, CTRL_D] = ['\r', '\x03', '\x04'];
const SIZE = { columns: 100, rows: 40 };
const RECORDER = new URL('../support/children/preloads/record-loads.ts', import.meta.url).href;
const POLICY = ['--policy', 'privileged'];

const bash = (command: string) => ({ name: 'bash', args: { command } });
const edit = (path: string, old_text: string, new_text: string) => ({
  name: 'edit_file',
  args: { path, old_text, new_text },
});
const DELETE = { name: 'delete_file', args: { path: 'a.txt' } };

const MARKDOWN = `# Done

All is **well**: I changed \`a.txt\`.

- one
  - below it

\`\`\`ts
const x = 1;
\`\`\`
`;

describe('a run at a terminal', () => {
  it('a run at a terminal shows Markdown, a line for each call, a short diff, codes of commands and what it cost; then asks what next', async () => {
    const cli = await openRun(
      [calling(bash('echo here; exit 3'), edit('a.txt', 'one', 'two')), saying(MARKDOWN), saying('You said: again.')],
      { 'a.txt': 'one\n' },
    );
    const terminal = openTerminal(cli, ['run', 'Change it.', ...POLICY], { size: SIZE });
    await terminal.until('› Change it.');
    await terminal.until('! bash echo here; exit 3  exit 3');
    await terminal.until('✓ edit_file Edited a.txt');
    await terminal.until('1 - one');
    await terminal.until('1 + two');
    await terminal.until('Done');
    await terminal.until('• one');
    await terminal.until('  • below it');
    await terminal.until('const x = 1;');
    await terminal.until('coder with stub: 2 steps, 2 calls, 200 tokens in, 40 out');
    await terminal.until('What next?');
    expect(terminal.screen()).not.toMatch(/# Done|\*\*well\*\*|```/);
    const bytes = terminal.bytes();
    expect(bytes).toContain('\x1b[33m!\x1b[39m');
    expect(bytes).toContain('\x1b[32m✓\x1b[39m');
    expect(bytes).toContain('\x1b[1mwell\x1b[22m');
    terminal.type(`And again?${ENTER}`);
    await terminal.until('› And again?');
    await terminal.until('You said: again.');
    await terminal.until('What next?');
    terminal.type(CTRL_D);
    await terminal.until('write  a.txt  +1 -1');
    await terminal.until('toolgate run --continue');
    await terminal.until(AS_BEFORE);
    expect(await terminal.ended()).toBe(0);
    expect(cli.requests[2]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('a run at a terminal that goes on shows what was said and answered last', async () => {
    const cli = await openRun([saying('One.'), saying('**Two**, as you asked.'), saying('Three.')]);
    await finished(cli, ['run', 'Count.', ...POLICY]);
    await finished(cli, ['run', '--continue', 'And on?', ...POLICY]);
    const terminal = openTerminal(cli, ['run', '--continue', ...POLICY], { size: SIZE });
    await terminal.until('› And on?');
    await terminal.until('Two, as you asked.');
    await terminal.until('What next?');
    expect(terminal.screen()).not.toContain('One.');
    terminal.type(`More?${ENTER}`);
    await terminal.until('Three.');
    await terminal.until('What next?');
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
  });

  it.each([60, 120])(
    'a run at a terminal fits %i columns, and goes on in another width when the window changes',
    async columns => {
      const long = 'A sentence that is longer than any window. '.repeat(12);
      const sleep = openSleep();
      const cli = await openRun(
        [calling(bash(`echo ${'x'.repeat(200)}; ${sleep.command}`)), saying(`${long}\n\n- ${long}`)],
        {},
      );
      const terminal = openTerminal(cli, ['run', 'Talk.', ...POLICY], { size: { columns, rows: 30 } });
      await sleep.begun();
      await terminal.until('x'.repeat(40));
      const width = (text: string) => Math.max(...text.split(/\r?\n/).map(line => line.length));
      expect(width(terminal.screen())).toBeLessThanOrEqual(columns);
      const before = terminal.screen().length;
      terminal.resize({ columns: 40, rows: 20 });
      await sleep.end();
      await terminal.until('• A sentence that is longer');
      await terminal.until('What next?');
      expect(width(terminal.screen().slice(before).split('sentence').slice(1).join('sentence'))).toBeLessThanOrEqual(
        40,
      );
      terminal.type(CTRL_D);
      expect(await terminal.ended()).toBe(0);
    },
  );

  it('a run at a terminal has no colour with NO_COLOR, and draws nothing that a model or a file says', async () => {
    const hostile = '\x1b]0;owned\x07\x1b[2J\x9b31m';
    const cli = await openRun([
      calling(bash(`printf '\\033]0;owned\\007\\033[2J'; echo there`)),
      saying(`Look: ${hostile} [a link](https://evil.test/${hostile})`),
    ]);
    const terminal = openTerminal(cli, ['run', `Do ${hostile}.`, ...POLICY], { size: SIZE, env: { NO_COLOR: '1' } });
    await terminal.until('owned');
    await terminal.until('Look:');
    await terminal.until('What next?');
    expect(terminal.bytes()).not.toMatch(/\x1b\]|\x07|\x1b\[2J|\u009b/);
    expect(terminal.bytes()).not.toMatch(/\x1b\[[\d;]*m/);
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
  });

  it('a question leads with the diff; one that is answered elsewhere says by whom, and the next one opens', async () => {
    const cli = await openRun([calling(DELETE, { name: 'delete_file', args: { path: 'b.txt' } }), saying('Well.')], {
      'a.txt': 'one\n',
      'b.txt': 'bee\n',
    });
    const terminal = openTerminal(cli, ['run', 'Delete both.'], { size: SIZE });
    await terminal.until('delete_file wants to run');
    await terminal.until('-one');
    await terminal.until('It would delete a.txt');
    await terminal.until('Allow it?');
    const { approvals } = JSON.parse((await finished(cli, ['approvals', 'list', '--json'])).stdout) as {
      approvals: { id: string; args: { path: string } }[];
    };
    const first = approvals.find(({ args }) => args.path === 'a.txt');
    expect((await sayYes(cli, ['approvals', 'answer', first!.id, 'allow_once'])).code).toBe(0);
    await terminal.until(`Answered elsewhere, by ${userInfo().username}: yes, once.`);
    await terminal.until('-bee');
    await terminal.until('Allow it?');
    terminal.type('n');
    await terminal.until('A word to the model');
    terminal.type(`keep it${ENTER}`);
    await terminal.until('Well.');
    await terminal.until('What next?');
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
    expect(() => cli.read('a.txt')).toThrow();
    expect(cli.read('b.txt')).toBe('bee\n');
    expect(resultsIn(cli.requests[1])[1]).toContain('keep it');
  });
});

describe('Ctrl-C at a terminal', () => {
  it('once stops the call: the model is told who did, and goes on', async () => {
    const sleep = openSleep();
    const cli = await openRun([calling(bash(sleep.command)), saying('I do something else.')]);
    const terminal = openTerminal(cli, ['run', 'Wait.', ...POLICY], { size: SIZE });
    await sleep.begun();
    terminal.type(CTRL_C);
    await terminal.until('Ctrl-C again ends the run');
    await terminal.until('ABORTED: The call was stopped');
    await terminal.until('I do something else.');
    expect(resultsIn(cli.requests[1])[0]).toContain('The person at the terminal stopped this call');
    await terminal.until('What next?');
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
  });

  it('once stops an answer, and the prompt comes back; the next message goes on', async () => {
    const cli = await openRun([hanging('Let me think'), saying('Short then.')]);
    const terminal = openTerminal(cli, ['run', 'Think.'], { size: SIZE });
    await terminal.until('Let me think');
    terminal.type(CTRL_C);
    await terminal.until('Stopped.');
    await terminal.until('What next?');
    terminal.type(`Be short.${ENTER}`);
    await terminal.until('Short then.');
    await terminal.until('What next?');
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
    expect(cli.requests[1]?.messages.map(({ content }) => content)).toEqual([
      expect.any(String),
      expect.stringContaining('Think.'),
      expect.stringContaining('Be short.'),
    ]);
  });

  it('twice ends the run with 130, and it can be gone on with', async () => {
    const sleep = openSleep();
    // Told that the call was stopped, the model says nothing until the run is ended too.
    const silent = () => {};
    const cli = await openRun(({ messages }) => {
      if (messages.some(({ content }) => JSON.stringify(content ?? '').includes('Go on.')))
        return saying('Back again.');
      return messages.some(({ role }) => role === 'tool') ? silent : calling(bash(sleep.command));
    });
    const terminal = openTerminal(cli, ['run', 'Wait.', ...POLICY], { size: SIZE });
    await sleep.begun();
    terminal.type(CTRL_C);
    await terminal.until('Ctrl-C again ends the run');
    terminal.type(CTRL_C);
    await terminal.until('toolgate run --continue');
    await terminal.until(AS_BEFORE);
    expect(await terminal.ended()).toBe(130);
    expect((await finished(cli, ['runs'])).stdout).toMatch(/stopped .*coder: Wait\./);
    const again = await finished(cli, ['run', '--continue', 'Go on.']);
    expect(again).toMatchObject({ code: 0, stdout: 'Back again.\n' });
    expect(resultsIn(cli.requests.at(-1))[0]).toContain('ABORTED');
    expect((await finished(cli, ['runs'])).stdout).toMatch(/done .*coder: Wait\./);
  });
});

describe('a run that was killed', () => {
  it('a run that was killed goes on with its history; the call in flight is told as unknown, and never made twice', async () => {
    const sleep = openSleep();
    const cli = await openRun(
      [calling(bash(`echo once >> ${'made.txt'}; ${sleep.command}`)), saying('I looked at what is there.')],
      { 'make.sh': '' },
    );
    const run = cli.start(['run', 'Make it.', ...POLICY]);
    const pid = await sleep.begun();
    run.child.kill('SIGKILL');
    await run.ended();
    await eventually(() => (isAlive(pid) ? undefined : true));
    expect((await finished(cli, ['runs'])).stdout).toMatch(/stopped .*coder: Make it\./);
    const again = await finished(cli, ['run', '--continue', ...POLICY]);
    expect(again).toMatchObject({ code: 0, stdout: 'I looked at what is there.\n' });
    expect(resultsIn(cli.requests[1])).toEqual([expect.stringContaining('OUTCOME_UNKNOWN')]);
    const { runs } = JSON.parse((await finished(cli, ['runs', '--json'])).stdout) as { runs: { id: string }[] };
    expect(runs).toHaveLength(1);
    const story = (await finished(cli, ['runs', 'show', runs[0]!.id])).stdout;
    expect(story).toMatch(/> Make it\.[\s\S]*bash: echo once[\s\S]*OUTCOME_UNKNOWN[\s\S]*I looked at what is there\./);
    const log = (await finished(cli, ['log', '--run', runs[0]!.id, '--json'])).stdout.trim().split('\n');
    expect(log.map(line => JSON.parse(line) as object)).toMatchObject([{ tool: 'bash', outcome: 'failed' }]);
  });

  it('a run that was killed goes on with a script where it was: what its calls had done is not done again', async () => {
    const sleep = openSleep();
    const code = `
      await tools.write_file({ path: 'a.txt', content: 'a' })
      await tools.bash({ command: ${JSON.stringify(sleep.command)} }).catch(error => console.log(error.code))
      await tools.write_file({ path: 'b.txt', content: 'b' })
      return 'at the end'`;
    const script = { name: 'run_code', args: { language: 'javascript', code } };
    const cli = await openRun([calling(script), saying('All is there.')]);
    const run = cli.start(['run', 'Make it.', ...POLICY]);
    const pid = await sleep.begun();
    run.child.kill('SIGKILL');
    await run.ended();
    await eventually(() => (isAlive(pid) ? undefined : true));
    const again = await finished(cli, ['run', '--continue', ...POLICY]);
    expect(again).toMatchObject({ code: 0, stdout: 'All is there.\n' });
    expect(resultsIn(cli.requests[1])).toEqual([expect.stringMatching(/^OUTCOME_UNKNOWN\nat the end/m)]);
    const log = (await finished(cli, ['log', '--json'])).stdout.trim().split('\n');
    expect((await finished(cli, ['log'])).stdout).toMatch(/ok +↳ write_file/);
    const rows = log.map(line => JSON.parse(line) as { tool: string; parentID?: string; outcome: string });
    expect(rows.filter(({ tool }) => tool === 'write_file')).toMatchObject([{ outcome: 'ok' }, { outcome: 'ok' }]);
    expect(rows.every(({ tool, parentID }) => (tool === 'run_code') === (parentID === undefined))).toBe(true);
  });

  it('a run that was killed is refused to a second process while the first is at work, and where there is none', async () => {
    const cli = await openRun([hanging('Let me think')]);
    expect(await finished(cli, ['run', '--continue', 'x'])).toMatchObject({ code: 2 });
    const run = cli.start(['run', 'Think.']);
    await run.until('Let me think');
    const second = await finished(cli, ['run', '--continue', 'x']);
    expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('at work in another process')]);
    run.child.kill('SIGINT');
    expect(await run.ended()).toBe(130);
  });
});

it('a run whose output is no terminal says the same as ever, and ends with its answer', async () => {
  const cli = await openRun([calling(bash('exit 3')), saying('# Done\n\n**well**\n')]);
  const { code, stdout, stderr } = await cli.play('Do it.', ...POLICY);
  expect([code, stdout]).toEqual([0, '# Done\n\n**well**\n']);
  expect(stderr).toMatch(/^ {2}exit 3 bash: exit 3 \(/m);
  expect(`${stdout}${stderr}`).not.toContain('\x1b');
});

it.each([['run', 'x', '--model', 'scripted/script.json'], ['log'], ['--help']])(
  'the libraries of a conversation are not loaded without a terminal: %s',
  (...args) => {
    const cli = openCli({ 'script.json': '[{ "text": "Done." }]' });
    const LOADS = join(cli.folder, 'loads');
    const { status } = cli.run(args, { main: SOURCE, env: { LOADS, NODE_OPTIONS: `--import=${RECORDER}` } });
    expect(status).toBe(0);
    const loaded = readFileSync(LOADS, 'utf8');
    expect(loaded).toContain('/src/cli/program.ts');
    expect(loaded).not.toMatch(/\/node_modules\/(?:ink|react|marked|yoga-layout|@agentclientprotocol)\//);
  },
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
