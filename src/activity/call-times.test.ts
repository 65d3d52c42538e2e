import { expect, it } from 'vitest';
import { callTimes, spanOf } from './call-times.ts';

it('a call that waited behind the question of another one has not run meanwhile', () => {
  const row = { preparedAt: 1_000, startedAt: 23_200, settledAt: 23_260 };
  expect(callTimes(spanOf(row))).toEqual({ ran: 60, asked: 0, queued: 22_200 });
  expect(callTimes(spanOf({ ...row, waited: 3_900 }))).toEqual({ ran: 60, asked: 3_900, queued: 18_300 });
});

it('a call that was judged for a moment, or asked while it ran, has waited for nobody else', () => {
  expect(callTimes(spanOf({ preparedAt: 0, startedAt: 1_500, settledAt: 1_700 }))).toEqual({
    ...{ ran: 1_700, asked: 0, queued: 0 },
  });
  expect(callTimes(spanOf({ preparedAt: 0, startedAt: 300, settledAt: 9_000, waited: 8_000 }))).toEqual({
    ...{ ran: 1_000, asked: 8_000, queued: 0 },
  });
});

it('a call that was refused after its turn had come ran no longer than it took to say so', () => {
  expect(callTimes(spanOf({ preparedAt: 0, settledAt: 8 })).ran).toBe(8);
  expect(callTimes(spanOf({ preparedAt: 0, settledAt: 20_000, waited: 5_000 }))).toEqual({
    ...{ ran: 0, asked: 5_000, queued: 15_000 },
  });
});
