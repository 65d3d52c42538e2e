import { expect, it } from 'vitest';
import { combineOutsideUndo } from './outside-undo.ts';

const combined = (user: readonly string[] | false | undefined, asked?: readonly string[] | false) => {
  const config = asked === undefined ? {} : { outsideUndo: asked };
  const { rule, warnings } = combineOutsideUndo(user, { config, file: 'toolgate.config.json' });
  return [rule, warnings.length];
};

it('a project takes folders into undo, and none out of it', () => {
  expect(combined(undefined)).toEqual([undefined, 0]);
  expect(combined(['target/'])).toEqual([['target/'], 0]);
  expect(combined(['target/'], ['!target/', '!dist/'])).toEqual([['target/', '!target/', '!dist/'], 0]);
  expect(combined(undefined, ['src/', '*', '\\!x/', '!dist/'])).toEqual([['!dist/'], 1]);
  expect(combined(['target/'], false)).toEqual([false, 0]);
  expect(combined(false, ['src/'])).toEqual([false, 0]);
});
