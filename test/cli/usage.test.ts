import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCli } from '../support/cli/open-cli.ts';
import { sayYes } from '../support/cli/open-terminal.ts';

describe('with --json there is exactly one document on standard output', () => {
  it.each<[string, readonly string[], number, object]>([
    ['an unknown command', ['tols', '--json'], 2, { suggestion: 'Did you mean tools?' }],
    ['an unknown flag', ['tools', '--jsno', '--json'], 2, { suggestion: 'Did you mean --json?' }],
    ['an unknown command of a command', ['plan', 'shwo', '--json'], 2, { suggestion: 'Did you mean show?' }],
    ['no command', ['--json'], 2, { message: 'Which command?' }],
    ['no tool', ['exec', '--json'], 2, { suggestion: expect.stringContaining('toolgate tools') }],
    ['a tool beside --jsonl', ['exec', 'read_file', '--jsonl', '--json'], 2, {}],
    ['too many words', ['redo', 'all', '--json'], 2, { suggestion: 'More with: toolgate help redo' }],
    ['a limit that is no number', ['changes', '--limit', 'abc', '--json'], 2, {}],
    ['a limit below one', ['changes', '--limit', '-1', '--json'], 2, {}],
    ['a turn that is no number', ['undo', '--turn', 'x', '--json'], 2, {}],
    ['a file and a turn', ['undo', 'a.txt', '--turn', '1', '--json'], 2, {}],
    ['an answer that is none', ['approvals', 'answer', 'x', 'yes', '--json'], 2, {}],
    ['an unknown policy', ['tools', '--policy', 'lax', '--json'], 2, {}],
    ['no such workspace', ['tools', '--workspace', 'nowhere', '--json'], 2, {}],
    ['an empty workspace', ['tools', '--workspace', '', '--json'], 2, {}],
    ['no such file of arguments', ['exec', 'read_file', '--args', '@missing', '--json'], 2, {}],
    ['nothing on standard input', ['exec', 'undo_turn', '--args', '-', '--json'], 2, {}],
    ['empty arguments', ['exec', 'undo_turn', '--args', '', '--json'], 2, {}],
    [
      'an unknown tool',
      ['tools', 'redfile', '--json'],
      1,
      { code: 'UNKNOWN_TOOL', suggestion: 'Did you mean read_file?' },
    ],
    ['an unknown dead letter', ['dead-letters', 'show', 'x', '--json'], 1, {}],
    ['an unknown saved rule', ['policy', 'saved', '--forget', 'x', '--json'], 1, {}],
    ['an unknown approval', ['approvals', 'answer', 'x', 'allow_once', '--json'], 1, {}],
    ['nobody who trusts', ['trust', '--json'], 3, { code: 'APPROVAL_DENIED' }],
    ['a store that cannot be', ['tools', '--store', '/dev/null/x.db', '--json'], 1, {}],
  ])('with --json there is exactly one document on standard output: for %s', (_, args, code, error) => {
    const { run } = openCli();
    const { status, stdout, stderr } = run(args);
    expect([status, stderr]).toEqual([code, '']);
    expect(stdout.trimEnd()).not.toContain('\n');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: { code: expect.any(String), type: expect.any(String), message: expect.stringMatching(/\S/), ...error },
    });
  });

  it('with --json there is exactly one document on standard output: for a broken config, and for help and version', () => {
    const { run, write } = openCli();
    expect(JSON.parse(run(['--version', '--json']).stdout)).toEqual({ version: expect.any(String) });
    expect(JSON.parse(run(['help', 'plan', 'show', '--json']).stdout)).toEqual({
      help: expect.stringContaining('plan'),
    });
    write('toolgate.config.json', '{');
    expect(JSON.parse(run(['tools', '--json']).stdout)).toMatchObject({ ok: false });
  });
});

describe('a command line', () => {
  it('a command line: without a command is told so', () => {
    const { status, stdout, stderr } = openCli().run([]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('exec');
  });

  it('a command line may have the common options before the command', () => {
    const { run } = openCli();
    expect(JSON.parse(run(['--json', 'approvals']).stdout)).toEqual({ approvals: [] });
    expect(JSON.parse(run(['plan', '--json', 'show']).stdout)).toMatchObject({ sets: [] });
    expect(run(['--policy', 'lax', 'tools', '--policy', 'standard', '--quiet']).status).toBe(0);
  });

  it('a command line never takes the value of an option for an option: a model cannot answer for a person', () => {
    const { run, read } = openCli({ 'a.txt': 'x' });
    expect(run(['exec', 'delete_file', '--args', '--yes']).status).toBe(1);
    expect(run(['exec', 'delete_file', '--args', '{"path":"a.txt"}', '--args', '--yes']).status).toBe(1);
    expect(read('a.txt')).toBe('x');
  });

  it('a command line has help for every command, with the next step after a mistake', () => {
    const { run } = openCli();
    const names = [...run(['--help']).stdout.matchAll(/^ {2}([a-z-]+) .*$/gm)].map(match => match[1] ?? '');
    expect(names).toEqual(expect.arrayContaining(['exec', 'undo', 'dead-letters', 'help']));
    const helps = ['exec', 'approvals', 'approvals answer', 'policy replay'].map(name =>
      run(['help', ...name.split(' ')]),
    );
    for (const { status, stdout } of helps) {
      expect(status).toBe(0);
      expect(stdout).toContain('--workspace');
    }
    expect(run(['help', 'exce']).stderr).toContain('Did you mean exec?');
    expect(run(['undo', '--turn']).stderr).toContain('toolgate help undo');
  });

  it.each<[string, readonly string[], string]>([
    ['a tool as a command', ['read_file'], 'toolgate exec read_file'],
    ['arguments without --args', ['exec', 'read_file', '{"path":"a.txt"}'], '--args'],
    ['parameters as options', ['exec', 'read_file', '--path', 'a.txt'], '--args'],
  ])('a command line with %s is told how it goes', (_, words, hint) => {
    const { status, stderr } = openCli().run(words);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^toolgate: INVALID_ARGUMENTS: \S/);
    expect(stderr.split('\n')[1]).toContain(hint);
  });

  it('a command line with arguments that have no end is refused', () => {
    const { run, root, write } = openCli();
    write('args.json', '');
    truncateSync(join(root, 'args.json'), 65 * 1024 * 1024);
    const { status, stderr } = run(['exec', 'read_file', '--args', '@args.json']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('larger than 64 MiB')]);
  });

  it('a command line that calls what the policy or the config leaves out is told so, and what would bring it', () => {
    const { run } = openCli();
    const words = ['write_file', '--args', '{"path":"a.txt","content":"x"}'];
    const refused = /read-only.* does not grant/;
    const called = run(['exec', ...words, '--policy', 'read-only', '--json']);
    expect(JSON.parse(called.stdout).error.message).toMatch(refused);
    // A program may hand the answer to a model; what is beside it is read by people.
    expect(called.stdout).not.toContain('--policy');
    expect(called.stderr).toContain('--policy standard');
    const shown = JSON.parse(run(['tools', 'write_file', '--policy', 'read-only', '--json']).stdout);
    expect(shown.error.message).toMatch(refused);
    expect(shown.error.suggestion).toContain('--policy standard');
    const env = { TOOLGATE_PACKS: 'todo' };
    for (const command of [
      ['exec', ...words],
      ['explain', ...words],
      ['tools', 'write_file'],
    ]) {
      const { status, stderr } = run(command, { env });
      expect([status, stderr]).toEqual([1, expect.stringContaining('its pack filesystem is not among')]);
    }
    const line = run(['exec', '--jsonl'], { env, input: '{"tool":"write","args":{}}' });
    expect(JSON.parse(line.stdout)).toMatchObject({ error: { message: expect.stringContaining('its pack') } });
  });

  it('a command line that cannot keep what it is told is a failure, not a mistake of the user', async () => {
    const told = await sayYes(openCli(), ['trust', '--json'], { env: { XDG_CONFIG_HOME: '/dev/null/config' } });
    expect([told.code, told.screen]).toEqual([1, expect.stringContaining('"code":"EXECUTION_ERROR"')]);
  });

  it('a command line that fails to start is a failure, not a denial', () => {
    const { run } = openCli();
    const { status, stderr } = run(['tools'], { env: { XDG_STATE_HOME: '/dev/null/state' } });
    expect(status).toBe(1);
    expect(stderr).toContain('XDG_STATE_HOME');
  });

  it('a command line works without a home, and in a workspace with a strange name', () => {
    const { run, root } = openCli({ 'sp ace\nnew ünï/a.txt': 'hi\n' });
    const cwd = join(root, 'sp ace\nnew ünï');
    const read = run(['exec', 'read_file', '--args', '{"path":"a.txt"}'], { cwd, env: { HOME: undefined } });
    expect([read.status, read.stdout]).toEqual([0, '     1\thi\n']);
    expect(run(['policy', 'show'], { cwd }).stdout).toContain('sp ace\\nnew ünï');
  });

  it('a command line in a folder that is gone says where to go', () => {
    const { run, root, write } = openCli({ 'a.txt': 'x' });
    write('run-in-gone-folder', 'd=$(mktemp -d) && cd "$d" && rmdir "$d" && exec "$@"');
    const inGone = (...args: string[]) => run(args, { through: ['sh', join(root, 'run-in-gone-folder')] });
    expect(inGone('tools').stderr).toContain('no longer exists');
    expect(inGone('tools', '--workspace', root).status).toBe(0);
  });

  it('a command line shows tools with the names that the config chose', () => {
    const { run } = openCli({ 'toolgate.config.json': '{ "vocabulary": "classic", "packs": ["filesystem"] }' });
    const { tools } = JSON.parse(run(['tools', '--json']).stdout) as { tools: { name: string; aliases: string[] }[] };
    expect(tools.find(tool => tool.name === 'read')?.aliases).toContain('read_file');
    expect(tools.some(tool => tool.name === 'todowrite')).toBe(false);
  });

  it('policy show, usage and doctor tell limits, times and sizes as people read them, and JSON as they are', () => {
    const { run } = openCli({ 'a.txt': 'a\n' });
    run(['exec', 'read_file', '--args', '{"path":"a.txt"}']);
    expect(run(['policy', 'show']).stdout).toMatch(
      /^limits +time 24 h, outputBytes 50 KB, outputLines 2,000, .*disk 1 GB, image 64 MB$/m,
    );
    const { policy } = JSON.parse(run(['policy', 'show', '--json']).stdout) as { policy: { limits: object } };
    expect(policy.limits).toMatchObject({ time: 86_400_000, disk: 2 ** 30 });
    expect(run(['usage']).stdout).toMatch(/read_file +1 +0 +0 +\d+(\.\d)? m?s +\d+ bytes +\d+/);
    expect(run(['doctor']).stdout).toContain('0 bytes of 1 GB kept for undo');
  });

  it('policy show says where each rule came from', () => {
    const { run, root, folder } = openCli({
      'toolgate.config.json': '{ "policy": { "rules": [{ "effect": "read", "match": "*.key", "verdict": "deny" }] } }',
    });
    writeFileSync(join(folder, 'p.json'), '{ "rules": [{ "effect": "write", "match": "x", "verdict": "ask" }] }');
    const { stdout } = run(['policy', 'show', '--policy', join(folder, 'p.json')]);
    expect(stdout).toMatch(/^--policy +ask +write +any +x$/m);
    expect(stdout).toMatch(/^project +deny +read +any +\*\.key$/m);
    expect(stdout).toContain(`${join(root, 'toolgate.config.json')}, not trusted`);
    expect(stdout).toContain(join(folder, 'p.json'));
  });

  it('doctor finds a broken config, and goes on', () => {
    const { run } = openCli({ 'toolgate.config.json': '{ "polcy": 1 }' });
    const { status, stdout } = run(['doctor', '--json']);
    expect(status).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: { part: string; ok: boolean; next?: string }[] };
    expect(findings.find(({ part }) => part === 'config')).toMatchObject({ ok: false, next: 'Did you mean "policy"?' });
    expect(findings.find(({ part }) => part === 'syntax check')).toMatchObject({ ok: true });
  });
});
