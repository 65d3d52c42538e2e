import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { CallStop } from './call-stop.ts';

it('thousands of calls share one listener of the signal that they came with, and leave none', () => {
  const { signal } = new AbortController();
  const stops = Array.from({ length: 2_000 }, () => new CallStop(signal));
  for (const stop of stops) stop.hear(() => {});
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  for (const stop of stops) stop.end();
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

it('a call hears once that its signal fires, with the reason', () => {
  const outer = new AbortController();
  const stop = new CallStop(outer.signal);
  const heard: unknown[] = [];
  stop.hear(() => heard.push(stop.reason));
  const deaf = stop.hear(() => heard.push('deaf'));
  deaf();
  const { signal } = stop;
  outer.abort('enough');
  stop.stop('again');
  expect(heard).toEqual(['enough']);
  expect([stop.aborted, signal.aborted, signal.reason]).toEqual([true, true, 'enough']);
});

it('a call that is stopped leaves the others of its signal alone', () => {
  const outer = new AbortController();
  const [one, other] = [new CallStop(outer.signal), new CallStop(outer.signal)];
  const signals = [one.signal, other.signal];
  one.stop('by hand');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(one.reason).toBe('by hand');
  outer.abort();
  expect(other.signal.aborted).toBe(true);
});

it('a call whose signal fired before it came is not wanted, and says so by a signal too', () => {
  const stop = new CallStop(AbortSignal.abort('early'));
  expect([stop.aborted, stop.signal.aborted, stop.signal.reason]).toEqual([true, true, 'early']);
});
