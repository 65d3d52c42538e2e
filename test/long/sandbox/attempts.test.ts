import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BOMBS, FORBIDDEN, HONEST, linesOf, REACHING, STRAYING } from '../../support/sandbox/sandbox-attempts.ts';
import { LITTLE, leftRunning, openOutside, tryInSandbox } from '../../support/sandbox/sandbox-world.ts';
import { USERS } from '../../support/suite.ts';

describe.each(USERS)('as user %i', uid => {
  it('nothing gets out, by any of many ways', async () => {
    const world = await openOutside(uid);
    const commands = linesOf(FORBIDDEN);
    const results = await tryInSandbox(world, uid, { commands, atOnce: 2 });
    const escaped = commands.filter((_, index) => {
      const { code, output, error } = results[index] ?? { output: '' };
      return code === 0 || error !== undefined || output.includes('canary-');
    });
    expect(escaped).toEqual([]);
    expect(commands.length).toBeGreaterThan(131);
    expect(world.reached()).toBe(0);
    expect(world.process.exitCode ?? world.process.signalCode).toBeNull();
    expect(readFileSync(join(world.folder, 'outside.txt'), 'utf8')).toBe('canary-outside\n');
    expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(world.folder);
  });

  it('nor on the real files', async () => {
    const world = await openOutside(uid);
    const commands = linesOf(FORBIDDEN).filter(line => /secret|hard\.txt|hidden|host\.sock|outside/.test(line));
    const results = await tryInSandbox(world, uid, {
      commands: commands.map(line => `${line}; exit $?`),
      overlay: false,
    });
    expect(results.map(({ output }) => output).filter(output => output.includes('canary-'))).toEqual([]);
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(world.reached()).toBe(0);
    expect(readFileSync(join(world.root, 'secret.env'), 'utf8')).toBe('canary-hidden\n');
    expect(readFileSync(join(world.folder, 'outside.txt'), 'utf8')).toBe('canary-outside\n');
  });

  it('honest programs work', async () => {
    const world = await openOutside(uid);
    const commands = linesOf(HONEST);
    const results = await tryInSandbox(world, uid, { commands, atOnce: 2 });
    const broken = commands.flatMap((command, index) => {
      const { code, output, error } = results[index] ?? { output: '' };
      return code === 0 ? [] : [{ command, code, output, error }];
    });
    expect(broken).toEqual([]);
  });

  it('an allowed host is reached through the proxy, and no other', async () => {
    const world = await openOutside(uid);
    const server = http.createServer((request, response) => response.end(`served ${request.headers.host}\n`));
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const web = { ...world.env, WEB: String(typeof address === 'object' ? address?.port : 0) };
    const reaching = linesOf(REACHING);
    const straying = linesOf(STRAYING);
    const order = { commands: [...reaching, ...straying], env: web, hosts: ['localhost'], atOnce: 2 };
    const results = await tryInSandbox(world, uid, order);
    const served = results.map(({ output }) => output.includes('served localhost'));
    expect(reaching.filter((_, index) => !served[index])).toEqual([]);
    expect(straying.filter((_, index) => served[index + reaching.length])).toEqual([]);
    expect(world.reached()).toBe(0);
  });

  it('what takes too much is stopped, and nothing of it is left', async () => {
    const world = await openOutside(uid);
    const commands = linesOf(BOMBS);
    const results = await tryInSandbox(world, uid, { commands, limits: LITTLE, atOnce: 3 });
    // Where a watch holds the limit it needs a moment: what was stopped by it is held too.
    const held = commands.filter((_, index) => {
      const { output = 'held', stopped = 'time' } = results[index] ?? {};
      return output.includes('held') && stopped === 'time';
    });
    expect(held).toEqual([]);
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(leftRunning(world.folder)).toEqual([]);
  });
});
