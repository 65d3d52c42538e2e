import { describe, expect, it } from 'vitest';
import { type Asked, otherArguments, runTextOf, titleOf, wish } from '../../../page/approvals/headline.ts';
import { deletes, type Effects, reads, writes } from '../../../src/tool/effect.ts';

const asked = (tool: string, args: Record<string, unknown>, effects: Effects): Asked => ({
  tool,
  args,
  effects,
  root: '/work',
});

describe('the headline of a question', () => {
  it.each<[Effects, string]>([
    [[writes('/work/a.ts')], 'write a.ts'],
    [[writes('/work/a.ts'), writes('/work/b.ts'), reads('/work/c.ts')], 'write 2 files'],
    [[deletes('/work/old'), deletes('/work/old/a'), deletes('/work/old/b')], 'delete old and what is in it'],
    [[deletes('/work/a'), writes('/work/b'), reads('/work/c')], 'delete a and write b'],
    [[reads('/elsewhere/c')], 'read /elsewhere/c'],
    [[writes('/work/a\u202eb')], 'write a\\u{202e}b'],
    ['everything', 'use thing'],
    [[], 'use thing'],
  ])('the headline of a question says what is wanted: %j', (effects, words) =>
    expect(wish(asked('thing', {}, effects))).toBe(words),
  );

  it('the headline of a question of a command is the command, whatever it may touch', () => {
    const question = asked('bash', { command: 'rm -rf x\n  && ls', background: true }, 'everything');
    expect(wish(question)).toBe('run a command');
    expect(titleOf(question)).toEqual({ text: 'rm -rf x ⏎ && ls', code: true });
    expect(otherArguments(question)).toEqual({ background: true });
  });

  it('the headline of a question hides nothing that a terminal would take for a colour', () => {
    const text = titleOf(asked('bash', { command: 'ls \u001b[8m; rm x\u001b[0m' }, [])).text;
    expect(text).toBe('ls \\x1b[8m; rm x\\x1b[0m');
  });

  it('the headline of a question of a program has its language', () => {
    const program = { args: { code: 'print(1)', language: 'python' } };
    expect(runTextOf(program)).toEqual({ text: 'print(1)', language: 'python' });
    expect(runTextOf({ args: { code: 'x', language: 'constructor' } })).toEqual({ text: 'x', language: undefined });
    expect(otherArguments({ args: { command: ['a'] } })).toEqual({ command: ['a'] });
  });
});
