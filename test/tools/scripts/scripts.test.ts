import { describe, expect, it } from 'vitest';
import { openScripts } from './open-scripts.ts';

const READ = {
  javascript: "const { content } = await tools.read_file({ path: 'a.txt' })",
  python: "content = tools.read_file(path='a.txt')['content']",
} as const;

const WRITE = {
  javascript:
    "await tools.write_file({ path: 'b.txt', content: content.toUpperCase() })\nreturn { length: content.length }",
  python: "tools.write_file(path='b.txt', content=content.upper())\nreturn { 'length': len(content) }",
} as const;

const LANGUAGES = ['javascript', 'python'] as const;

describe.each(LANGUAGES)('a script in %s', language => {
  it('calls tools, each with its own record below that of the script', async () => {
    const { gate, run, read, inside } = await openScripts({ 'a.txt': 'hello\n' });
    const events: (string | undefined)[] = [];
    gate.activity.subscribe('tool_call_start', ({ data }) => void events.push(data.parentCallID));
    const outcome = await run('run_code', { language, code: `${READ[language]}\n${WRITE[language]}` });
    expect(outcome.value).toMatchObject({ stdout: '{\n  "length": 6\n}\n', exitCode: 0 });
    expect(read('b.txt')).toBe('HELLO\n');
    const rows = await inside(outcome);
    expect(rows.map(({ tool, ok, turn }) => [tool, ok, turn])).toEqual([
      ['read_file', true, 1],
      ['write_file', true, 1],
    ]);
    expect(rows[1]?.changeSetID).toBeDefined();
    expect(events).toEqual([undefined, outcome.callID, outcome.callID]);
  });

  it('is taken back as one turn', async () => {
    const { run, read, exists } = await openScripts({ 'a.txt': 'hello\n' });
    const code = [
      READ[language],
      language === 'javascript'
        ? "await tools.edit_file({ path: 'a.txt', old_text: 'hello', new_text: 'bye' })"
        : "tools.edit_file(path='a.txt', old_text='hello', new_text='bye')",
      WRITE[language],
    ].join('\n');
    expect((await run('run_code', { language, code })).ok).toBe(true);
    expect([read('a.txt'), read('b.txt')]).toEqual(['bye\n', 'HELLO\n']);
    expect((await run('undo_turn', {})).ok).toBe(true);
    expect([read('a.txt'), exists('b.txt')]).toEqual(['hello\n', false]);
  });

  it('is told an error for what is denied, and may go on', async () => {
    const { run, asked, exists, inside } = await openScripts(
      {},
      {
        policy: { extends: 'privileged', rules: [{ tool: 'send', verdict: 'deny', reason: 'no mails' }] },
        approver: request => {
          asked.push(request);
          return 'reject_once';
        },
      },
    );
    const code =
      language === 'javascript'
        ? `for (const name of ['send', 'delete_file']) {
             try { await tools[name](name === 'send' ? { to: 'a@b.c', text: 'x' } : { path: '.git', recursive: true }) }
             catch (error) { console.log(error instanceof ToolError, error.code) }
           }
           await tools.write_file({ path: 'after.txt', content: 'x' })`
        : `for name, args in (('send', {'to': 'a@b.c', 'text': 'x'}), ('delete_file', {'path': '.git', 'recursive': True})):
  try:
    tools[name](args)
  except ToolError as error:
    print('true', error.code)
tools.write_file(path='after.txt', content='x')`;
    const outcome = await run('run_code', { language, code });
    expect((outcome.value as { stdout: string }).stdout).toBe('true POLICY_DENIED\ntrue FILE_NOT_FOUND\n');
    expect(exists('after.txt')).toBe(true);
    expect((await inside(outcome)).map(({ outcome: end }) => end)).toEqual(['denied', 'failed', 'ok']);
  });

  it('waits for the answer to what is asked inside, and a no is an error that it can catch', async () => {
    const { run, asked, read } = await openScripts(
      { '.github/workflows/a.yml': 'a\n', '.github/workflows/b.yml': 'b\n' },
      {
        approver: request => {
          asked.push(request);
          return JSON.stringify(request.args).includes('a.yml') ? 'allow_once' : 'reject_once';
        },
      },
    );
    const [a, b] = ['a', 'b'].map(name => `.github/workflows/${name}.yml`);
    const code =
      language === 'javascript'
        ? `await tools.write_file({ path: '${a}', content: 'new' })
           await tools.write_file({ path: '${b}', content: 'new' }).catch(error => console.log(error.code))`
        : `tools.write_file(path='${a}', content='new')
try:
  tools.write_file(path='${b}', content='new')
except ToolError as error:
  print(error.code)`;
    const outcome = await run('run_code', { language, code });
    expect((outcome.value as { stdout: string }).stdout).toBe('APPROVAL_DENIED\n');
    expect(asked.map(({ tool }) => tool)).toEqual(['write_file', 'write_file']);
    expect([read('.github/workflows/a.yml'), read('.github/workflows/b.yml')]).toEqual(['new', 'b\n']);
  });

  it('asks once for a call that a person says no to, however often the script makes it', async () => {
    const { run, asked, inside } = await openScripts(
      { '.github/workflows/a.yml': 'a\n' },
      {
        approver: request => {
          asked.push(request);
          return 'reject_once';
        },
      },
    );
    const path = '.github/workflows/a.yml';
    const code =
      language === 'javascript'
        ? `for (const content of ['x', 'x', 'x', 'y'])
             await tools.write_file({ path: '${path}', content }).catch(error => console.log(error.code))`
        : `for content in ['x', 'x', 'x', 'y']:
  try:
    tools.write_file(path='${path}', content=content)
  except ToolError as error:
    print(error.code)`;
    const outcome = await run('run_code', { language, code });
    expect((outcome.value as { stdout: string }).stdout).toBe('APPROVAL_DENIED\n'.repeat(4));
    expect(asked.map(({ args }) => args.content)).toEqual(['x', 'y']);
    expect((await inside(outcome)).map(({ outcome: end }) => end)).toEqual(['denied', 'denied', 'denied', 'denied']);
  });

  it('sees what tools have written at once, and cannot write itself', async () => {
    const { run, exists } = await openScripts({ 'a.txt': 'a' });
    const code =
      language === 'javascript'
        ? `const { readFileSync, writeFileSync } = require('node:fs')
           await tools.write_file({ path: 'b.txt', content: 'made' })
           console.log(readFileSync('a.txt', 'utf8'), readFileSync('b.txt', 'utf8'))
           writeFileSync('c.txt', 'x')`
        : `tools.write_file(path='b.txt', content='made')
print(open('a.txt').read(), open('b.txt').read())
open('c.txt', 'w')`;
    const outcome = await run('run_code', { language, code });
    expect(outcome.value).toMatchObject({ stdout: 'a made\n', exitCode: 1 });
    expect(outcome.output).toContain('cannot write to the workspace: change files by tools');
    expect(exists('c.txt')).toBe(false);
  });

  it('asks about a target that only an untrusted text names, and not about one that a result names', async () => {
    const { gate, run, asked, sent } = await openScripts();
    const code =
      language === 'javascript'
        ? `const { from, body } = await tools.inbox()
           await tools.send({ to: from, text: 'ok' })
           await tools.send({ to: /\\S+@evil\\S+/.exec(body)[0], text: 'hi' })`
        : `import re
mail = tools.inbox()
tools.send(to=mail['from'], text='ok')
tools.send(to=re.search(r'\\S+@evil\\S+', mail['body'])[0], text='hi')`;
    const outcome = await run('run_code', { language, code });
    expect(outcome.error).toBeUndefined();
    expect(sent.map(({ to }) => to)).toEqual(['boss@corp.example', 'mark@evil.example']);
    expect(asked.map(({ tool, args }) => [tool, args.to])).toEqual([['send', 'mark@evil.example']]);
    expect(gate.session().tainted).toBe(true);
  });
});

it('what a script prints of untrusted content is marked, and names no targets for later calls', async () => {
  const { js, gate, asked } = await openScripts();
  const { output } = await js('const { body } = await tools.inbox(); return /\\S+@evil\\S+/.exec(body)[0]');
  expect(output).toContain('untrusted-content');
  await gate.execute({ name: 'send', args: { to: 'mark@evil.example', text: 'x' } });
  expect(asked.map(({ tool }) => tool)).toEqual(['send']);
});

it('a script cannot run another one, also not by call_tool', async () => {
  const { js, asked } = await openScripts();
  const { value } = await js(`
    const inner = { language: 'javascript', code: 'return 1' }
    for (const call of [tools.run_code(inner), tools.call_tool({ name: 'run_code', args: inner })])
      await call.catch(error => console.log(error.code))`);
  expect((value as { stdout: string }).stdout).toBe('PERMISSION_DENIED\nPERMISSION_DENIED\n');
  expect(asked).toEqual([]);
});

it('the calls of a script count for the session, and what stays in the script costs no tokens', async () => {
  const { js, gate } = await openScripts({ 'a.txt': 'x'.repeat(20_000) });
  await js("for (let i = 0; i < 5; i++) await tools.read_file({ path: 'a.txt', offset: i + 1 }).catch(() => {})");
  expect(gate.session().calls).toBe(6);
  expect(gate.session().tokens).toBeLessThan(100);
});

it('a script may make so many calls as the policy says, and is told so', async () => {
  const { js, inside } = await openScripts(
    { 'a.txt': 'a' },
    { policy: { extends: 'privileged', limits: { scriptCalls: 3 } } },
  );
  const outcome = await js(`
    let made = 0
    try { for (;;) { await tools.get_file_info({ path: 'a.txt' }); made++ } }
    catch (error) { return [made, error.code] }`);
  expect(JSON.parse((outcome.value as { stdout: string }).stdout)).toEqual([3, 'BUDGET_EXCEEDED']);
  expect(await inside(outcome)).toHaveLength(3);
});

it('a number that no message can hold is an error in the script, which goes on', async () => {
  const { python } = await openScripts({ 'a.txt': 'a' });
  const { value } = await python(`
try:
  tools.read_file(path='a.txt', offset=float('nan'))
except ValueError:
  print(tools.read_file(path='a.txt')['content'])`);
  expect((value as { stdout: string } | undefined)?.stdout).toBe('a\n');
});

it('a script that runs too long is stopped', async () => {
  const { js } = await openScripts();
  const code = 'await tools.todoread()\nawait new Promise(() => setInterval(() => {}, 1000))';
  expect((await js(code, { timeout: 2 })).value).toMatchObject({ timed_out: true });
});

it('code that calls no tools runs on a layer, also in JavaScript', async () => {
  const { js, python, read } = await openScripts({ 'tools.py': 'def word():\n  return "own"\n' });
  const wrote = await js("require('node:fs').writeFileSync('a.txt', 'js')\nreturn { a: args[0] }", { args: ['1'] });
  expect(wrote.value).toMatchObject({ stdout: '{\n  "a": "1"\n}\n' });
  expect(read('a.txt')).toBe('js');
  const own = await python("import tools\nopen('b.txt', 'w').write(tools.word())");
  expect(own.value).toMatchObject({ exitCode: 0 });
  expect(read('b.txt')).toBe('own');
  const said = await js('const x = { tools: [1] }; console.log(typeof tools)\nx.tools.push(1)', { tools: false });
  expect(said.value).toMatchObject({ stdout: 'undefined\n' });
});

it('a gate that offers code tells models of run_code and find_tools alone, with a short typed list', async () => {
  const { gate, js } = await openScripts({}, { offer: 'code' });
  await gate.registry.ready();
  const offered = gate.registry.catalogue();
  expect(offered.map(({ name }) => name)).toEqual(['find_tools', 'run_code']);
  const { description = '' } = offered[1] ?? {};
  expect(description).toContain('write_file({ path: string, content: string, ');
  expect(description).toContain('send({ to: string, text: string })');
  expect(description.length).toBeLessThan(7_000);
  const { value } = await js("const { tools: found } = await tools.find('send a mail', 1)\nreturn found[0].signature");
  expect((value as { stdout: string }).stdout).toBe('send({ to: string, text: string }): string\n');
  const without = await openScripts({}, { offer: 'code', policy: 'standard' });
  expect(without.gate.registry.catalogue().length).toBeGreaterThan(10);
});

it('in a plan what the calls of a script change is planned', async () => {
  const { gate, js, exists } = await openScripts({ 'a.txt': 'a' }, { mode: 'plan' });
  const outcome = await js(
    "await tools.write_file({ path: 'b.txt', content: 'b' })\nreturn (await tools.read_file({ path: 'b.txt' })).content",
  );
  expect(outcome.value).toMatchObject({ stdout: 'b\n' });
  expect(exists('b.txt')).toBe(false);
  expect((await gate.plan.show()).files.map(({ path }) => path)).toEqual(['b.txt']);
});

it('a private file is not there for a script that calls tools', async () => {
  const { js } = await openScripts({ '.env': 'TOKEN=abcdefgh12345678\n' });
  const outcome = await js(
    "await tools.todoread()\nconst { readdirSync, readFileSync } = require('node:fs')\nconst name = readdirSync('.').find(each => each.startsWith('.e'))\nreturn name ? readFileSync(name, 'utf8').length : 'none'",
  );
  expect(outcome.output).not.toContain('abcdefgh');
  expect((outcome.value as { stdout: string; stderr: string }).stdout).not.toContain('23');
});
