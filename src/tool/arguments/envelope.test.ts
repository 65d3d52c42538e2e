import { expect, test } from 'vitest';
import { openEnvelope } from './envelope.ts';

const args = { path: 'a.txt' };
const open = (sent: Record<string, unknown>, known: readonly string[] = ['path', 'limit']) =>
  openEnvelope(sent, { names: ['read_file', 'read'], known: () => known });

test('a whole call of that very tool is opened, in the spellings that models know', () => {
  const calls: Record<string, unknown>[] = [
    { name: 'read_file', arguments: args },
    { name: 'read', arguments: args },
    { name: 'functions.read_file', arguments: args },
    { name: 'read_file', arguments: JSON.stringify(args) },
    { name: 'read_file', arguments: "{'path': 'a.txt',}" },
    { tool: 'read_file', parameters: args },
    { tool_name: 'readFile', tool_input: args },
    { function: 'read_file', args },
    { action: 'read_file', action_input: args },
    { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: args },
    { type: 'function', function: { name: 'read_file', arguments: JSON.stringify(args) } },
    { tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read_file', arguments: args } }] },
    { function_call: { name: 'read_file', arguments: args } },
    { read_file: args },
  ];
  for (const call of calls) expect([call, open(call)]).toEqual([call, args]);
  expect(open({ name: 'read_file', arguments: null })).toEqual({});
});

test('what is no whole call of that tool stays closed', () => {
  const others: Record<string, unknown>[] = [
    { name: 'write_file', arguments: args },
    { name: 'read_file', arguments: '{"path": "a.t' },
    { name: 'read_file', arguments: [args, args] },
    { name: 'read_file', arguments: args, path: 'b.txt' },
    { name: 'read_file', arguments: args, note: 'x' },
    { name: 'read_file' },
    { arguments: args },
    {
      tool_calls: [
        { name: 'read_file', arguments: args },
        { name: 'read_file', arguments: args },
      ],
    },
    { read_file: 'a.txt' },
    {},
  ];
  for (const call of others) expect([call, open(call)]).toEqual([call, undefined]);
});

test('what the tool itself takes is no envelope', () => {
  const call = { name: 'read_file', arguments: args };
  expect(open(call, ['name', 'arguments'])).toBeUndefined();
  expect(open(call, ['name'])).toEqual(args);
  expect(open({ ...call, id: 5 }, ['id', 'path'])).toBeUndefined();
  expect(open({ read_file: args }, ['read_file'])).toBeUndefined();
  expect(open({ read_file: args }, [])).toBeUndefined();
});
