import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createPipePool } from '../../job/pipe-pool.ts';
import { childrenOf, isLively, isStopped, sendTo } from '../../job/process-tree.ts';
import { createLaunchers, type Launchers } from './launchers.ts';
import type { Launcher, LauncherKind, Outfit } from './start-launcher.ts';

const USUAL: LauncherKind = { streams: 'pipes', input: false, channel: false };
const LIMITS = { cpu: 10, memory: 2 ** 28, processes: 64, fileSize: 2 ** 20, disk: 2 ** 24, files: 256 };
const OUTFIT: Outfit = { filter: '', limits: LIMITS, mounts: '', inside: [], argv: ['true'] };

let folder: string;
let mounts: string;
let launchers: Launchers;
const taken: Launcher[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-launchers-'));
  mounts = 'as they were';
  const isRoot = process.getuid?.() === 0;
  launchers = createLaunchers({ isRoot, folder, pool: createPipePool(folder) }, () => mounts);
});
afterEach(() => {
  for (const launcher of taken.splice(0)) launcher.release();
  rmSync(folder, { recursive: true });
});

function take(kind = USUAL): Launcher {
  const launcher = launchers.take(kind, OUTFIT);
  taken.push(launcher);
  return launcher;
}

/** Makes one ready, and gives the number of its process. */
function readyOne(): number {
  const before = new Set(childrenOf(process.pid));
  launchers.makeReady();
  const [made = 0] = childrenOf(process.pid).filter(pid => !before.has(pid));
  return made;
}

/** Makes the place that the script fills with a program. */
const makePlaces = () => mkdirSync(join(folder, 'nameless/seen/program'), { recursive: true });

const ended = (pid: number) => expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);

it('a job is started by the launcher that waits, and only one waits', () => {
  const pid = readyOne();
  expect(pid).toBeGreaterThan(0);
  expect(readyOne()).toBe(0);
  expect(take().child.pid).toBe(pid);
  expect(take().child.pid).not.toBe(pid);
});

it('a launcher that was made ready before the mounts of the machine changed is ended, not used', async () => {
  const pid = readyOne();
  mounts = 'others';
  expect(take().child.pid).not.toBe(pid);
  await ended(pid);
});

it('a launcher that has died while it waited is not used', async () => {
  const pid = readyOne();
  process.kill(pid, 'SIGKILL');
  await ended(pid);
  expect(take().child.pid).not.toBe(pid);
});

it('a launcher that somebody has stopped is not used, and can be ended', async () => {
  const pid = readyOne();
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => isStopped(pid)).toBe(true);
  expect(take().child.pid).not.toBe(pid);
  await ended(pid);
  const other = readyOne();
  process.kill(other, 'SIGSTOP');
  await launchers.end();
  expect(existsSync(`/proc/${other}`)).toBe(false);
});

it('a launcher that has died is not used, also before anybody has heard of its end', async () => {
  const pid = readyOne();
  process.kill(pid, 'SIGKILL');
  // Without a turn of the event loop, in which we would be told.
  while (isLively(pid));
  expect(take().child.pid).not.toBe(pid);
  await ended(pid);
});

it('the pipes of a launcher that was not used are another one’s only when it is gone', async () => {
  const pid = readyOne();
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => isStopped(pid)).toBe(true);
  const pipesOf = (owner = 0) => [1, 2].map(fd => readlinkSync(`/proc/${owner}/fd/${fd}`));
  const before = pipesOf(pid);
  const after = pipesOf(take().child.pid);
  expect(after.filter(name => before.includes(name))).toEqual([]);
});

it('whoever ends the one that waits also waits for those before it that were not used', async () => {
  const pid = readyOne();
  mounts = 'others';
  expect(take().child.pid).not.toBe(pid);
  await launchers.end();
  expect(existsSync(`/proc/${pid}`)).toBe(false);
});

it('a launcher that is stopped again and again can be ended', async () => {
  for (let times = 0; times < 20; times++) {
    const pid = readyOne();
    const again = setInterval(() => [-pid, pid].map(each => sendTo(each, 'SIGSTOP')), 0);
    onTestFinished(() => clearInterval(again));
    await setTimeout(5);
    await launchers.end();
    clearInterval(again);
    await ended(pid);
  }
});

it('a launcher that has an outfit is used for a job of the same outfit alone, and otherwise ended', async () => {
  makePlaces();
  const before = new Set(childrenOf(process.pid));
  const made = () => childrenOf(process.pid).find(pid => !before.has(pid)) ?? 0;
  launchers.makeReady(OUTFIT);
  const fitting = made();
  expect(take().child.pid).toBe(fitting);
  before.add(fitting);
  launchers.makeReady({ ...OUTFIT, argv: ['false'] });
  const other = made();
  expect(other).toBeGreaterThan(0);
  expect(take().child.pid).not.toBe(other);
  await ended(other);
});

it('a launcher that has an outfit does nothing before it is told a job, and leaves no group and no file', async () => {
  makePlaces();
  launchers.makeReady({
    ...OUTFIT,
    inside: ['--ro-bind', '/', '/', '--bind', folder, folder],
    argv: ['touch', 'begun'],
  });
  await setTimeout(300);
  const launcher = take();
  const { child, group } = launcher;
  expect(existsSync(join(folder, 'begun'))).toBe(false);
  expect(isLively(child.pid ?? 0)).toBe(true);
  taken.pop()?.release();
  await ended(child.pid ?? 0);
  await group?.remove();
  expect(existsSync(join(folder, 'begun'))).toBe(false);
  expect((group?.folders ?? []).filter(path => existsSync(path))).toEqual([]);
  expect(readdirSync(folder).filter(name => name.startsWith('call-'))).toEqual([]);
});

it('a launcher that has a sandbox and hears no more of its job is not used', async () => {
  makePlaces();
  const before = new Set(childrenOf(process.pid));
  const outfit: Outfit = { ...OUTFIT, inside: ['--ro-bind', '/', '/', '--unshare-pid'] };
  launchers.makeReady(outfit);
  const [pid = 0] = childrenOf(process.pid).filter(each => !before.has(each));
  const below = () => childrenOf(childrenOf(pid)[0] ?? 0);
  const hasSandbox = (each: number) => childrenOf(each).length > 0;
  await expect.poll(() => below().some(hasSandbox), { timeout: 5_000 }).toBe(true);
  const [tie = 0] = below().filter(each => !hasSandbox(each));
  expect(below()).toHaveLength(2);
  process.kill(tie, 'SIGKILL');
  await ended(tie);
  const other = launchers.take(USUAL, outfit);
  taken.push(other);
  expect(other.child.pid).not.toBe(pid);
  await ended(pid);
});

/** Runs something in a sandbox that waits, with a cache that cannot be an overlay; gives what it says. */
async function runInCache(upper: string, argv: readonly string[]): Promise<string> {
  makePlaces();
  for (const name of ['job/upper', 'job/cache/upper', `job/${upper}`, 'nameless/seen/cache'])
    mkdirSync(join(folder, name), { recursive: true });
  symlinkSync('../nameless', join(folder, 'job/places'));
  const how = `lowerdir=not-there,upperdir=${upper},workdir=not-there,nosuid,nodev`;
  writeFileSync(join(folder, 'job/mounts'), `toolgate places/seen/cache overlay ${how} 0 0\n`);
  const outfit: Outfit = {
    ...OUTFIT,
    mounts: 'toolgate-empty nameless/seen/cache tmpfs ro,nosuid,nodev,shared 0 0\n',
    inside: ['--ro-bind', '/', '/', '--bind', join(folder, 'nameless/seen/cache'), '/mnt'],
    argv,
  };
  launchers.makeReady(outfit);
  await setTimeout(300);
  const launcher = launchers.take(USUAL, outfit);
  taken.push(launcher);
  let said = '';
  for (const stream of launcher.output) stream.setEncoding('utf8').on('data', text => (said += text));
  launcher.tell(outfit, { folder: join(folder, 'job'), view: 'real', merged: 'merged', program: '' });
  await Promise.all(launcher.output.map(stream => once(stream, 'end')));
  return said;
}

it('a cache that cannot be an overlay comes to a sandbox that waits without devices and rights in it', async () => {
  const said = await runInCache('cache/upper', ['grep', ' /mnt ', '/proc/self/mountinfo']);
  for (const line of said.trim().split('\n')) expect(line).toMatch(/ \/mnt r[ow],nosuid,nodev/);
});

it('what a rehearsal writes to a cache that cannot be an overlay goes with it', async () => {
  expect(await runInCache('passing/upper', ['touch', '/mnt/made'])).toBe('');
  expect(readdirSync(join(folder, 'job/cache/upper'))).toEqual([]);
  expect(readdirSync(join(folder, 'job/passing/upper'))).toEqual(['made']);
});

it.each([
  { ...USUAL, input: true },
  { ...USUAL, channel: true },
])('a job of another kind has a launcher of its own: %j', kind => {
  const pid = readyOne();
  expect(take(kind).child.pid).not.toBe(pid);
  expect(take().child.pid).toBe(pid);
});

it('a launcher that is told no job ends with what it had, and leaves no file', async () => {
  const { child } = take();
  taken.pop()?.release();
  await ended(child.pid ?? 0);
  expect(readdirSync(folder).filter(name => !name.startsWith('pipe-'))).toEqual([]);
});

it('a launcher is told a folder with any letters, and ends where there is none', async () => {
  const launcher = take();
  const { child, output } = launcher;
  let said = '';
  for (const stream of output) stream.setEncoding('utf8').on('data', text => (said += text));
  const name = `not there, it's $(id) \`id\` "\\`;
  makePlaces();
  const job = { view: 'real', merged: 'merged', program: '' } as const;
  expect(() => launcher.tell({ ...OUTFIT, argv: ['a\0b'] }, { ...job, folder })).toThrow('NUL');
  launcher.tell(OUTFIT, { ...job, folder: join(folder, name) });
  const exit = once(child, 'exit');
  await Promise.all(output.map(stream => once(stream, 'end')));
  const [code] = await exit;
  expect([code, said]).toEqual([125, expect.stringContaining(name)]);
});
