import { expect, it } from 'vitest';
import { systemCallFilter } from './system-call-filter.ts';

const ALLOW = 0x7fff_0000;
const X64 = 0xc000_003e;
const refused = (errno: number) => 0x0005_0000 | errno;

/** Runs a filter as the kernel does. */
function judge(
  filter: Buffer,
  { arch = X64, call, args = [] }: { arch?: number; call: number; args?: number[] },
): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call, 0);
  data.writeUInt32LE(arch, 4);
  for (const [index, value] of args.entries()) data.writeUInt32LE(value >>> 0, 16 + 8 * index);
  let held = 0;
  for (let at = 0; at < filter.length / 8; at++) {
    const code = filter.readUInt16LE(at * 8);
    const value = filter.readUInt32LE(at * 8 + 4);
    const jump = (yes: boolean) => {
      at += filter.readUInt8(at * 8 + (yes ? 2 : 3));
    };
    if (code === 0x20) held = data.readUInt32LE(value);
    else if (code === 0x15) jump(held === value);
    else if (code === 0x35) jump(held >= value);
    else if (code === 0x54) held &= value;
    else if (code === 0x45) jump((held & value) !== 0);
    else return value;
  }
  throw new Error('the filter has no end');
}

const filter = systemCallFilter('x64', { groups: true })!;

it.each([
  ['read', 0, [], ALLOW],
  ['execve', 59, [], ALLOW],
  ['keyctl', 250, [], refused(1)],
  ['io_uring_setup', 425, [], refused(38)],
  ['a Unix socket', 41, [1, 1], ALLOW],
  ['an IPv6 socket', 41, [10, 1], ALLOW],
  ['a netlink socket', 41, [16, 3], ALLOW],
  ['a socket to the host of a virtual machine', 41, [40, 1], refused(97)],
  ['a pair of Unix sockets', 53, [1, 1], ALLOW],
  ['chmod 755', 90, [0, 0o755], ALLOW],
  ['chmod 4755', 90, [0, 0o4755], refused(1)],
  ['chmod 2755', 90, [0, 0o2755], refused(1)],
  ['open without creating', 257, [0, 0, 0, 0o7777], ALLOW],
  ['open that creates', 257, [0, 0, 0o101, 0o644], ALLOW],
  ['open that creates with rights', 257, [0, 0, 0o101, 0o4755], refused(1)],
  ['a nameless file with rights', 257, [0, 0, 0o20200001, 0o4755], refused(1)],
  ['a thread', 56, [0x3d0f00], ALLOW],
  ['a user namespace', 56, [0x1000_0011], refused(1)],
  ['unshare of a network', 272, [0x4000_0000], refused(1)],
  ['tracing a child', 101, [0x4206, 7], ALLOW],
  ['tracing the first process', 101, [16, 1], refused(1)],
  ['asking a terminal for its size', 16, [1, 0x5413], ALLOW],
  ['typing into a terminal', 16, [1, 0x5412], refused(1)],
])('the filter answers %s', (_, call, args, verdict) => {
  expect(judge(filter, { call, args })).toBe(verdict);
});

it('other numberings of system calls are refused', () => {
  expect(judge(filter, { arch: 0x4000_0003, call: 3 })).toBe(refused(38));
  expect(judge(filter, { call: 0x4000_0000 })).toBe(refused(38));
});

it('an ordinary user may give a folder to its group', () => {
  const ordinary = systemCallFilter('x64', { groups: false })!;
  expect(judge(ordinary, { call: 90, args: [0, 0o2775] })).toBe(ALLOW);
  expect(judge(ordinary, { call: 90, args: [0, 0o4755] })).toBe(refused(1));
});

it('there is a filter for ARM, and none for machines that nobody has written one for', () => {
  const arm = systemCallFilter('arm64', { groups: true })!;
  expect(judge(arm, { arch: 0xc000_00b7, call: 219 })).toBe(refused(1));
  expect(judge(arm, { arch: 0xc000_00b7, call: 63 })).toBe(ALLOW);
  expect(judge(arm, { arch: X64, call: 0 })).toBe(refused(38));
  expect(systemCallFilter('riscv64', { groups: true })).toBeUndefined();
});

const ASK = 0x7fc0_0000;

it.each([
  ['a socket', 41, [1, 1], refused(97)],
  ['a pair of streams', 53, [1, 0x80001], ALLOW],
  ['a pair of ordered messages', 53, [1, 5], ALLOW],
  ['a pair of messages', 53, [1, 2], refused(97)],
  ['a raw pair', 53, [1, 3], refused(97)],
  ['a pair that is not of Unix', 53, [2, 1], refused(97)],
  ['chmod', 90, [0, 0o755], ASK],
  ['chown', 92, [0, 0, 0], ASK],
  ['setting an attribute', 188, [], refused(95)],
  ['asking a terminal for its size', 16, [1, 0x5413], ALLOW],
  ['the number of a terminal', 16, [1, 0x8004_5430], ALLOW],
  ['typing into a terminal', 16, [1, 0x5412], refused(25)],
  ['the other way to type into one', 16, [1, 0x541c], refused(25)],
  ['asking for the flags of a file', 16, [1, 0x8008_6601], ALLOW],
  ['sharing the blocks of a file', 16, [1, 0x4020_940d], ALLOW],
  ['setting the flags of a file', 16, [1, 0x4008_6602], refused(25)],
  ['a snapshot of a disk', 16, [1, 0x5000_9401], refused(25)],
  ['the own priority', 141, [0, 0, 5], ALLOW],
  ['the priority of another', 141, [0, 7, 5], refused(1)],
  ['the priority of all of a user', 141, [2, 0, 5], refused(1)],
  ['limits of another', 302, [7], refused(1)],
  ['watching files', 294, [], refused(38)],
  ['a signal', 62, [7, 9], ALLOW],
  ['a thread', 56, [0x3d0f00], ALLOW],
  ['a user namespace', 56, [0x1000_0011], refused(1)],
])('without namespaces the filter answers %s', (_, call, args, verdict) => {
  expect(judge(systemCallFilter('x64', { groups: true, walls: 'none' })!, { call, args })).toBe(verdict);
});

it.each([
  ['a signal', 62, [7, 9], ASK],
  ['a signal by a file that stands for a process', 424, [], refused(38)],
  ['a file that sends signals', 72, [3, 10, 9], refused(1)],
  ['a copy of a descriptor', 72, [3, 0, 9], ALLOW],
])('where the kernel lets signals out the filter answers %s', (_, call, args, verdict) => {
  const asking = systemCallFilter('x64', { groups: true, walls: 'none', signals: 'asked' })!;
  expect(judge(asking, { call, args })).toBe(verdict);
});
