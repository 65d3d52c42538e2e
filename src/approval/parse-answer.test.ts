import { describe, expect, it } from 'vitest';
import { parseAnswer, rulesOf } from './parse-answer.ts';

describe('what is an answer', () => {
  it.each([
    ['allow_once', { answer: 'allow_once' }],
    ['reject_always', { answer: 'reject_always' }],
    [
      { answer: 'allow_always', message: 'go' },
      { answer: 'allow_always', message: 'go' },
    ],
    [{ approved: true }, { answer: 'allow_once' }],
    [
      { approved: false, message: 'no' },
      { answer: 'reject_once', message: 'no' },
    ],
    [
      { approved: true, modifiedArgs: { path: 'b' } },
      { answer: 'allow_once', modifiedArgs: { path: 'b' } },
    ],
    [
      { answer: 'allow_always', rule: { tool: 'x', verdict: 'allow' } },
      { answer: 'allow_always', rule: { tool: 'x', verdict: 'allow' } },
    ],
  ])('the reply %j is an answer', (reply, expected) => {
    expect(parseAnswer(reply)).toEqual(expected);
  });
});

describe('what is none', () => {
  it.each([
    ['allow', 'did you mean allow_once?'],
    ['yes', 'is no answer'],
    ['', 'is no answer'],
    ['ALLOW_ONCE', 'did you mean allow_once?'],
    [true, 'An answer is a word'],
    [1, 'An answer is a word'],
    [null, 'An answer is a word'],
    [[], 'An answer is a word'],
    [{}, 'approved must be true or false'],
    [{ approved: 'true' }, 'approved must be true or false'],
    [{ approved: 1 }, 'approved must be true or false'],
    [{ answer: 'allow_once', approved: true }, 'either answer or approved'],
    [{ approved: true, tool: 'bash' }, 'An answer has no "tool"'],
    [{ approved: true, modifiedArgs: [] }, 'modifiedArgs must be an object'],
    [{ approved: true, modifiedArgs: null }, 'modifiedArgs must be an object'],
    [{ approved: true, modifiedArgs: new Date() }, 'modifiedArgs must be an object'],
    [{ approved: false, modifiedArgs: {} }, 'belong to a yes'],
    [{ approved: true, message: 5 }, 'message must be a text'],
    [{ answer: 'allow_once', rule: { tool: 'x', verdict: 'allow' } }, 'belongs to an answer for always'],
    [{ answer: 'allow_always', rule: { tool: 'x', verdict: 'deny' } }, 'The rule says deny'],
    [{ answer: 'allow_always', rule: { verdict: 'allow' } }, 'needs an effect, a tool or a match'],
  ])('the reply %j is no answer: %s', (reply, text) => {
    expect(() => parseAnswer(reply)).toThrow(text);
  });
});

it('changed arguments are a copy: who answered cannot change them afterwards', () => {
  const args = { list: [1] };
  const answer = parseAnswer({ approved: true, modifiedArgs: args });
  args.list.push(2);
  expect(answer.modifiedArgs).toEqual({ list: [1] });
});

describe('always saves', () => {
  const allow = { tool: 'x', match: 'src/**', verdict: 'allow' } as const;
  const deny = { tool: 'x', match: './src/a', verdict: 'deny' } as const;
  const suggestions = [
    { verdict: 'allow', rules: [allow], text: '' },
    { verdict: 'deny', rules: [deny], text: '' },
  ] as const;

  it('"always" saves what was suggested for it', () => {
    expect(rulesOf({ answer: 'allow_always' }, { suggestions })).toEqual([allow]);
    expect(rulesOf({ answer: 'reject_always' }, { suggestions })).toEqual([deny]);
    expect(rulesOf({ answer: 'allow_once' }, { suggestions })).toEqual([]);
  });

  it('"always" saves the rule that came with the answer instead of a suggested one', () => {
    const rule = { tool: 'x', match: 'docs/**', verdict: 'allow' } as const;
    expect(rulesOf({ answer: 'allow_always', rule }, { suggestions })).toEqual([rule]);
  });

  it('"always" saves nothing where nothing sensible was suggested', () => {
    expect(rulesOf({ answer: 'allow_always' }, { suggestions: [suggestions[1]] })).toEqual([]);
    const odd = [{ verdict: 'allow', rules: [{ ...deny }], text: '' }] as const;
    expect(rulesOf({ answer: 'allow_always' }, { suggestions: odd })).toEqual([]);
  });
});
