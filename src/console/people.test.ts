import { describe, expect, it } from 'vitest';
import { personOf } from './people.ts';

describe('the name of a person', () => {
  it.each([
    ['Ann Lee', 'Ann Lee'],
    ['Jose\u0301', 'José'],
    ['हिन्दी', 'हिन्दी'],
    ['<b>Ann</b>\u202e\u200b\u001b[31m', 'bAnnb31m'],
    ['\ud800', 'console'],
    ['\u0301\u0301 ', 'console'],
    ['  ', 'console'],
    [undefined, 'console'],
  ])('a person who says %j is %j in the records', (given, name) => expect(personOf(given)).toBe(name));

  it('the name of a person is cut between characters', () => {
    const name = personOf(`x${'\u{20000}'.repeat(100)}`);
    expect([name.isWellFormed(), Array.from(name).length]).toEqual([true, 60]);
  });
});
