import { expect } from 'vitest';
import type { ToolgateOptions } from '../../../src/index.ts';
import type { Driver, ModelCall, RoundOptions, Told } from './driver.ts';
import { type Fixture, PICTURE } from './fixture.ts';

export interface AdapterCase {
  readonly name: string;
  readonly calls: readonly Omit<ModelCall, 'id'>[];
  readonly gate?: Partial<ToolgateOptions>;
  /** The call's abort signal fires once it runs. */
  readonly aborts?: boolean;
  /** Beside that all are told the same as by the gate itself. */
  readonly check: (seen: Seen) => void;
}

export interface Seen {
  readonly told: readonly Told[];
  readonly progress: string;
  readonly fixture: Fixture;
}

const starts = (text: string) => (seen: Seen) =>
  expect(seen.told.map(one => one.text.slice(0, text.length))).toEqual([text]);

/** The calls that every adapter must answer alike. */
export const CASES: readonly AdapterCase[] = [
  {
    name: 'good',
    calls: [{ name: 'read_file', args: { path: 'a.txt' } }],
    check: ({ told }) => expect(told[0]?.text).toContain('two'),
  },
  {
    name: 'coercible',
    calls: [{ name: 'read_file', args: { path: 'a.txt', limit: '1' } }],
    check: ({ told }) => expect(told[0]?.text).toMatch(/one.*Repaired/s),
  },
  {
    name: 'bad',
    calls: [{ name: 'write_file', args: { path: ['no', 'path'], wrong: true } }],
    check: starts('INVALID_ARGUMENTS: '),
  },
  { name: 'denied', calls: [{ name: 'read_file', args: { path: '.env' } }], check: starts('POLICY_DENIED: ') },
  {
    name: 'approved with changed arguments',
    calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'new\n' } }],
    gate: { approver: () => ({ approved: true, modifiedArgs: { path: 'a.txt', content: 'mine\n' } }) },
    check: ({ told, fixture }) => {
      expect(told[0]?.text).toContain('A person changed the arguments');
      expect(fixture.space.read('a.txt')).toBe('mine\n');
    },
  },
  { name: 'aborted', calls: [{ name: 'wait', args: {} }], aborts: true, check: starts('ABORTED: ') },
  {
    name: 'streaming',
    calls: [{ name: 'talk', args: {} }],
    check: ({ progress }) => {
      for (const word of ['first', 'second', 'third']) expect(progress).toContain(word);
    },
  },
  {
    name: 'parallel',
    calls: [
      { name: 'meet', args: { place: 0 } },
      { name: 'write_file', args: { path: 'b.txt', content: 'written\n' } },
      { name: 'read_file', args: { path: 'b.txt' } },
      { name: 'meet', args: { place: 1 } },
    ],
    check: ({ told }) => {
      expect(told.map(({ text }) => text)).toEqual([
        'met at 0',
        expect.stringContaining('Created b.txt'),
        expect.stringContaining('written'),
        'met at 1',
      ]);
    },
  },
  {
    name: 'with attachment',
    calls: [{ name: 'read_file', args: { path: 'dot.png' } }],
    check: ({ told }) => expect(told[0]?.images).toEqual([PICTURE]),
  },
  {
    name: 'of large output',
    calls: [{ name: 'shout', args: {} }],
    check: ({ told }) => {
      expect(told[0]?.text).toMatch(/line 0\n.*read_file path="output:.*line 19999/s);
      expect(told[0]?.text.length).toBeLessThan(60_000);
    },
  },
  {
    name: 'of an unknown tool',
    calls: [{ name: 'read_fil', args: { path: 'a.txt' } }],
    check: starts('UNKNOWN_TOOL: '),
  },
  { name: 'of a failing tool', calls: [{ name: 'fail', args: {} }], check: starts('EXECUTION_ERROR: ') },
];

/** Runs the calls of a case as one round. */
export async function play(driver: Driver, { calls, aborts }: AdapterCase, fixture: Fixture): Promise<Seen> {
  const stop = new AbortController();
  let progress = '';
  const options: RoundOptions = {
    ...(aborts ? { abort: stop.signal } : {}),
    onProgress: text => {
      progress += text;
    },
  };
  const named = calls.map((call, index) => ({ ...call, id: `call_${index + 1}` }));
  const told = driver.round(fixture.gate, named, options);
  if (aborts) void fixture.waiting.then(() => stop.abort());
  return { told: await told, progress, fixture };
}

/** What differs from call to call without a meaning. */
export const comparable = ({ id, text, failed, images }: Told) => ({
  id,
  text: text.replace(/output:[0-9a-f-]{36}/g, 'output:ID'),
  failed,
  images,
});
