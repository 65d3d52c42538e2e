import { expect, it } from 'vitest';
import { readProgram } from './read-program.ts';

it('a program is the text of its file, with the values that it is given and nothing else changed', () => {
  const program = new URL('../../sandbox/probe.sh', import.meta.url);
  expect(readProgram(program)).toContain('test -z "$__PROBE_SECRET__" || echo secret\n');
  expect(readProgram(program, { PROBE_SECRET: "$&$'" })).toContain('test -z "$$&$\'" || echo secret\n');
});

it('a value that holds the name of another one stays as it is', () => {
  expect(readProgram('__A__ __B__ __C__', { A: '__B__', B: 96 })).toBe('__B__ 96 __C__');
});
