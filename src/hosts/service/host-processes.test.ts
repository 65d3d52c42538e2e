import { expect, it } from 'vitest';
import { ownProcess } from '../client/own-process.ts';
import { clientAncestry, hostProcesses } from './host-processes.ts';

const seen = (...pids: readonly number[]) => pids.map(pid => ({ pid, started: `${pid}` }));

it('the host is what the hook came from, up to the first that the shell came from too', () => {
  expect(hostProcesses(seen(90, 80, 40, 30, 20), seen(99, 95, 40, 30, 20))).toEqual(seen(90, 80, 40));
});

it('a plugin is in the host itself', () => {
  expect(hostProcesses(seen(40, 30), seen(99, 40, 30))).toEqual(seen(40));
});

it('nobody is the host where the shell has nothing in common with the hook, or only a pid that was given to another', () => {
  expect(hostProcesses(seen(90, 40), seen(99, 95))).toEqual([]);
  expect(hostProcesses(seen(90, 40), [{ pid: 40, started: 'later' }])).toEqual([]);
  expect(hostProcesses([], seen(99, 40))).toEqual([]);
});

it('a client came from what started it, and from nobody where its pids are of another space or it says none', () => {
  const own = ownProcess()!;
  expect(clientAncestry(own).slice(0, 2)).toMatchObject([{ pid: process.pid }, { pid: process.ppid }]);
  expect(clientAncestry({ ...own, space: 'pid:[1]' })).toEqual([]);
  expect(clientAncestry(undefined)).toEqual([]);
});
