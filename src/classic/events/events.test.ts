import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../testing/temporary-workspace.ts';
import {
  type ActivityEvent,
  ActivityEventType,
  ActivityStream,
  AgentTool,
  BaseTool,
  BashTool,
  EditTool,
  type FunctionDefinition,
  GlobTool,
  GrepTool,
  generateId,
  ReadTool,
  ToolManager,
  type ToolResult,
  ToolValidator,
  type ValidationResult,
  WriteTool,
} from './index.ts';

/** As an author writes one: everything that a class may override. */
class CountTool extends BaseTool {
  readonly name = 'count_words';
  readonly description = 'Counts the words of a text';
  readonly requiresConfirmation: boolean;
  override readonly suppressExecutionAnimation = true;

  constructor(activityStream: ActivityStream, requiresConfirmation = false) {
    super(activityStream);
    this.requiresConfirmation = requiresConfirmation;
  }

  override getFunctionDefinition(): FunctionDefinition {
    return {
      type: 'function',
      function: {
        name: this.name,
        description: this.description,
        parameters: {
          type: 'object',
          properties: {
            text: { type: 'string', description: 'What to count' },
            stop: { type: 'array', items: { type: 'string' } },
          },
          required: ['text'],
        },
      },
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: as authors write it.
  protected async executeImpl(args: any): Promise<ToolResult> {
    this.captureParams(args);
    if (!args.text) return this.formatErrorResponse('text is required', 'validation_error', 'count_words(text="a b")');
    if (args.text === 'secret') return this.formatErrorResponse('Not for you', 'security_error');
    if (args.text === 'odd') return this.formatErrorResponse('Error', 'general');
    if (args.text === 'lost') return this.formatErrorResponse('No such text', 'user_error', 'Look elsewhere');
    if (args.text === 'broken') throw new Error('It fell');
    this.emitOutputChunk(generateId(), 'Counting…\n');
    return this.formatSuccessResponse({ count: args.text.split(' ').length, text: args.text });
  }

  override getResultPreview(result: ToolResult, maxLines: number = 3): string[] {
    if (!result.success) return super.getResultPreview(result, maxLines);
    return [`${result.count} words`];
  }
}

function open(files: Record<string, string> = {}, make?: (stream: ActivityStream) => BaseTool[]) {
  const { root, remove } = temporaryWorkspace(files);
  onTestFinished(remove);
  const activityStream = new ActivityStream();
  const tools = make?.(activityStream) ?? [
    new BashTool(activityStream),
    new ReadTool(activityStream),
    new CountTool(activityStream),
  ];
  const toolManager = new ToolManager(tools, activityStream, { workspace: root, store: 'memory' });
  onTestFinished(() => toolManager.close());
  const events: ActivityEvent[] = [];
  activityStream.subscribe('*', event => void events.push(event));
  return { root, activityStream, toolManager, events };
}

describe('a class tool run by hand', () => {
  const tool = new CountTool(new ActivityStream());

  it('execute gives a flat result with the tool’s own fields', async () => {
    expect(await tool.execute({ text: 'one two' })).toEqual({ success: true, error: '', count: 2, text: 'one two' });
  });

  it('an error names the call with its captured parameters, its type and a suggestion', async () => {
    const result = await tool.execute({ text: '' });
    expect(result).toEqual({
      success: false,
      error: 'count_words(text=""): text is required',
      error_type: 'validation_error',
      suggestion: 'count_words(text="a b")',
    });
  });

  it('what is thrown becomes a system_error', async () => {
    expect(await tool.execute({ text: 'broken' })).toMatchObject({ success: false, error_type: 'system_error' });
  });

  it('START, OUTPUT_CHUNK, END and ERROR are emitted on the stream it was given', async () => {
    const stream = new ActivityStream();
    const seen: string[] = [];
    stream.subscribe('*', event => void seen.push(event.type));
    await new CountTool(stream).execute({ text: 'a b' });
    await new CountTool(stream).execute({ text: 'broken' });
    expect(seen).toEqual([
      ActivityEventType.TOOL_CALL_START,
      ActivityEventType.TOOL_OUTPUT_CHUNK,
      ActivityEventType.TOOL_CALL_END,
      ActivityEventType.TOOL_CALL_START,
      ActivityEventType.ERROR,
    ]);
  });

  it('a preview of its own is used for success, the usual one for failure', async () => {
    expect(tool.getResultPreview(await tool.execute({ text: 'a b c' }))).toEqual(['3 words']);
    expect(tool.getResultPreview(await tool.execute({ text: '' }), 1)).toEqual([
      'count_words(text=""): text is required',
    ]);
  });

  it('a function definition is there without one being written', () => {
    class Plain extends BaseTool {
      readonly name = 'plain';
      readonly description = 'Does nothing';
      readonly requiresConfirmation = true;
      protected async executeImpl(): Promise<ToolResult> {
        return this.formatSuccessResponse({});
      }
    }
    const plain = new Plain();
    expect(plain.suppressExecutionAnimation).toBe(false);
    expect(plain.getFunctionDefinition().function).toMatchObject({ name: 'plain', parameters: { type: 'object' } });
  });
});

describe('ToolManager', () => {
  it('ToolManager finds its tools by name and lists their function definitions', () => {
    const { toolManager } = open();
    expect(toolManager.getTool('count_words')).toBeInstanceOf(CountTool);
    expect(toolManager.getTool('none')).toBeUndefined();
    const definitions: FunctionDefinition[] = toolManager.getFunctionDefinitions();
    expect(definitions.map(definition => definition.function.name)).toEqual(['bash', 'read', 'count_words']);
    expect(definitions.every(definition => definition.type === 'function')).toBe(true);
  });

  it('executeTool runs a class tool through the gate', async () => {
    const { toolManager } = open();
    expect(await toolManager.executeTool('count_words', { text: 'one two three' })).toEqual({
      success: true,
      error: '',
      count: 3,
      text: 'one two three',
    });
  });

  it('executeTool answers an unknown tool and wrong arguments with a validation_error', async () => {
    const { toolManager } = open();
    const unknown = await toolManager.executeTool('count_word', { text: 'a' });
    expect(unknown).toMatchObject({ success: false, error_type: 'validation_error' });
    expect(unknown.suggestion).toContain('count_words');
    const missing = await toolManager.executeTool('count_words', {});
    expect(missing).toMatchObject({ success: false, error_type: 'validation_error' });
    expect(missing.error).toContain('Example: count_words');
  });

  it('executeTool keeps the type that a tool gave its error', async () => {
    const { toolManager } = open();
    const result = await toolManager.executeTool('count_words', { text: 'secret' });
    expect(result).toMatchObject({ success: false, error_type: 'security_error' });
    expect(result.error).toContain('count_words(text="secret"): Not for you');
    expect(await toolManager.executeTool('count_words', { text: 'lost' })).toMatchObject({
      success: false,
      error_type: 'user_error',
      suggestion: 'Look elsewhere',
    });
    expect(await toolManager.executeTool('count_words', { text: 'odd' })).toMatchObject({ error_type: 'general' });
  });

  it('a tool with requiresConfirmation asks, and is refused where nobody answers', async () => {
    const { toolManager } = open({}, stream => [new CountTool(stream, true)]);
    const result = await toolManager.executeTool('count_words', { text: 'a' });
    expect(result).toMatchObject({ success: false, error_type: 'permission_error' });
  });

  it('the events of a call come on the stream, with the tool, its arguments and what came of it', async () => {
    const { toolManager, events } = open();
    await toolManager.executeTool('count_words', { text: 'a b' });
    await toolManager.executeTool('count_words', { text: 'broken' });
    expect(events.map(({ type }) => type)).toEqual([
      'tool_call_start',
      'tool_output_chunk',
      'tool_call_end',
      'tool_call_start',
      'dead_letter',
      'error',
      'tool_call_end',
    ]);
    expect(events[0]?.data).toMatchObject({ toolName: 'count_words', arguments: { text: 'a b' } });
    expect(events[1]?.data).toMatchObject({ chunk: 'Counting…\n' });
    expect(events[2]?.data).toMatchObject({ success: true });
    expect(events[5]?.data).toMatchObject({ toolName: 'count_words' });
  });

  it('a listener hears one type, or all, until it unsubscribes', async () => {
    const { toolManager, activityStream, events } = open();
    const started: unknown[] = [];
    const unsubscribe = activityStream.subscribe(ActivityEventType.TOOL_CALL_START, event => {
      started.push(event.data.toolName);
    });
    await toolManager.executeTool('count_words', { text: 'a' });
    unsubscribe();
    await toolManager.executeTool('count_words', { text: 'b' });
    expect(started).toEqual(['count_words']);
    expect(events.filter(({ type }) => type === 'tool_call_start')).toHaveLength(2);
  });

  it('a read that is repeated in a turn is answered from the first; clearCurrentTurn begins another', async () => {
    const { toolManager, events } = open({ 'a.txt': 'one\n' });
    const read = () => toolManager.executeTool('read', { file_paths: ['a.txt'] });
    const results = [await read(), await read()];
    toolManager.clearCurrentTurn();
    results.push(await read());
    toolManager.clearState();
    results.push(await read());
    expect(results.map(({ content }) => content)).toEqual(Array(4).fill('     1\tone'));
    const ends = events.filter(({ type }) => type === 'tool_call_end');
    expect(ends.map(({ data }) => 'repeats' in (data.result as { metadata: object }).metadata)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

describe('the tools that come along', () => {
  it('BashTool runs a command and gives its output, exit code and errors', async () => {
    const { toolManager, events } = open({ 'a.txt': 'one\n' });
    const result = await toolManager.executeTool('bash', {
      command: 'cat a.txt; exit 3',
      description: 'Show a file',
      timeout: 30,
    });
    expect(result).toMatchObject({ success: true, error: '', output: 'one\n', return_code: 3 });
    expect(events.some(({ type }) => type === ActivityEventType.TOOL_OUTPUT_CHUNK)).toBe(true);
  });

  it('BashTool works in a folder, ends at its timeout and blocks what is dangerous', async () => {
    const { toolManager } = open({ 'sub/a.txt': '' });
    expect(await toolManager.executeTool('bash', { command: 'ls', working_dir: 'sub' })).toMatchObject({
      output: 'a.txt\n',
    });
    expect(await toolManager.executeTool('bash', { command: 'sleep 60', timeout: 1 })).toMatchObject({
      timed_out: true,
    });
    expect(await toolManager.executeTool('bash', { command: 'rm -rf /' })).toMatchObject({
      success: false,
      error_type: 'permission_error',
    });
  });

  it('ReadTool reads several files with headings, numbered lines and their number', async () => {
    const { toolManager } = open({ 'src/main.ts': 'a\nb\nc\n', 'package.json': '{}\n' });
    const result = await toolManager.executeTool('read', { file_paths: ['src/main.ts', 'package.json'], limit: 2 });
    expect(result).toMatchObject({ success: true, error: '', files_read: 2 });
    expect(result.content).toContain('=== src/main.ts ===\n     1\ta\n     2\tb\n');
    const from = await toolManager.executeTool('read', { file_paths: ['src/main.ts'], offset: 3, limit: 0 });
    expect(from.content).toContain('     3\tc');
    expect(from.content).not.toContain('\tb');
  });

  it('ReadTool tells a binary file', async () => {
    const { toolManager } = open({ 'a.bin': '\0\x01\x02' });
    expect(await toolManager.executeTool('read', { file_paths: ['a.bin'] })).toMatchObject({ success: false });
  });

  it('they run by hand too, each through a gate of its own', async () => {
    const { root } = open({ 'a.txt': 'one\n' });
    const stream = new ActivityStream();
    const chunks: unknown[] = [];
    stream.subscribe('tool_output_chunk', ({ data }) => void chunks.push(data.chunk));
    const bash = new BashTool(stream, { workspace: root, store: 'memory' });
    onTestFinished(() => bash.close());
    expect(await bash.execute({ command: 'echo hello' })).toMatchObject({ success: true, output: 'hello\n' });
    expect(chunks.join('')).toBe('hello\n');
  });

  it('WriteTool, EditTool, GrepTool and GlobTool work on files, and AgentTool needs a model', async () => {
    const { toolManager } = open({}, stream => [
      new WriteTool(stream),
      new EditTool(stream),
      new GrepTool(stream),
      new GlobTool(stream),
      new AgentTool(stream),
    ]);
    const run = (name: string, args: Record<string, unknown>) => toolManager.executeTool(name, args);
    expect(await run('write', { path: 'a.txt', content: 'one\n' })).toMatchObject({ success: true, size: 4 });
    expect(await run('edit', { path: 'a.txt', old_string: 'one', new_string: 'two' })).toMatchObject({ success: true });
    expect(await run('grep', { pattern: 'tw.' })).toMatchObject({ success: true, total_matches: 1 });
    expect(await run('glob', { pattern: '*.txt' })).toMatchObject({ success: true, files: ['a.txt'] });
    expect((await run('agent', { agentType: 'explorer', prompt: 'Look' })).error).toContain('model');
  });
});

describe('ToolValidator', () => {
  const tool = new CountTool(new ActivityStream());
  const functionDef: FunctionDefinition = {
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters: {
        type: 'object',
        properties: {
          text: { type: 'string' },
          times: { type: 'number' },
          deep: { type: 'boolean' },
          stop: { type: 'array', items: { type: 'string' } },
          style: { type: 'object', properties: { bold: { type: 'boolean' } } },
        },
        required: ['text'],
      },
    },
  };
  const validate = (args: Record<string, unknown>): ValidationResult =>
    new ToolValidator().validateArguments(tool, functionDef, args);

  it('ToolValidator takes what is valid', () => {
    const args = { text: 'a', times: 2, deep: true, stop: ['the'], style: { bold: false } };
    expect(validate(args)).toEqual({ valid: true, error: '' });
  });

  it('ToolValidator tells missing parameters with an example, and wrong types', () => {
    expect(validate({})).toMatchObject({ valid: false, error_type: 'validation_error' });
    expect(validate({}).error).toMatch(/text: missing.*Example: count_words/s);
    const wrong = { text: 5, times: 'two', deep: 'yes', stop: 'the', style: 1 };
    for (const [name, value] of Object.entries(wrong)) {
      expect(validate({ text: 'a', [name]: value }).error).toContain(`- ${name}: expected`);
    }
  });

  it('ToolValidator looks into arrays and objects', () => {
    expect(validate({ text: 'a', stop: ['the', 1] }).error).toContain('stop.1');
    expect(validate({ text: 'a', style: { bold: 'very' } }).error).toContain('style.bold');
  });
});
