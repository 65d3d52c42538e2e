import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineHunks, splitLines } from '../change/line-hunks.ts';
import { mergeBytes } from './merge.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const merge = (base: string, ours: string, theirs: string) => {
  const merged = mergeBytes(bytes(base), bytes(ours), bytes(theirs));
  return merged.ok ? Buffer.from(merged.bytes).toString('latin1') : merged.reason;
};

test('a merge keeps changes in different places', () => {
  expect(merge('a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\n')).toBe('A\nb\nc\nd\nE\n');
  expect(merge('a\nb\nc\n', 'a\nb\nc\nmore\n', 'zero\na\nb\nc\n')).toBe('zero\na\nb\nc\nmore\n');
});

test('changes that overlap or touch are a conflict of a merge', () => {
  expect(merge('a\nb\nc\n', 'a\nX\nc\n', 'a\nY\nc\n')).toBe('overlap');
  expect(merge('a\nb\nc\n', 'X\nb\nc\n', 'a\nY\nc\n')).toBe('overlap');
  expect(merge('a\nb\n', 'a\nb\nours\n', 'a\nb\ntheirs\n')).toBe('overlap');
  expect(merge('a\nb\nc\n', 'a\nc\n', 'a\nb2\nc\n')).toBe('overlap');
});

test('a merge makes one change of the same on both sides', () => {
  expect(merge('a\nb\nc\nd\ne\n', 'a\nX\nc\nd\nE\n', 'a\nX\nc\nd\ne\n')).toBe('a\nX\nc\nd\nE\n');
});

test('a merge leaves line endings and bytes that are no text as they are', () => {
  expect(merge('a\r\nb\r\nc\nd\n', 'a\r\nb\r\nc\nD\xff\n', 'A\r\nb\r\nc\nd\n')).toBe('A\r\nb\r\nc\nD\xff\n');
  expect(merge('a\nb\nc', 'a\nb\nc\n', 'A\nb\nc')).toBe('A\nb\nc\n');
});

test('binary content is not merged by lines', () => {
  expect(merge('a\0\nb\nc\n', 'a\0\nb\nC\n', 'A\0\nb\nc\n')).toBe('binary');
  expect(merge('a\0', 'a\0', 'b')).toBe('b');
});

test('hunks of long texts are held on to by lines that occur once', () => {
  const base = Array.from({ length: 3000 }, (_, index) => (index % 3 ? `line ${index}` : '}'));
  const changed = base.map((text, index) => (index % 7 === 1 ? `${text}!` : text)).toSpliced(1500, 0, 'more', 'lines');
  const hunks = lineHunks(base, changed);
  expect(hunks.length).toBeGreaterThan(400);
  expect(hunks.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThan(600);
});

const line = fc.constantFrom('a', 'b', 'c', '', '  x', 'é\r', '}');
const word = fc.oneof(line, fc.integer({ min: 0, max: 2000 }).map(String));
const lines = fc.oneof(fc.array(line, { maxLength: 30 }), fc.array(word, { minLength: 300, maxLength: 500 }));
const join = (parts: readonly string[]) => parts.map(part => `${part}\n`).join('');

test('line hunks turn one text into the other', () => {
  fc.assert(
    fc.property(lines, lines, (from, to) => {
      const old = splitLines(Buffer.from(join(from)));
      const out: string[] = [];
      let at = 0;
      const fresh = splitLines(Buffer.from(join(to)));
      for (const hunk of lineHunks(old, fresh)) {
        expect(hunk.start).toBeGreaterThanOrEqual(at);
        out.push(...old.slice(at, hunk.start), ...hunk.lines);
        at = hunk.end;
      }
      expect([...out, ...old.slice(at)]).toEqual(fresh);
    }),
  );
});

test('taking a change back after others changed other parts keeps theirs, byte for byte', () => {
  const unique = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...'abcdef\r\xe9') }), {
    minLength: 8,
    maxLength: 40,
  });
  fc.assert(
    fc.property(unique, fc.nat(), fc.nat(), fc.array(fc.integer(), { maxLength: 3 }), (texts, one, two, added) => {
      // The call changes line i, a person line j; at least one untouched line lies between.
      const i = one % texts.length;
      const j = two % texts.length;
      fc.pre(Math.abs(i - j) > 1);
      const call = texts.map((text, index) => (index === i ? `call ${text}` : text));
      const person = [`person ${texts[j]}`, ...added.map(number => `new ${number}`)];
      const after = call.flatMap((text, index) => (index === j ? person : [text]));
      const wanted = texts.flatMap((text, index) => (index === j ? person : [text]));
      expect(merge(join(call), join(after), join(texts))).toBe(join(wanted));
    }),
  );
});

test('a conflict or the identity: merging never invents a line', () => {
  fc.assert(
    fc.property(lines, lines, lines, (base, ours, theirs) => {
      const merged = merge(join(base), join(ours), join(theirs));
      if (merged === 'overlap') return;
      const known = new Set([...ours, ...theirs]);
      for (const text of merged.split('\n').slice(0, -1)) expect(known.has(text)).toBe(true);
      expect(merge(join(base), join(theirs), join(ours))).toBe(merged);
    }),
  );
});
