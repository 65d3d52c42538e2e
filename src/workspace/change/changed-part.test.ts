import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import { changedPart } from './changed-part.ts';
import { lineHunks, splitLines } from './line-hunks.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', '\n', 'ab\n', '\n\n', 'long line\n'), { maxLength: 30 })
  .map(parts => Buffer.from(parts.join('')));

it('hunks of the changed part are those of the whole, further down', () => {
  fc.assert(
    fc.property(text, text, text, text, fc.nat({ max: 3 }), (start, mine, yours, end, context) => {
      const old = Buffer.concat([start, mine, end]);
      const fresh = Buffer.concat([start, yours, end]);
      const part = changedPart(old, fresh, context);
      const found = lineHunks(splitLines(part.old), splitLines(part.fresh));
      const whole = lineHunks(splitLines(old), splitLines(fresh));
      const moved = found.map(hunk => ({
        ...hunk,
        start: hunk.start + part.linesBefore,
        end: hunk.end + part.linesBefore,
      }));
      expect(moved).toEqual(whole);
      for (const { start: at, end: to } of found) {
        expect(at >= context || part.linesBefore === 0).toBe(true);
        const left = splitLines(part.old).length - to;
        expect(left >= context || part.linesBefore + splitLines(part.old).length === splitLines(old).length).toBe(true);
      }
    }),
    { numRuns: runs(2_000) },
  );
});

it('a change in a file of many megabytes is compared as a few lines', () => {
  const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at} of a long file\n`);
  const old = Buffer.from(lines.join(''));
  const fresh = Buffer.from(lines.with(150_000, 'another line\n').join(''));
  const part = changedPart(old, fresh, 3);
  expect(part.linesBefore).toBe(149_997);
  expect(splitLines(part.old).length).toBeLessThan(10);
  expect(Buffer.from(part.fresh).toString()).toContain('another line');
});
