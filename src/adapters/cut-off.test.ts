import { expect, test } from 'vitest';
import { parseArguments } from '../tool/arguments/parse-arguments.ts';
import { cutOff } from './run-reply.ts';

test('a call that was cut off is never whole, also where a forgiving reader would take what there is', () => {
  const texts = [
    '{"a":1}',
    '{"a":{"b":1},}',
    '{a: 1}',
    '[{"a":1}]',
    '```json\n{"a":1}\n```',
    '"{\\"a\\":1}"',
    '{"a":1',
  ];
  for (const args of [...texts, '', ' ', 'null', '[]', '{}', {}, { a: { b: 1 } }, undefined, null]) {
    const cut = cutOff({ name: 'any', args });
    expect([args, parseArguments(cut.args).ok]).toEqual([args, false]);
  }
});
