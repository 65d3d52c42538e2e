import { describe, expect, it } from 'vitest';
import { type JsonlLine, parseCall, readCalls } from './jsonl.ts';

async function read(chunks: readonly (string | Uint8Array)[], mostBytes?: number): Promise<readonly JsonlLine[]> {
  async function* input() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
  }
  const found: JsonlLine[] = [];
  for await (const line of readCalls(input(), mostBytes)) found.push(line);
  return found;
}

describe('lines of calls', () => {
  it('lines of calls end with LF or CRLF or the stream, and blank ones are passed over', async () => {
    const found = await read(['\r\n\n{"id":1,"tool":"a"}\r\n   \n', '{"id":2,"to', 'ol":"b"}']);
    expect(found).toEqual([{ call: { id: 1, tool: 'a', args: {} } }, { call: { id: 2, tool: 'b', args: {} } }]);
  });

  it('lines of calls keep a character that two chunks share, and a byte order mark is none', async () => {
    const bytes = new TextEncoder().encode('\ufeff{"tool":"ü"}\n');
    const at = bytes.indexOf(0xc3) + 1;
    expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual([{ call: { tool: 'ü', args: {} } }]);
  });

  it('lines of calls that are not UTF-8 are told: what stands for the bytes would go into a file', async () => {
    expect(await read([Uint8Array.of(0x22, 0xff, 0x22, 10), '{"tool":"a"}'])).toEqual([
      { problem: 'The line is not UTF-8' },
      { call: { tool: 'a', args: {} } },
    ]);
  });

  it('lines of calls that are too long are dropped as they come, and the next one counts', async () => {
    const chunks = [...Array<string>(50).fill('x'.repeat(10)), '\n{"tool":"a"}\n'];
    expect(await read(chunks, 100)).toEqual([
      { problem: 'The line is longer than 100 bytes' },
      { call: { tool: 'a', args: {} } },
    ]);
  });

  it.each([
    ['nonsense', 'not JSON'],
    ['[]', 'not a JSON object'],
    ['{"id":1}', 'names no "tool"'],
    ['{"tool":"a","args":{},"turn":-1}', '"turn" must be'],
    ['{"tool":"a","args":{},"turn":"1"}', '"turn" must be'],
    ['{"tool":"a","argz":{"turn":1}}', 'did you mean "args"?'],
    ['{"tool":"a","input":{"turn":1}}', 'no "args", and an unknown key "input"'],
    ['{"tool":"a","args":{},"trun":1}', 'did you mean "turn"?'],
  ])('lines of calls such as %s are told', (line, problem) => {
    expect(parseCall(line)).toMatchObject({ problem: expect.stringContaining(problem) });
  });

  it('lines of calls may have other keys, and arguments as the text that a model wrote', () => {
    expect(parseCall('{"id":"x","name":"a","arguments":"{\\"b\\":1}","type":"function","turn":3}')).toEqual({
      call: { id: 'x', tool: 'a', args: '{"b":1}', turn: 3 },
    });
  });
});
