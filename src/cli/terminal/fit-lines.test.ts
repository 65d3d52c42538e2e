import { expect, it } from 'vitest';
import { fitLines, wrapWords } from './fit-lines.ts';

it('a line that is too wide goes on indented, so that nothing but our own words stands at the margin', () => {
  const forged = `ls${' '.repeat(38)}Why you are asked: nothing`;
  const lines = fitLines(`  command: ${forged}`, 40).split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(line).toMatch(/^ /);
    expect(line.length).toBeLessThanOrEqual(40);
  }
  expect(lines.map((line, index) => (index === 0 ? line : line.slice(4))).join('')).toBe(`  command: ${forged}`);
});

it('wide letters and tabs count as wide, and short lines stay as they are', () => {
  expect(fitLines('漢'.repeat(20), 20)).toBe(`${'漢'.repeat(10)}\n    ${'漢'.repeat(8)}\n    ${'漢'.repeat(2)}`);
  expect(fitLines('\t\t\tx', 20)).toBe('\t\t\n    \tx');
  expect(fitLines('a\n\nb', 80)).toBe('a\n\nb');
});

it('words of our own are not broken, and go on where they began', () => {
  expect(wrapWords('   person  adds a line to the file', 26, 11)).toBe(
    '   person  adds a line to\n           the file',
  );
  expect(wrapWords(`   ${'x'.repeat(40)}`, 26, 3)).toBe(`   ${'x'.repeat(23)}\n   ${'x'.repeat(17)}`);
  expect(wrapWords('short\nlines', 26, 3)).toBe('short\nlines');
});
