import { expect, it } from 'vitest';
import { fillFrom, type HttpServer, type StdioServer } from '../../../../adapters/mcp/client/server-config.ts';
import { editorServers } from './editor-servers.ts';

const stdio = (name: string, value = '') => ({ name, command: 'x', args: [], env: [{ name: 'A', value }] });

it('what an editor sends as a value is text: no variable of ours is filled in', () => {
  const value = ['a$', '{HOME}b$$', '{PATH}c$', '{'].join('');
  const { servers, env } = editorServers([
    stdio('one', value),
    { type: 'http', name: 'two', url: 'https://x.example/mcp', headers: [{ name: 'Authorization', value }] },
  ]);
  expect(fillFrom(env, (servers.one as StdioServer).env)).toEqual({ A: value });
  expect(fillFrom(env, (servers.two as HttpServer).headers)).toEqual({ Authorization: value });
});

it.each([
  ['My Server!', 'My-Server'],
  ['__x__y__', 'x_y'],
  ['1st', 'st'],
  ['n'.repeat(100), 'n'.repeat(30)],
])('a server called %j has tools under %j', (name, plain) => {
  expect(Object.keys(editorServers([stdio(name)]).servers)).toEqual([plain]);
});

it.each([
  [[stdio('!')], 'one is called "!"'],
  [[stdio('a b'), stdio('a-b')], 'two of them would be called a-b'],
  [[{ type: 'http' as const, name: 'x', url: 'file:///etc/passwd', headers: [] }], 'is no address'],
  [[{ type: 'sse' as const, name: 'x', url: 'http://x', headers: [] }], 'is reached by sse'],
  [Array.from({ length: 101 }, (_, at) => stdio(`s${at}`)), 'there are 101 of them'],
])('servers that cannot be used are refused', (servers, why) => {
  expect(() => editorServers(servers)).toThrow(why);
});
