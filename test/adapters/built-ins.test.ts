import { describe, expect, it, onTestFinished } from 'vitest';
import { toAnthropicTools } from '../../src/adapters/anthropic/index.ts';
import { toOpenAIResponsesTools } from '../../src/adapters/openai/index.ts';
import type { ToolgateOptions } from '../../src/index.ts';
import { temporaryWorkspace } from '../../src/testing/index.ts';

async function open(files: Record<string, string> = {}, options: Partial<ToolgateOptions> = {}) {
  const space = temporaryWorkspace(files);
  onTestFinished(() => space.remove());
  return { space, gate: await space.gate({ policy: 'privileged', ...options }) };
}

const five = 'one\ntwo\nthree\nfour\nfive\n';

describe("OpenAI's own tools", () => {
  const shell = (commands: unknown, more: object = {}) => ({
    type: 'shell_call',
    call_id: 's1',
    status: 'completed',
    action: { commands, timeout_ms: null, max_output_length: null, ...more },
  });
  const patch = (operation: object) => ({ type: 'apply_patch_call', call_id: 'p1', status: 'completed', operation });

  it("OpenAI's own tools stand in for ours where they are wanted", async () => {
    const { gate } = await open();
    const names = async (builtIns: readonly ('shell' | 'apply_patch')[]) =>
      (await toOpenAIResponsesTools(gate, { builtIns }).definitions()).map(tool =>
        tool.type === 'function' ? tool.name : `(${tool.type})`,
      );
    const plain = await names([]);
    expect(plain).toEqual(expect.arrayContaining(['bash', 'apply_patch']));
    const both = await names(['shell', 'apply_patch']);
    expect(both).toEqual(plain.map(name => ({ bash: '(shell)', apply_patch: '(apply_patch)' })[name] ?? name));
  });

  it('shell: each command has its streams and its exit code, and runs after the one before', async () => {
    const { gate, space } = await open();
    const [output] = await toOpenAIResponsesTools(gate).run([
      shell(['echo out; echo err >&2; echo x > made.txt', 'cat made.txt; exit 3']),
    ]);
    expect(output).toEqual({
      type: 'shell_call_output',
      call_id: 's1',
      output: [
        { stdout: 'out\n', stderr: 'err\n', outcome: { type: 'exit', exit_code: 0 } },
        { stdout: 'x\n', stderr: '', outcome: { type: 'exit', exit_code: 3 } },
      ],
    });
    expect(space.read('made.txt')).toBe('x\n');
  });

  it('shell: limits of time and length are kept', async () => {
    const { gate } = await open();
    const { run } = toOpenAIResponsesTools(gate);
    const [slow] = await run([shell(['sleep 600'], { timeout_ms: 300 })]);
    expect(slow).toMatchObject({ output: [{ outcome: { type: 'timeout' } }] });
    const [long] = await run([shell(['seq 10000'], { max_output_length: 500 })]);
    expect(long).toMatchObject({
      max_output_length: 500,
      output: [{ stdout: expect.stringMatching(/^1\n2\n.*10000\n$/s) }],
    });
    expect((long as { output: { stdout: string }[] }).output[0]?.stdout.length).toBeLessThanOrEqual(500);
  });

  it.each([[undefined], [[]], ['ls'], [[null]], [{}]])('shell: commands %j get an answer', async commands => {
    const { gate } = await open();
    const [output, ...more] = await toOpenAIResponsesTools(gate).run([shell(commands)]);
    expect(more).toEqual([]);
    expect(output).toMatchObject({
      type: 'shell_call_output',
      call_id: 's1',
      output: [{ stderr: expect.stringContaining('INVALID_ARGUMENTS'), outcome: { type: 'exit', exit_code: 126 } }],
    });
  });

  it('shell: what the policy does not allow is said where the model looks', async () => {
    const { gate } = await open({}, { policy: 'standard' });
    const [output] = await toOpenAIResponsesTools(gate).run([shell(['ls'])]);
    expect(output).toMatchObject({ output: [{ stderr: expect.stringContaining('PERMISSION_DENIED') }] });
  });

  it('shell: calls for a container of the provider are left to it', async () => {
    const { gate } = await open();
    const item = { ...shell(['ls']), environment: { type: 'container_reference', container_id: 'c' } };
    expect(await toOpenAIResponsesTools(gate).run([item])).toEqual([]);
  });

  it('apply_patch: creates, updates and, once allowed, deletes', async () => {
    const { gate, space } = await open({ 'a.txt': five, 'old.txt': 'x\n' }, { approver: () => 'allow_once' });
    const { run } = toOpenAIResponsesTools(gate);
    const outputs = await run([
      patch({ type: 'create_file', path: 'new.txt', diff: '+hello\n+world\n' }),
      patch({ type: 'update_file', path: 'a.txt', diff: '@@\n one\n-two\n+2\n three' }),
      patch({ type: 'delete_file', path: 'old.txt' }),
    ]);
    expect(outputs).toMatchObject(
      [1, 2, 3].map(() => ({ type: 'apply_patch_call_output', call_id: 'p1', status: 'completed' })),
    );
    expect(space.read('new.txt')).toBe('hello\nworld\n');
    expect(space.read('a.txt')).toBe('one\n2\nthree\nfour\nfive\n');
    expect(() => space.read('old.txt')).toThrow();
  });

  it.each([
    [{ type: 'update_file', path: 'a.txt', diff: '@@\n-nowhere\n+x\n' }, 'EDIT_NOT_FOUND'],
    [{ type: 'create_file', path: '../out.txt', diff: '+x' }, 'INVALID_PATH'],
    [{ type: 'create_file', path: 'x\n*** Delete File: a.txt', diff: '+x' }, 'INVALID_ARGUMENTS'],
    [{ type: 'rename_file', path: 'a.txt' }, 'INVALID_ARGUMENTS'],
    [{ type: '__proto__', path: 'a.txt' }, 'INVALID_ARGUMENTS'],
    [{}, 'INVALID_ARGUMENTS'],
  ])('apply_patch: %j fails, and the model is told', async (operation, code) => {
    const { gate, space } = await open({ 'a.txt': five });
    const [output] = await toOpenAIResponsesTools(gate).run([patch(operation)]);
    expect(output).toMatchObject({ status: 'failed', output: expect.stringContaining(code) });
    expect(space.read('a.txt')).toBe(five);
  });
});

describe("Anthropic's own tools", () => {
  const use = (name: string, input: unknown) => ({ type: 'tool_use', id: 't1', name, input });
  const editor = (input: object) => use('str_replace_based_edit_tool', input);

  it("Anthropic's own tools stand in for ours where they are wanted", async () => {
    const { gate } = await open();
    const tools = await toAnthropicTools(gate, { builtIns: ['bash', 'text_editor'] }).definitions();
    expect(tools.filter(({ name }) => name === 'bash')).toEqual([{ type: 'bash_20250124', name: 'bash' }]);
    expect(tools.at(-1)).toEqual({ type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' });
  });

  it('bash: runs, keeps its folder, and begins anew', async () => {
    const { gate } = await open({ "it's/a.txt": 'x' });
    const { run } = toAnthropicTools(gate);
    const results = await run([
      use('bash', { command: `cd "it's" && ls` }),
      use('bash', { command: 'ls' }),
      use('bash', { restart: true }),
      use('bash', { command: 'ls' }),
    ]);
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^a\.txt\n/),
      expect.stringMatching(/^a\.txt\n/),
      expect.stringContaining('The working directory is . now'),
      expect.stringMatching(/^it's\n/),
    ]);
  });

  it('text editor: views files, parts of them, and folders', async () => {
    const { gate, space } = await open({ 'a.txt': five, 'd/b.txt': 'b\n' });
    const { run } = toAnthropicTools(gate);
    const told = async (input: object) => String((await run([editor({ command: 'view', ...input })]))[0]?.content);
    expect(await told({ path: 'a.txt' })).toMatch(/one.*five/s);
    expect(await told({ path: space.path('a.txt'), view_range: [2, 3] })).toMatch(/^\s*2\ttwo\n\s*3\tthree/);
    expect(await told({ path: 'a.txt', view_range: [4, -1] })).toMatch(/^\s*4\tfour\n\s*5\tfive/);
    expect(await told({ path: 'd' })).toContain('b.txt');
  });

  it('text editor: creates, replaces and inserts', async () => {
    const { gate, space } = await open({ 'a.txt': five });
    const { run } = toAnthropicTools(gate);
    const results = await run([
      editor({ command: 'create', path: 'deep/down/new.txt', file_text: 'new\n' }),
      editor({ command: 'str_replace', path: 'a.txt', old_str: 'three\n', new_str: '' }),
      editor({ command: 'insert', path: 'a.txt', insert_line: 0, insert_text: 'zero\n' }),
      editor({ command: 'insert', path: 'a.txt', insert_line: 2, insert_text: 'a\n\nb' }),
      editor({ command: 'insert', path: 'a.txt', insert_line: 8, insert_text: 'end\n' }),
    ]);
    expect(results.filter(({ is_error }) => is_error)).toEqual([]);
    expect(space.read('deep/down/new.txt')).toBe('new\n');
    expect(space.read('a.txt')).toBe('zero\none\na\n\nb\ntwo\nfour\nfive\nend\n');
  });

  it.each([
    ['', 0, 'x', 'x\n'],
    ['a', 1, 'x', 'a\nx'],
    ['a', 0, 'x\n', 'x\na'],
    ['a\n', 1, 'x', 'a\nx\n'],
    ['a\r\nb\r\n', 1, 'x\ny\n', 'a\r\nx\r\ny\r\nb\r\n'],
    ['\n\n\n', 2, 'x', '\n\nx\n\n'],
    [`${'same\n'.repeat(15)}other\n`, 15, 'x', `${'same\n'.repeat(15)}x\nother\n`],
  ])('text editor: into %j after line %i', async (content, insert_line, insert_text, expected) => {
    const { gate, space } = await open({ 'a.txt': content });
    const [result] = await toAnthropicTools(gate).run([
      editor({ command: 'insert', path: 'a.txt', insert_line, insert_text }),
    ]);
    expect([result?.content, result?.is_error]).toEqual([expect.any(String), undefined]);
    expect(space.read('a.txt')).toBe(expected);
  });

  it.each([
    [{ command: 'str_replace', path: 'a.txt', old_str: 'e', new_str: 'x' }, 'EDIT_AMBIGUOUS'],
    [{ command: 'insert', path: 'a.txt', insert_line: 'two', insert_text: 'x' }, 'INVALID_ARGUMENTS'],
    [{ command: 'insert', path: 'a.txt', insert_line: 99, insert_text: 'x' }, 'from 0 to 5'],
    [{ command: 'insert', path: 'none.txt', insert_line: 0, insert_text: 'x' }, 'FILE_NOT_FOUND'],
    [{ command: 'undo_edit', path: 'a.txt' }, 'UNKNOWN_TOOL'],
    [{}, 'UNKNOWN_TOOL'],
    [null, 'UNKNOWN_TOOL'],
    [{ command: 'view', path: '../..' }, 'INVALID_PATH'],
  ])('text editor: %j fails, and the model is told', async (input, code) => {
    const { gate, space } = await open({ 'a.txt': five });
    const [result] = await toAnthropicTools(gate).run([editor(input as object)]);
    expect(result).toMatchObject({ tool_use_id: 't1', is_error: true, content: expect.stringContaining(code) });
    expect(space.read('a.txt')).toBe(five);
  });
});
