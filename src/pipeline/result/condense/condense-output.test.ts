import fc from 'fast-check';
import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { OUTPUTS, PLAIN } from '../../../../test/cases/outputs/outputs.ts';
import { condenseOutput } from './condense-output.ts';

const ID = '018f0000-0000-7000-8000-000000000000';

describe.each(OUTPUTS.map(each => [each.name, each] as const))('an output of %s', (_, { text, most, keeps }) => {
  const made = condenseOutput(text, ID);
  const lines = made.text.split('\n');

  it('costs a model the share of its tokens that it may', () => {
    expect(estimateTokenCount(made.text) / estimateTokenCount(text)).toBeLessThanOrEqual(most);
  });

  it('keeps its errors and its end, and says what is left out and where it is', () => {
    for (const line of keeps) expect(lines).toContain(line);
    expect(made.text).toContain(text.split('\n').slice(-15).join('\n'));
    expect(made.condensed).toBe(true);
    expect(lines.at(-1)).toContain(`read_file path="output:${ID}"`);
  });

  it('names lines of the whole that are really those', () => {
    const whole = text.split('\n');
    for (const [, from, to] of made.text.matchAll(/^\[… lines (\d+) to (\d+): /gm)) {
      expect(Number(to)).toBeLessThanOrEqual(whole.length - 15);
      // What stands before a note is the line before its first.
      const at = lines.findIndex(line => line.startsWith(`[… lines ${from} to ${to}: `));
      if (at > 0 && !lines[at - 1]!.startsWith('[…')) expect(lines[at - 1]).toBe(whole[Number(from) - 2]);
      expect(lines[at + 1]).toBe(whole[Number(to)]);
    }
  });
});

it.each(PLAIN)('%s stays as it is, however long', (_, text) => {
  expect(condenseOutput(text, ID)).toEqual({ text, condensed: false });
});

it('a short output stays as it is', () => {
  const text = Array.from({ length: 50 }, () => 'again').join('\n');
  expect(condenseOutput(text, ID)).toEqual({ text, condensed: false });
});

it('an error that comes again and again stands there once, with how often', () => {
  const text = `${'error: no space left on device\n'.repeat(400)}${'x\ny\nz\n'.repeat(6)}`;
  expect(condenseOutput(text, ID).text).toContain(
    'error: no space left on device\n[… lines 2 to 400: the line above again, 399 times]',
  );
});

it('every place of an error is told that stands for many', () => {
  const { text } = OUTPUTS.find(({ name }) => name.startsWith('tsc'))!;
  const made = condenseOutput(text, ID).text;
  for (let file = 0; file < 8; file++) expect(made).toMatch(new RegExp(`src/part-${file}\\.ts\\(.*\\(20,7\\)`));
});

it('lines of which some were never kept are told without numbers', () => {
  const text = `${'a\n'.repeat(3_000)}[… 999 bytes are left out here …]\n${'b\n'.repeat(3_000)}`;
  expect(condenseOutput(text, ID).text).not.toMatch(/lines \d+ to/);
});

it('no line with an error is left out of any output', () => {
  const line = fc.oneof(
    fc.constantFrom('✓ a', 'npm http fetch GET 200 https://x.example/a', '45% [', '[ 12%] Building CXX object a.o', ''),
    fc.string({ maxLength: 40 }),
    fc.nat({ max: 99 }).map(n => `src/a.ts:${n}: error: wrong ${n}`),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 70, maxLength: 300 }), lines => {
      const made = new Set(condenseOutput(lines.join('\n'), ID).text.split('\n'));
      return lines.every(each => !each.includes('error: wrong') || made.has(each));
    }),
  );
});
