import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

const CONTAINED = readFileSync(`${import.meta.dirname}/../cases/shell/ways/contained.txt`, 'utf8')
  .split('\n')
  .filter(line => line !== '');

/** A machine that anybody may talk to, and how often someone did. */
async function openListener() {
  let came = 0;
  const server = createServer(socket => {
    came++;
    socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, came: () => came };
}

/** A script in which every program that the ways name tries to reach the listener, whatever its words are. */
function scriptOf(port: number): string {
  const reach = `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2> /dev/null && echo REACHED`;
  const programs = new Set(CONTAINED.flatMap(way => way.match(/(?<=^|; )(?:[A-Z_]+=\S+ )?[\w.-]+/g) ?? []));
  const names = [...programs].map(name => name.replace(/^.* /, '')).filter(name => name !== 'export');
  const stubs = names.map(name => `${name}() { ${reach}; }`);
  return [...stubs, ...CONTAINED.map(way => `(${way})`), 'echo all tried'].join('\n');
}

test('a program that a command names without a host reaches nobody: the sandbox has no network', async () => {
  const listener = await openListener();
  const script = scriptOf(listener.port);
  const { run, gate } = await openGate({ 'ways.sh': script }, { policy: 'privileged', approver: () => 'reject_once' });
  for (const command of CONTAINED) {
    const explained = await gate.explain({ name: 'bash', args: { command } });
    expect([command, 'verdict' in explained && explained.verdict]).toEqual([command, 'allow']);
  }
  const { output } = await run('bash', { command: 'bash ways.sh' });
  expect(output).toContain('all tried');
  expect(output).not.toContain('REACHED');
  expect(listener.came()).toBe(0);
  execFileSync('bash', ['-c', `exec 3<>/dev/tcp/127.0.0.1/${listener.port}`]);
  await expect.poll(listener.came).toBe(1);
});
