import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { descendants, isChildAlive } from './child-processes.ts';

it('finds children and their children, and knows them when they lost their parent', async () => {
  const before = descendants();
  const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(shell.stdout, 'data');
  const inner = Number(String(line));
  try {
    const found = descendants();
    expect([...found.keys()].filter(pid => !before.has(pid)).sort()).toEqual([shell.pid!, inner].sort());
    const sleep = found.get(inner)!;
    shell.kill('SIGKILL');
    await once(shell, 'exit');
    expect(isChildAlive(found.get(shell.pid!)!)).toBe(false);
    expect(isChildAlive(sleep)).toBe(true);
    expect(isChildAlive({ ...sleep, started: 'earlier' })).toBe(false);
  } finally {
    process.kill(inner, 'SIGKILL');
  }
});
