import { expect, test } from 'vitest';
import { ClockDifference } from './clock.ts';

const after = (...answers: [databaseTime: number, sent: number, received: number][]): number => {
  const difference = new ClockDifference();
  for (const [time, sent, received] of answers) difference.learn(time, { sent, received });
  return difference.ahead;
};

test('clocks that may agree are taken to agree', () => {
  expect(after([1000, 1000, 1000])).toBe(0);
  expect(after([1100, 1000, 1010])).toBe(0);
  // A slow answer, a slow question.
  expect(after([1000, 999, 9000])).toBe(0);
  expect(after([9000, 1000, 9001])).toBe(0);
});

test('a difference is known as well as the answers are quick', () => {
  expect(after([11_000, 1000, 1010])).toBe(9990);
  expect(after([1000, 11_000, 11_010])).toBe(-10_000);
  expect(after([11_000, 1000, 1500], [12_000, 2000, 2010])).toBe(9990);
  // What fits what is known changes nothing.
  expect(after([11_000, 1000, 1010], [12_000, 2000, 4000])).toBe(9990);
  expect(after([11_000, 1000, 1010], [2000, 2000, 2000])).toBe(0);
});
