import { expect, it } from 'vitest';
import { callTimes } from './call-times.ts';

it('a call ran for what it did not wait, and never for less than nothing', () => {
  expect(callTimes(22_300, 22_240)).toEqual({ ran: 60, waited: 22_240 });
  expect(callTimes(8)).toEqual({ ran: 8, waited: 0 });
  expect(callTimes(10, 12)).toEqual({ ran: 0, waited: 10 });
});
