import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capOutput, countOutputLines } from './cap-output.ts';

const limits = { bytes: 1000, lines: 20 };

describe('capOutput', () => {
  it('capOutput leaves a text within the limits alone', () => {
    const text = 'a\n'.repeat(20);
    expect(capOutput(text, limits, 'id')).toEqual({ text, cut: false });
  });

  it('capOutput keeps head and tail of too many lines and says how to read on', () => {
    const text = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');
    const capped = capOutput(text, limits, 'CALL');
    expect(capped.cut).toBe(true);
    expect(capped.text).toMatch(/^line 1\n/);
    expect(capped.text).toMatch(/line 100$/);
    expect(capped.text).toContain('output:CALL');
    expect(capped.text).toContain('100 lines');
    expect(capped.text).toContain('offset=13');
  });

  it('capOutput cuts one endless line without breaking a character', () => {
    const capped = capOutput('ü€😀'.repeat(2000), limits, 'id');
    expect(capped.text).not.toContain('\ufffd');
    expect(Buffer.byteLength(capped.text)).toBeLessThan(limits.bytes + 300);
  });

  it('capOutput never gives more than the limits and a note', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 200, unit: 'grapheme' }), { maxLength: 60 }), lines => {
        const text = lines.join('\n');
        const capped = capOutput(text, limits, 'id');
        if (!capped.cut)
          return (
            capped.text === text && Buffer.byteLength(text) <= limits.bytes && countOutputLines(text) <= limits.lines
          );
        return (
          Buffer.byteLength(capped.text) <= limits.bytes + 300 && countOutputLines(capped.text) <= limits.lines + 3
        );
      }),
    );
  });
});
