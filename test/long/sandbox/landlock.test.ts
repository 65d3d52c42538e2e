import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOMBS, FORBIDDEN, HONEST, linesOf } from '../../support/sandbox/sandbox-attempts.ts';
import {
  behindBubblewrap,
  LITTLE,
  leftRunning,
  openOutside,
  tryInSandbox,
} from '../../support/sandbox/sandbox-world.ts';
import { USERS } from '../../support/suite.ts';

/** Attempts that Landlock does not refuse: they tell of names, numbers and processes, and show nothing that a file holds. */
const TOLD = [
  /^ls \/root/,
  /CHECKOUT/,
  /^grep .*\/proc\/(?:keys|net)/,
  /os\.stat\("secret\.env"\)/,
  // In its own folder, where it can be read no more than before; the gate puts it back.
  /^ln secret\.env x$/,
  /pidfd_open/,
  // Who is root already gains nothing.
  /os\.setuid\(0\)/,
];

/** Honest work that needs a socket, a terminal, or memory that processes share by a name. */
const MISSING = [/multiprocessing/, /\/tmp\/d\.db/, /\/dev\/shm/, /^script/, /createServer/, /AF_UNIX/];

/** What is not there, what nobody counts (memory that is shared or a nameless file), and what is written between two looks. */
const UNCOUNTED = /\/dev\/shm|\/tmp|mmap|memfd|~\//;

const LANDLOCK = { overlay: false, landlock: 7, atOnce: 2 };

describe.each(USERS)('behind Landlock as user %i', uid => {
  // Version 3 is that of Linux 6.2: signals are asked for, and sockets are held by the filter alone.
  it.each([7, 3])('behind Landlock of version %i nothing gets out, by any of many ways', async landlock => {
    const world = await openOutside(uid);
    const around = behindBubblewrap(world.folder);
    const commands = linesOf(FORBIDDEN).filter(line => !TOLD.some(told => told.test(line)));
    const results = await tryInSandbox(world, uid, { ...LANDLOCK, landlock, commands, around });
    const escaped = commands.flatMap((command, index) => {
      const { code, output, error } = results[index] ?? { output: '' };
      return code === 0 || error !== undefined || output.includes('canary-') ? [{ command, output, error }] : [];
    });
    expect(escaped).toEqual([]);
    expect(commands.length).toBeGreaterThan(120);
    expect(world.reached()).toBe(0);
    expect(world.process.exitCode ?? world.process.signalCode).toBeNull();
    expect(readFileSync(join(world.folder, 'outside.txt'), 'utf8')).toBe('canary-outside\n');
  });

  it('behind Landlock honest programs work', async () => {
    const world = await openOutside(uid);
    const around = behindBubblewrap(world.folder);
    const commands = linesOf(HONEST).filter(line => !MISSING.some(missing => missing.test(line)));
    const results = await tryInSandbox(world, uid, { ...LANDLOCK, commands, around, hidden: [] });
    const broken = commands.flatMap((command, index) => {
      const { code, output, error } = results[index] ?? { output: '' };
      return code === 0 ? [] : [{ command, code, output, error }];
    });
    expect(broken).toEqual([]);
  });
});

// As an ordinary user, whose processes the kernel limits once more: what is tried here must not take the machine with it.
it.each(USERS.filter(uid => uid !== 0))(
  'behind Landlock what takes too much of user %i is stopped, and nothing of it is left',
  async uid => {
    const world = await openOutside(uid);
    const around = ['prlimit', '--nproc=1000', ...behindBubblewrap(world.folder)];
    const commands = linesOf(BOMBS).filter(line => !UNCOUNTED.test(line));
    const results = await tryInSandbox(world, uid, { ...LANDLOCK, commands, around, limits: LITTLE });
    const held = commands.filter((_, index) => {
      const { output = 'held', stopped = 'time' } = results[index] ?? {};
      return output.includes('held') && stopped === 'time';
    });
    expect(held).toEqual([]);
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(leftRunning(world.folder)).toEqual([]);
  },
);
