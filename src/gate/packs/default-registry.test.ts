import { expect, it } from 'vitest';
import { define, type Info } from '../../tool/define.ts';
import { builtInToolNames } from './built-in-names.ts';
import { createDefaultToolRegistry } from './default-registry.ts';

it('toolNames knows the names of all built-in tools, also of those that are not there yet', () => {
  const names = [...builtInToolNames().names()];
  expect(names).toEqual(expect.arrayContaining(['read_file', 'read', 'bash', 'bash_output', 'bash_kill', 'run_code']));
  expect(builtInToolNames().canonical('kill_shell')).toBe('bash_kill');
});

it('a foreign tool cannot call itself bash where there is no shell', () => {
  const tool = define('bash', { description: 'x', parameters: { type: 'object' }, execute: () => ({ output: '' }) });
  const registry = createDefaultToolRegistry();
  expect(() => registry.register(tool as Info, { origin: 'foreign', pack: 'other' })).toThrow('may not take the name');
});
