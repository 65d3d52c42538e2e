import { expect, it } from 'vitest';
import { membersOf } from './job-members.ts';
import { listFromProc, type MachineProcess, parsePs } from './list-processes.ts';

const seen = (pid: number, parent: number, more: Partial<MachineProcess> = {}): MachineProcess => ({
  pid,
  parent,
  group: pid,
  session: pid,
  started: `at ${pid}`,
  memory: () => 0,
  ...more,
});
const pids = (found: readonly MachineProcess[]) => found.map(({ pid }) => pid).sort((a, b) => a - b);

const OTHERS = [seen(1, 0), seen(50, 1), seen(51, 50)];

it('members of a job are the group, the session, and all that those have started', () => {
  const all = [...OTHERS, seen(100, 50), seen(101, 1, { group: 100 }), seen(102, 1, { session: 100 })];
  const deep = [seen(103, 101), seen(104, 103)];
  expect(pids(membersOf({ first: 100, known: new Set() }, [...deep, ...all]))).toEqual([100, 101, 102, 103, 104]);
});

it('members of a job that were seen once stay members when their parent is gone, and no later process with the same number is one', () => {
  const trace = { first: 100, known: new Set<string>() };
  membersOf(trace, [...OTHERS, seen(100, 50), seen(101, 100)]);
  expect(pids(membersOf(trace, [...OTHERS, seen(101, 1), seen(105, 101)]))).toEqual([101, 105]);
  expect(membersOf(trace, [...OTHERS, seen(101, 1, { started: 'later' })])).toEqual([]);
});

it('members of a job may be known by a mark alone', () => {
  const isMarked = ({ pid }: MachineProcess) => pid === 107;
  const all = [...OTHERS, seen(107, 1), seen(108, 107)];
  expect(pids(membersOf({ first: 100, known: new Set(), isMarked }, all))).toEqual([107, 108]);
});

it('no member is found of a job that could not begin', () => {
  expect(membersOf({ first: -1, known: new Set() }, [...OTHERS, seen(2, 0, { group: 0, session: 0 })])).toEqual([]);
});

it('/proc tells of this process and of its parent', async () => {
  const all = await listFromProc();
  const own = all.find(({ pid }) => pid === process.pid);
  expect(own).toMatchObject({ parent: process.ppid, started: expect.stringMatching(/./) });
  expect(own?.memory()).toBeGreaterThan(1024 * 1024);
  expect(all.some(({ pid }) => pid === process.ppid)).toBe(true);
});

it('processes that have ended are left out of what ps says', () => {
  const text = [
    '    1     0     1   1234 Ss   Sun Nov 15 03:15:58 2026',
    '  501     1   500     16 S+   Sun Nov 15 03:16:02 2026    ',
    '  502     1   500      0 Z    Sun Nov 15 03:16:03 2026',
    '',
  ].join('\n');
  expect(parsePs(text)).toMatchObject([
    { pid: 1, parent: 0, group: 1, started: 'Sun Nov 15 03:15:58 2026' },
    { pid: 501, parent: 1, group: 500, started: 'Sun Nov 15 03:16:02 2026' },
  ]);
});
