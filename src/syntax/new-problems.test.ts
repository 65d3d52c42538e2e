import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newProblems } from './new-problems.ts';
import { createLocator, MAX_PROBLEMS, type ParsedText } from './problem.ts';

/** A text whose problems are the lines with a `!`: what follows it is the message. */
function parsed(text: string): ParsedText {
  const locate = createLocator(text);
  return { text, problems: [...text.matchAll(/!(\w*)/g)].map(match => locate(match.index, match[1]!)) };
}

const linesOf = (before: string, after: string) => newProblems(parsed(before), parsed(after)).map(p => p.line);

describe('new problems', () => {
  it('a problem that only moved is known', () => {
    expect(linesOf('a\nb!x\nc', 'new\nlines\na\nb!x\nc')).toEqual([]);
  });

  it('a second problem on a line of the same text is new', () => {
    expect(linesOf('b!x\nc', 'b!x\nc\nb!x')).toEqual([3]);
  });

  it('the same message in the changed lines is known', () => {
    expect(linesOf('a\nb!x\nc', 'a\nother !x\nc')).toEqual([]);
  });

  it('another message in the changed lines is new', () => {
    expect(linesOf('a\nb!x\nc', 'a\nb!y\nc')).toEqual([2]);
  });

  it('a known problem that comes out elsewhere is known', () => {
    const before = { ...parsed('a!x\nb\nc\nd\ne') };
    const after: ParsedText = { text: 'a!x\nb\nc\nd\nE', problems: [createLocator('a!x\nb\nc\nd\nE')(4, 'y')] };
    expect(newProblems(before, after)).toEqual([]);
  });

  it('a new problem at the change is told without those that follow from it', () => {
    expect(linesOf('a\nb\nc\nd\ne', 'a\nb!x\nc\nd\ne')).toEqual([2]);
    const text = 'a\nB\nc\nd\ne';
    const locate = createLocator(text);
    const after = { text, problems: [locate(2, 'x'), locate(8, 'follows')] };
    expect(newProblems(parsed('a\nb\nc\nd\ne'), after).map(p => p.message)).toEqual(['x']);
  });

  it('a problem away from the change is told when there is none at it', () => {
    const text = 'a\nB\nc\nd\ne';
    expect(newProblems(parsed('a\nb\nc\nd\ne'), { text, problems: [createLocator(text)(8, 'x')] })).toHaveLength(1);
  });

  it('a file with too many problems is not compared', () => {
    expect(linesOf('!x\n'.repeat(MAX_PROBLEMS), '!y\n'.repeat(MAX_PROBLEMS))).toEqual([]);
  });
});

const text = fc
  .array(fc.constantFrom('a', 'b', '!x', '!y', 'c!x', ''), { maxLength: 12 })
  .map(lines => lines.join('\n'));

describe('laws', () => {
  it('an unchanged text has no new problem', () => {
    fc.assert(fc.property(text, before => linesOf(before, before).length === 0));
  });

  it('lines put in front bring no new problem', () => {
    fc.assert(fc.property(text, fc.nat(5), (t, n) => linesOf(t, 'z\n'.repeat(n) + t).length === 0));
  });

  it('what is new is among the problems of after, and never more than were added in a legal file', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const found = newProblems(parsed(before), parsed(after));
        for (const problem of found) expect(parsed(after).problems).toContainEqual(problem);
        if (parsed(before).problems.length === 0) expect(found.length > 0).toBe(parsed(after).problems.length > 0);
      }),
    );
  });
});
