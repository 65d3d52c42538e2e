import { describe, expect, it } from 'vitest';
import { showSchema } from '../from/mcp.ts';
import { hasUnseen, showName, showUnseen, showUnseenIn, unseenIn } from './unseen.ts';

describe('what cannot be seen', () => {
  it.each([
    ['a\u202eb', 'a\\u202eb'],
    ['a\u2066b\u2069', 'a\\u2066b\\u2069'],
    ['a\u200bb\u2060c\ufeff', 'a\\u200bb\\u2060c\\ufeff'],
    ['a\u{e0041}\u{e0042}', 'a\\u{e0041}\\u{e0042}'],
    ['a\ufe00\ufe01 b\u{e0100}', 'a\\ufe00\\ufe01 b\\u{e0100}'],
    ['❤\ufe0f\ufe01', '❤\ufe0f\\ufe01'],
    ['\u001b[31mred\u001b]0;title\u0007', '\\x1b[31mred\\x1b]0;title\\x07'],
    ['a\u009b2Jb\u0000', 'a\\x9b2Jb\\x00'],
    ['over\rwritten', 'over\\x0dwritten'],
    ['a\u200db\u200c', 'a\\u200db\\u200c'],
    ['a\u3164b\u115fc\u00add', 'a\\u3164b\\u115fc\\xadd'],
    ['a\u2028b', 'a\\u2028b'],
  ])('what cannot be seen stands there as an escape: %j', (text, shown) => {
    expect(showUnseen(text)).toBe(shown);
    expect(hasUnseen(text)).toBe(true);
    expect(unseenIn(text).length).toBeGreaterThan(0);
  });

  it.each(['plain\ttext\nof lines\r\n', 'Größe, naïve, 日本語, עברית', '👨‍👩‍👧 ❤️ 1️⃣ 🏳️‍🌈', 'می‌خواهم', 'क्‍ष', ''])(
    'what cannot be seen is nothing in %j',
    text => {
      expect(showUnseen(text)).toBe(text);
      expect(hasUnseen(text)).toBe(false);
    },
  );

  it('what cannot be seen is shown in a name, which is one line, and in every text of a value', () => {
    expect(showName('a\nb\u202e')).toBe('a\\nb\\u202e');
    expect(showUnseenIn({ list: ['a\u200b', { 'k\u200b': 1 }] })).toEqual({ list: ['a\\u200b', { 'k\\u200b': 1 }] });
  });
});

describe('a schema of somebody else', () => {
  it('a schema of somebody else shows what its words hide', () => {
    const properties = { description: { type: 'string', description: 'a\u202eb', title: 'c\u200b' } };
    expect(showSchema({ type: 'object', properties, anyOf: [{ description: '\u001b[2J' }] })).toEqual({
      type: 'object',
      properties: { description: { type: 'string', description: 'a\\u202eb', title: 'c\\u200b' } },
      anyOf: [{ description: '\\x1b[2J' }],
    });
  });

  it.each([
    { properties: { 'a\u200b': {} } },
    { enum: ['a\u{e0041}'] },
    { properties: { a: { default: '\u202e' } } },
    { dependentRequired: { a: ['b\u200b'] } },
  ])('a schema of somebody else is refused where a name or a value hides something: %j', schema => {
    expect(() => showSchema(schema)).toThrow('cannot be seen');
  });
});
