import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import { lines, openCli } from '../support/cli/open-cli.ts';
import { sayYes } from '../support/cli/open-terminal.ts';

describe('toolgate exec', () => {
  it('toolgate exec prints the output for people, and nothing else on standard output', () => {
    const { run } = openCli({ 'a.txt': 'hello\n' });
    const { stdout, status } = run(['exec', 'read_file', '--args', '{"path":"a.txt"}']);
    expect([status, stdout]).toEqual([0, '     1\thello\n']);
  });

  it('toolgate exec prints exactly one document with --json', () => {
    const { run } = openCli({ 'a.txt': 'hello\n' });
    const { stdout } = run(['exec', 'read_file', '--args', '{"path":"a.txt"}', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, title: expect.any(String), value: { content: 'hello\n' } });
  });

  it.each([
    ['an unknown tool', ['exec', 'nope'], 1],
    ['bad arguments', ['exec', 'read_file', '--args', '{"path":'], 1],
    ['a path outside', ['exec', 'read_file', '--args', '{"path":"../x"}'], 1],
    ['a question without anyone to ask', ['exec', 'delete_file', '--args', '{"path":"a.txt"}'], 3],
    ['no tool', ['exec'], 2],
    ['an unknown command', ['exce'], 2],
    ['an unknown flag', ['tools', '--jason'], 2],
    ['an unknown policy', ['tools', '--policy', 'lax'], 2],
    ['a workspace that is not there', ['tools', '--workspace', 'nowhere'], 2],
  ])('exits as it should for %s', (_, args, code) => {
    const { run } = openCli({ 'a.txt': 'x' });
    const { status, stderr, stdout } = run(args);
    expect([status, stdout]).toEqual([code, '']);
    expect(stderr).not.toContain('    at ');
    expect(stderr.length).toBeGreaterThan(10);
  });

  it('toolgate exec answers every question with yes where told so', () => {
    const { run } = openCli({ 'a.txt': 'x' });
    expect(run(['exec', 'delete_file', '--args', '{"path":"a.txt"}', '--yes']).status).toBe(0);
  });

  it('toolgate exec answers each line by a line, in order, and exits 1 if one failed', () => {
    const { run } = openCli({ 'README.md': Array.from({ length: 9 }, (_, index) => `line ${index + 1}`).join('\n') });
    const input = [
      '{"id":1,"tool":"read","args":{"file_paths":"[\\"README.md\\"]","limit":"5"},"turn":1}',
      '{"id":2,"tool":"read","args":{"file_paths":"[\\"README.md\\"]","limit":"5"},"turn":1}',
      '{"id":"three","tool":"nope","args":{}}',
      'not json',
      '{"id":5}',
    ].join('\n');
    const { stdout, status } = run(['exec', '--jsonl', '--workspace', '.'], { input });
    const [first, second, third, fourth, fifth] = lines(stdout);
    expect(status).toBe(1);
    expect(first).toMatchObject({ id: 1, ok: true });
    expect(String(first?.output).split('\n').slice(0, 5)).toEqual([1, 2, 3, 4, 5].map(n => `     ${n}\tline ${n}`));
    expect(second).toMatchObject({ metadata: { repeats: expect.any(String) } });
    expect(third).toMatchObject({ id: 'three', ok: false, error: { code: 'UNKNOWN_TOOL' } });
    expect(fourth).toMatchObject({ ok: false, error: { code: 'INVALID_ARGUMENTS' } });
    expect(fifth).toMatchObject({ id: 5, ok: false });
  });

  it('plans with --plan, shows it, and applies it', async () => {
    const cli = openCli({ 'a.txt': 'one\n' });
    const { run, read } = cli;
    run(['exec', 'edit_file', '--plan', '--args', '{"path":"a.txt","old_text":"one","new_text":"two"}']);
    expect(read('a.txt')).toBe('one\n');
    expect(run(['plan', 'show']).stdout).toContain('+two');
    expect((await sayYes(cli, ['plan', 'apply'])).code).toBe(0);
    expect(read('a.txt')).toBe('two\n');
  });
});

describe('toolgate explain', () => {
  it('toolgate explain says INVALID_PATH for a path that leaves the workspace', () => {
    const { run } = openCli();
    const { stdout } = run(['explain', 'read_file', '--args', '{"path":"../../etc/passwd"}', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'INVALID_PATH' } });
  });

  it('toolgate explain gives the coerced arguments, danger, verdict, reasons, effects and sandbox', () => {
    const { root, run } = openCli({ 'a.txt': 'x' });
    const { stdout } = run(['explain', 'read', '--args', '{"file_paths":"a.txt"}', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      tool: 'read_file',
      args: { paths: ['a.txt'] },
      danger: 'safe',
      verdict: 'allow',
      reasons: expect.any(Array),
      effects: [{ kind: 'read', resource: join(root, 'a.txt') }],
      sandbox: 'none',
    });
  });

  it('toolgate explain explains line by line and runs nothing', () => {
    const { run, read } = openCli({ 'a.txt': 'x' });
    const { stdout } = run(['explain', '--jsonl'], {
      input: '{"id":1,"tool":"delete_file","args":{"path":"a.txt"}}\n{"id":2,"tool":"nope"}\n',
    });
    expect(lines(stdout)).toMatchObject([
      { id: 1, verdict: 'ask' },
      { id: 2, error: { code: 'UNKNOWN_TOOL' } },
    ]);
    expect(read('a.txt')).toBe('x');
  });
});

describe('toolgate undo', () => {
  it('toolgate undo takes back line 5 alone when line 50 was changed by hand, without git, in another process', () => {
    const text = Array.from({ length: 60 }, (_, index) => `line ${index + 1}\n`).join('');
    const { run, read, write } = openCli({ 'a.txt': text });
    run(['exec', 'edit_file', '--args', '{"path":"a.txt","old_text":"line 5\\n","new_text":"LINE 5\\n"}']);
    write('a.txt', read('a.txt').replace('line 50\n', 'line 50 by hand\n'));
    expect(run(['undo', 'a.txt']).status).toBe(0);
    expect(read('a.txt')).toBe(text.replace('line 50\n', 'line 50 by hand\n'));
    expect(run(['redo']).status).toBe(0);
    expect(read('a.txt')).toBe(text.replace('line 5\n', 'LINE 5\n').replace('line 50\n', 'line 50 by hand\n'));
  });

  it('toolgate undo refuses where the changes overlap, and not a byte changes', () => {
    const { run, read, write } = openCli({ 'a.txt': 'one\ntwo\nthree\n' });
    run(['exec', 'edit_file', '--args', '{"path":"a.txt","old_text":"two","new_text":"TWO"}']);
    write('a.txt', 'one\nTWO by hand\nthree\n');
    const { status, stdout } = run(['undo', 'a.txt', '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'UNDO_CONFLICT' } });
    expect(read('a.txt')).toBe('one\nTWO by hand\nthree\n');
  });

  it('toolgate undo takes back the last turn of the workspace and lists what there is', () => {
    const { run, read } = openCli({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const input = ['a', 'b']
      .map((name, id) =>
        JSON.stringify({
          id,
          turn: 7,
          tool: 'edit_file',
          args: { path: `${name}.txt`, old_text: name, new_text: name.toUpperCase() },
        }),
      )
      .join('\n');
    run(['exec', '--jsonl'], { input });
    expect([read('a.txt'), read('b.txt')]).toEqual(['A\n', 'B\n']);
    expect(run(['changes']).stdout).toContain('a.txt');
    expect(run(['undo']).status).toBe(0);
    expect([read('a.txt'), read('b.txt')]).toEqual(['a\n', 'b\n']);
    expect(run(['undo']).status).toBe(1);
  });
});

describe('a config', () => {
  const deny =
    '{ // secrets stay here\n "policy": { "rules": [{ "effect": "read", "match": "**/.env*", "verdict": "deny" }] } }';

  it('a config of an untrusted project tightens', () => {
    const { run } = openCli({ 'toolgate.config.json': deny, '.env': 'KEY=1' });
    expect(run(['exec', 'read_file', '--args', '{"path":".env"}']).status).toBe(3);
  });

  it('a config of an untrusted project does not loosen; a trusted one may; a changed one must be trusted anew', async () => {
    const cli = openCli({ 'toolgate.config.json': '{ "policy": "privileged" }' });
    const { run, write } = cli;
    const policy = () =>
      (JSON.parse(run(['policy', 'show', '--json']).stdout) as { policy: { capabilities: string[] } }).policy
        .capabilities;
    expect(policy()).not.toContain('execute');
    expect(run(['trust']).status).toBe(3);
    expect((await sayYes(cli, ['trust'])).code).toBe(0);
    expect(policy()).toContain('execute');
    write('toolgate.config.json', '{ "policy": "privileged", "packs": ["filesystem"] }');
    expect(policy()).not.toContain('execute');
  });

  it('a config in TypeScript is not run until it is trusted', async () => {
    const cli = openCli({
      'toolgate.config.ts': `import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('./ran', import.meta.url), '');\nexport default { policy: 'read-only' as const };\n`,
    });
    const { run, root } = cli;
    run(['tools']);
    expect(() => readFileSync(join(root, 'ran'))).toThrow();
    await sayYes(cli, ['trust']);
    expect(JSON.parse(run(['policy', 'show', '--json']).stdout)).toMatchObject({ policy: { name: 'read-only' } });
  });

  it.each([
    ['{ "polcy": "standard" }', 'policy'],
    ['{ "policy": { "extends": "standrd" } }', 'standard'],
    ['{ "policy": { "ruels": [] } }', 'rules'],
    ['{ "policy": ', ''],
    ['[]', ''],
  ])('%s is wrong usage, with a suggestion', (text, suggestion) => {
    const { run } = openCli({ 'toolgate.config.json': text });
    const { status, stderr } = run(['tools']);
    expect(status).toBe(2);
    expect(stderr).toContain(suggestion);
  });

  it('a config of the user may loosen for one workspace, and flags win', () => {
    const { run, root, folder } = openCli();
    mkdirSync(join(folder, 'config', 'toolgate'), { recursive: true });
    writeFileSync(
      join(folder, 'config', 'toolgate', 'config.json'),
      JSON.stringify({ workspaces: { [root]: { policy: 'privileged' } } }),
    );
    const name = (...args: string[]) =>
      (JSON.parse(run(['policy', 'show', '--json', ...args]).stdout) as { policy: { name: string } }).policy.name;
    expect(name()).toBe('privileged');
    expect(name('--policy', 'read-only')).toBe('read-only');
  });

  it('a config and .git are looked for upward; AGENT_WORKSPACE_ROOT stands where neither is', () => {
    const { run, root, folder, write } = openCli({ 'deep/er/x.txt': '' });
    const where = (cwd: string, env = {}) =>
      (JSON.parse(run(['policy', 'show', '--json'], { cwd, env }).stdout) as { workspace: string }).workspace;
    expect(where(join(root, 'deep/er'))).toBe(join(root, 'deep/er'));
    expect(where(join(root, 'deep/er'), { AGENT_WORKSPACE_ROOT: join(root, 'deep') })).toBe(join(root, 'deep'));
    write('toolgate.config.json', '{}');
    expect(where(join(root, 'deep/er'), { AGENT_WORKSPACE_ROOT: folder })).toBe(root);
    expect(where(root, { TOOLGATE_WORKSPACE: join(root, 'deep') })).toBe(join(root, 'deep'));
  });
});

describe('toolgate policy replay', () => {
  it('toolgate policy replay prints the verdicts that another policy would change', () => {
    const { run } = openCli({ 'a.txt': 'x' });
    run(['exec', 'read_file', '--args', '{"path":"a.txt"}']);
    run(['exec', 'write_file', '--args', '{"path":"b.txt","content":"x"}']);
    const { stdout } = run(['policy', 'replay', 'read-only', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      calls: 2,
      differences: [{ tool: 'write_file', before: 'allow', after: 'deny' }],
    });
  });
});

describe('the other commands', () => {
  it('help, version and tools speak to a newcomer', () => {
    const { run } = openCli();
    expect(run(['--help']).stdout).toContain('exec');
    expect(run(['--version']).stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
    const { stdout } = run(['tools', '--json']);
    const names = (JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(tool => tool.name);
    expect(names).toEqual(expect.arrayContaining(['read_file', 'edit_file', 'undo_turn', 'todowrite', 'find_tools']));
    expect(run(['tools', 'edit_file']).stdout).toContain('old_text');
    expect(run(['tools', 'nope']).status).toBe(1);
  });

  it.each([
    ['npx', 'npx toolgate', {}],
    ['a-script-of-theirs', 'toolgate', { NO_COLOR: '1' }],
  ])(
    'demo, started by %s, shows each kind of call without colours, and ends with what can be typed next',
    (npm_lifecycle_event, command, env) => {
      const { run } = openCli();
      const { stdout, status, stderr } = run(['demo'], { env: { npm_lifecycle_event, ...env } });
      expect([status, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
      expect(stderr).toContain(`Next: ${command} tools, or`);
      expect(stdout).not.toContain('\x1b[');
      for (const word of [
        'A sloppy call is repaired',
        'POLICY_DENIED',
        'INVALID_PATH',
        '+export function total(count: number, discount = 0)',
        'yes, once',
        '-export const stock = { apples: 12, plums: 4 };',
        'side by side',
        'CURRENCY',
      ]) {
        expect(stdout).toContain(word);
      }
    },
  );

  it('doctor says what works', () => {
    const { run } = openCli();
    const { stdout, status } = run(['doctor', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it('doctor says all that it can where the state would lie in the workspace, and what to do', () => {
    const { run, folder } = openCli();
    const { stdout, status } = run(['doctor', '--json'], { cwd: folder, env: { XDG_STATE_HOME: undefined } });
    expect(status).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: readonly Record<string, unknown>[] };
    const next = expect.stringContaining('Start it in the folder of a project');
    expect(findings).toContainEqual(expect.objectContaining({ part: 'state', ok: false, next }));
    expect(findings.find(({ part }) => part === 'search')).toMatchObject({ ok: true });
  });

  it('init writes a config that loads, and never over one', () => {
    const { run, read } = openCli();
    expect(run(['init']).status).toBe(0);
    expect(read('toolgate.config.json')).toContain('// ');
    expect(run(['tools']).status).toBe(0);
    expect(run(['init']).status).toBe(1);
  });

  it('a request that nobody could answer is answered later, and lets the identical call through once', async () => {
    const cli = openCli({ 'a.txt': 'x' });
    const { run } = cli;
    const call = ['exec', 'delete_file', '--args', '{"path":"a.txt"}'];
    expect(run(call).status).toBe(3);
    const { approvals } = JSON.parse(run(['approvals', 'list', '--json']).stdout) as { approvals: { id: string }[] };
    expect((await sayYes(cli, ['approvals', 'answer', approvals[0]!.id, 'allow_once'])).code).toBe(0);
    expect(run(call).status).toBe(0);
  });

  it('an answer with "always" saves a rule that is listed, holds, and can be forgotten', async () => {
    const cli = openCli({ 'a.txt': 'x', 'b.txt': 'x' });
    const { run, write } = cli;
    const remove = (path: string) => run(['exec', 'delete_file', '--args', JSON.stringify({ path })]);
    expect(remove('a.txt').status).toBe(3);
    const { approvals } = JSON.parse(run(['approvals', '--json']).stdout) as { approvals: { id: string }[] };
    const { screen } = await sayYes(cli, ['approvals', 'answer', approvals[0]!.id, 'allow_always']);
    expect(screen).toContain('Saved the rule: allow delete_file');
    expect(remove('a.txt').status).toBe(0);
    write('a.txt', 'y');
    expect([remove('a.txt').status, remove('b.txt').status]).toEqual([0, 3]);
    const { rules } = JSON.parse(run(['policy', 'saved', '--json']).stdout) as { rules: { id: string }[] };
    expect(run(['policy', 'show']).stdout).toMatch(/^saved +allow +any +delete_file/m);
    expect((await sayYes(cli, ['policy', 'saved', '--forget', rules[0]!.id])).code).toBe(0);
    expect(JSON.parse(run(['policy', 'saved', '--json']).stdout)).toEqual({ rules: [] });
  });

  it('a dead letter is listed, shown without its secrets, retried once and dropped', async () => {
    const { run, root, env, read } = openCli();
    const gate = await createToolgate({ workspace: root, env });
    const letter = (id: string, args: object) =>
      gate.store.deadLetters.add({
        id,
        callID: id,
        sessionID: 's',
        agent: 'main',
        tool: 'write_file',
        args,
        error: { code: 'EXECUTION_ERROR', type: 'system_error', message: 'The disk was full', retryable: true },
        attempts: 1,
        at: 0,
        status: 'open',
      });
    await letter('first', { path: 'a.txt', content: 'hello\n' });
    await letter('second', { path: 'b.txt', content: 'x', password: 'hidden-word' });
    await gate.close();
    expect(run(['dead-letters']).stdout).toMatch(/^second .*\nfirst .*The disk was full$/m);
    expect(run(['dead-letters', 'show', 'second']).stdout).not.toContain('hidden-word');
    expect(run(['dead-letters', 'retry', 'first']).status).toBe(0);
    expect(read('a.txt')).toBe('hello\n');
    expect(run(['dead-letters', 'retry', 'first'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('retried'),
    });
    expect(run(['dead-letters', 'drop', 'second']).status).toBe(0);
    expect(JSON.parse(run(['dead-letters', '--json']).stdout)).toEqual({ deadLetters: [] });
  });
});
