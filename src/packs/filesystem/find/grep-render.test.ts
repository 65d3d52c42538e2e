import { describe, expect, it } from 'vitest';
import type { SearchFile } from '../../../tool/files.ts';
import { byNewest, renderMatches } from './grep-render.ts';

const file = (path: string, numbers: number[], modified = 0, text = 'hit'): SearchFile => ({
  path,
  modified,
  matches: numbers.length,
  lines: numbers.map(number => ({ number, text, match: true })),
});
const options = { mode: 'content', limit: 100, lineNumbers: true, cut: false } as const;

describe('renderMatches', () => {
  it('renderMatches puts the path above its lines', () => {
    const { text, matches, note } = renderMatches([file('a.ts', [3, 9]), file('b.ts', [1])], options);
    expect(text).toBe('a.ts\n3:hit\n9:hit\n\nb.ts\n1:hit');
    expect(matches).toHaveLength(3);
    expect(note).toBeUndefined();
  });

  it('renderMatches marks lines around a match and the gaps between', () => {
    const lines = [
      { number: 2, text: 'before', match: false },
      { number: 3, text: 'hit', match: true },
      { number: 7, text: 'hit', match: true },
    ];
    expect(renderMatches([{ path: 'a', modified: 0, matches: 2, lines }], options).text).toBe(
      'a\n2-before\n3:hit\n--\n7:hit',
    );
    expect(
      renderMatches([{ path: 'a', modified: 0, matches: 2, lines }], { ...options, lineNumbers: false }).text,
    ).toBe('a\nbefore\nhit\n--\nhit');
  });

  it('renderMatches stops at the limit and says how much is left in how many files', () => {
    const found = [file('a', [1, 2, 3]), file('b', [1, 2]), file('c', [1])];
    const { matches, note } = renderMatches(found, { ...options, limit: 2 });
    expect(matches).toHaveLength(2);
    expect(note).toMatch(/^4 more matches in 3 files; narrow it .*, or raise limit\.$/);
    expect(renderMatches(found, { ...options, limit: 2, cut: true }).note).toMatch(/^at least 4 more/);
  });

  it('renderMatches stays within the output whatever the limit', () => {
    const found = Array.from({ length: 50 }, (_, i) =>
      file(
        `f${i}`,
        Array.from({ length: 100 }, (_, n) => n + 1),
        0,
        'x'.repeat(80),
      ),
    );
    const { text, note } = renderMatches(found, { ...options, limit: 0 });
    expect(Buffer.byteLength(text)).toBeLessThan(41_000);
    expect(note).toMatch(/more matches in \d+ files/);
  });

  it('renderMatches lists files or counts, cut by the same limit', () => {
    const found = [file('a', [1, 2]), file('b', [1])];
    expect(renderMatches(found, { ...options, mode: 'files' }).text).toBe('a\nb');
    expect(renderMatches(found, { ...options, mode: 'count' }).text).toBe('a: 2\nb: 1');
    expect(renderMatches(found, { ...options, mode: 'files', limit: 1 }).note).toMatch(/^1 more match in 1 file;/);
  });

  it('renderMatches puts newest files first, then by name', () => {
    const names = [file('b', [1], 5), file('a', [1], 5), file('c', [1], 9)].sort(byNewest).map(({ path }) => path);
    expect(names).toEqual(['c', 'a', 'b']);
  });
});
