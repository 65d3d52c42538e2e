import { Session } from 'node:inspector/promises';
import { expect, it } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

/** How often the parser of commands is entered while some work is done, as the engine counts it. */
async function parsesOf(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.filter(({ url }) => url.includes('/node_modules/unbash/')).flatMap(file => file.functions);
    return (
      functions.filter(({ functionName }) => functionName === 'parse').flatMap(({ ranges }) => ranges)[0]?.count ?? 0
    );
  } finally {
    session.disconnect();
  }
}

it.each(['echo one', 'true && echo two | cat; ls -la', 'cat a.txt > b.txt; rm -f b.txt'])(
  '%s is parsed once on its way through all stages',
  async command => {
    const { gate } = await openGate({ 'a.txt': 'a\n' }, { policy: 'privileged' });
    // What the first call loads and tries is not the command.
    await gate.execute({ name: 'bash', args: { command: 'true' } });
    const parses = await parsesOf(() => gate.execute({ name: 'bash', args: { command } }));
    expect(parses).toBe(1);
  },
);
