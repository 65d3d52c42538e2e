import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isRunning } from '../../../test/hosts/is-running.ts';
import { runHost } from './run-host.ts';
import { claudeTrial } from './trials.ts';

/** A host that is a line of shell, in folders of its own. */
function runLine(line: string, more: { time?: number; again?: RegExp } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-trial-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [home, project] = [join(folder, 'h'), join(folder, 'p')];
  for (const each of [home, project]) mkdirSync(each);
  const { time, again } = more;
  const trial = { ...claudeTrial, args: () => ['-c', line], ...(again ? { again } : {}) };
  const run = runHost({ trial, program: 'sh', home, project, script: { steps: [] }, ...(time ? { time } : {}) });
  return { run, project };
}

it('a host that hangs is ended with the program that it has started, also one that holds its output open, and that is said', async () => {
  const { run, project } = runLine('setsid sleep 600.11 & echo $!; sleep 600.12; echo not', { time: 2000 });
  const { code, said, stopped } = await run;
  process.kill(Number(said), 'SIGKILL');
  expect([code, stopped]).toEqual([null, 'did not end within 2 s, and was ended']);
  expect(isRunning('sleep 600.12', project)).toBe(false);
});

it('a host that always says that another is in its way is not started for ever', async () => {
  const { run } = runLine('echo locked; exit 3', { again: /locked/ });
  expect(await run).toMatchObject({ code: 3, said: 'locked\n', stopped: undefined });
});
