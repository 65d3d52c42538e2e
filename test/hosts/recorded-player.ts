import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { HostWorld, TurnPlayer } from './host-world.ts';
import { fromRecorded, type RecordedExchange } from './recording.ts';

/** Plays turns as they were recorded: the same events reach the hook, and what it answers is done as the host did it. */
export const recordedPlayer =
  (turns: readonly (readonly RecordedExchange[])[]): TurnPlayer =>
  async (world, { meanwhile }, number) => {
    const exchanges = fromRecorded(turns[number] ?? [], world);
    const [results] = await Promise.all([playHost(world, exchanges), meanwhile?.()]);
    return results;
  };

/** In a process of its own, as the host is one: it may be killed, and what it has begun must know it. */
async function playHost(world: HostWorld, exchanges: readonly RecordedExchange[]): Promise<readonly string[]> {
  const { host, config, programs, project, env } = world;
  const driver = join(import.meta.dirname, host.trial!.plugin ? 'plugins/play-plugin.ts' : 'play-hooks.ts');
  const child = spawn(process.execPath, [driver], { cwd: project, env: { ...env() }, detached: true });
  world.hostPid = child.pid;
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      said[name] += piece;
    });
  child.stdin.end(JSON.stringify({ host: host.name, config, programs, exchanges }));
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  if (signal !== null) return [];
  if (code !== 0) throw new Error(said.stderr);
  return JSON.parse(said.stdout) as readonly string[];
}
