import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { childrenOf } from '../../src/sandbox/job/process-tree.ts';
import { openGate } from '../support/worlds/open-gate.ts';

/** Whether a group is joined by a process of its own: only root has groups, and in version 1 they are joined at once. */
const joins = process.getuid?.() === 0 && existsSync('/sys/fs/cgroup/cgroup.controllers');
/** The most processes that are started for a command, up to its own first program; as a rule all but two before it comes. */
const MOST = joins ? 9 : 8;

/** Numbers of a process in each of the namespaces that it is in, from the outside in. */
function numbersOf(commandLine: string): readonly number[] | undefined {
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== commandLine) continue;
      const line = /^NSpid:\s*(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return line?.split(/\s+/).map(Number);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return undefined;
}

it('a command in the sandbox starts few programs besides its own', async () => {
  const { gate } = await openGate({}, { policy: 'privileged' });
  const ending = gate.execute({ name: 'bash', args: { command: 'sleep 2.0713' } });
  let numbers = numbersOf('sleep\x002.0713\x00');
  for (let tries = 0; !numbers && tries < 400; tries++) {
    await sleep(10);
    numbers = numbersOf('sleep\x002.0713\x00');
  }
  expect((await ending).error).toBeUndefined();
  // A namespace of its own counts what was started in it: ours, around bubblewrap, and the job's.
  const around = numbers?.at(-2);
  expect(numbers).toHaveLength(3);
  expect(around).toBeLessThanOrEqual(MOST);
});

it('the start of a command is made ready while the one before runs', async () => {
  const { gate } = await openGate({}, { policy: 'privileged' });
  const run = (command: string) => gate.execute({ name: 'bash', args: { command } });
  const before = new Set(childrenOf(process.pid));
  expect((await run('true')).error).toBeUndefined();
  const [ready = 0, ...more] = childrenOf(process.pid).filter(pid => !before.has(pid));
  expect([ready > 0, more]).toEqual([true, []]);
  const ending = run('sleep 0.5');
  const ended = ending.then(() => true);
  let below: readonly number[] = [];
  while (below.length === 0 && !(await Promise.race([ended, sleep(10)])))
    below = childrenOf(ready).flatMap(script => childrenOf(script));
  expect((await ending).error).toBeUndefined();
  expect(below).not.toEqual([]);
});
