import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

/** The most processes that are started for a command, up to its own first program. */
const MOST = 8;

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
