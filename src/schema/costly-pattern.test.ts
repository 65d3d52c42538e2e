import { expect, test } from 'vitest';
import { z } from 'zod';
import { isCostlyPattern } from './costly-pattern.ts';

test.each([
  '^(a+)+$',
  '^(a|a)*$',
  '^(?:a?){20}$',
  '^a*a*a*$',
  '^(a)\\1$',
  `^${'(a|a)'.repeat(20)}$`,
  `^${'(?:a|aa)'.repeat(20)}$`,
  `^${'a?'.repeat(20)}${'a'.repeat(20)}$`,
  `^${'(?:a?b|c)'.repeat(10)}$`,
  'x'.repeat(501),
])('%s can take time without end', pattern => {
  expect(isCostlyPattern(pattern)).toBe(true);
});

test.each([
  '^[a-z]+$',
  '^\\w+@\\w+$',
  `^(?:${Array.from({ length: 60 }, (_, i) => `w${i}`).join('|')})$`,
  '^https?://(?:www\\.)?[^|?]+$',
  '^[(?|]{3}\\?\\|\\)$',
  z.iso.date()._zod.def.pattern?.source ?? '',
])('%s is tried', pattern => {
  expect(isCostlyPattern(pattern)).toBe(false);
});

test('a short text may be compared with more repetitions', () => {
  expect(isCostlyPattern('^a+b+c+$')).toBe(true);
  expect(isCostlyPattern('^a+b+c+$', 4)).toBe(false);
});
