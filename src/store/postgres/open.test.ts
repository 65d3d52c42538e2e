import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleCall, sampleEvent } from '../../../test/cases/store/samples.ts';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres/postgres-server.ts';
import { startChild } from '../../../test/support/run-store-processes.ts';
import { currentProcess, isDead, isLost } from '../../system/process-identity.ts';
import { openStore } from '../open-store.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

const open = (workspaceID: string, url = server.url) => openStore({ kind: 'postgres', url, workspaceID });

function changed(change: (url: URL) => void): string {
  const url = new URL(server.url);
  change(url);
  return url.href;
}

const failures: Record<string, { url: () => string; code: string; says: string }> = {
  'a wrong password': {
    url: () => changed(url => Object.assign(url, { password: 'not the password' })),
    code: 'PERMISSION_DENIED',
    says: 'password authentication failed',
  },
  'an unknown database': {
    url: () => changed(url => Object.assign(url, { pathname: '/nowhere' })),
    code: 'PERMISSION_DENIED',
    says: '"nowhere" does not exist',
  },
  'a server without TLS where it is asked for': {
    url: () => changed(url => url.searchParams.set('sslmode', 'verify-full')),
    code: 'EXECUTION_ERROR',
    says: 'does not support SSL',
  },
  'a server that does not answer': {
    url: () => changed(url => Object.assign(url, { port: '1' })),
    code: 'EXECUTION_ERROR',
    says: 'does not answer',
  },
  'an address that cannot be read': {
    url: () => 'postgres://anna:not the password@:x/y',
    code: 'EXECUTION_ERROR',
    says: 'cannot be opened',
  },
};

test.each(Object.entries(failures))('%s is told, without the password', async (_, { url, code, says }) => {
  const error = await open('failures', url()).then(
    () => undefined,
    thrown => thrown,
  );
  expect(error).toMatchObject({ code, message: expect.stringContaining(says) });
  expect(error.suggestion).toBeTruthy();
  const shown = `${error.message} ${error.suggestion} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
  for (const secret of ['not the password', 'not%20the', server.password, encodeURIComponent(server.password)]) {
    expect(shown).not.toContain(secret);
  }
});

test('over the socket of the server no password is needed', async () => {
  const { port } = new URL(server.url);
  const store = await open('socket', `postgres://postgres@/db1?host=${server.socket}&port=${port}`);
  await store.state.set('a', 1);
  expect(await store.state.get('a')).toBe(1);
  await store.close();
});

test('a store that nobody closed does not keep the process alive', async () => {
  const program = `
    import { openStore } from ${JSON.stringify(join(import.meta.dirname, '../open-store.ts'))};
    const store = await openStore(${JSON.stringify({ kind: 'postgres', url: server.url, workspaceID: 'left-open' })});
    await store.state.set('a', 1);
    await store.state.get('a');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([0, null]);
  const store = await open('left-open');
  expect(await store.state.get('a')).toBe(1);
  await store.close();
});

test('writes of one breath are one transaction, and a failure in it meets its caller alone', async () => {
  const store = await open('together');
  await store.state.set('a', 1);
  void store.events.append([sampleEvent()]);
  await Promise.all([store.calls.save(sampleCall(1)), store.state.set('b', 1), store.approvals.useGrant('none', 0)]);
  const written = ['event', 'call', `state where name = 'b'`].map(
    rows => `select xmin::text from toolgate_together.${rows}`,
  );
  expect((await server.query(written.join(' union '), server.url)).length).toBe(1);
  const rule = { id: 'r', rule: {}, createdAt: 1, createdBy: 'me' };
  const results = await Promise.allSettled([store.rules.add(rule), store.rules.add(rule), store.state.set('c', 1)]);
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await store.rules.list()).length).toBe(1);
  expect(await store.state.get('c')).toBe(1);
  await store.close();
  await expect(store.state.get('c')).rejects.toThrow('is closed');
  await expect(store.state.set('c', 2)).rejects.toThrow('is closed');
});

test('texts that the database cannot hold are stored all the same', async () => {
  const store = await open('texts');
  await store.state.set('a\0b', '\0');
  expect(await store.state.get('a\0b')).toBe('\0');
  await store.calls.save(sampleCall(1, { tool: 'x\0y', label: '\ud800', tokens: 1.5 }));
  expect(await store.calls.list({})).toMatchObject([{ tool: 'x\uFFFDy', label: '\uFFFD', tokens: 2 }]);
  await store.close();
});

test('a process of another machine counts as dead after minutes of silence, by the time of the server', async () => {
  const store = await open('machines');
  const self = currentProcess('self');
  const there = { ...currentProcess('there'), host: 'another machine', heartbeat: 0 };
  await store.processes.register(self);
  await store.processes.register(there);
  const seen = async () => (await store.processes.list()).map(row => isDead(row, self) || isLost(row, self));
  expect(await seen()).toEqual([false, false]);
  // What a machine thinks the time is does not matter.
  await store.processes.beat('there', 1);
  expect(await seen()).toEqual([false, false]);
  const age = (id: string, minutes: number) =>
    server.query(
      `update toolgate_machines.process set heartbeat = heartbeat - ${minutes * 60_000} where id = '${id}'`,
      server.url,
    );
  await age('there', 600);
  await age('self', 600);
  // The server has been up for less than that: silence counts from then on.
  expect(await seen()).toEqual([false, false]);
  const up = { ...(await store.processes.list())[1]!, quiet: 6 * 60_000 };
  expect(isLost(up, self)).toBe(true);
  expect(isLost({ ...up, quiet: 4 * 60_000 }, self)).toBe(false);
  expect(isLost({ ...up, host: self.host }, self)).toBe(false);
  await store.processes.beat('there', 1);
  expect((await store.processes.list())[1]!.quiet).toBeLessThan(60_000);
  // Taken for dead by mistake and forgotten, it is there again with its next sign of life.
  await server.query('delete from toolgate_machines.process', server.url);
  await store.processes.beat('there', 1);
  expect((await store.processes.list()).map(row => row.id)).toEqual(['there']);
  await store.close();
});

test('a transaction that was killed in the middle leaves nothing, and holds nobody up', async () => {
  const place = { kind: 'postgres', url: server.url, workspaceID: 'killed' } as const;
  const store = await openStore(place);
  const child = startChild('write-for-ever', place);
  await once(child.stdout!, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  // The sessions of the dead end, and with them their locks.
  expect((await store.events.append([sampleEvent()])).length).toBe(1);
  const calls = await store.calls.list({ limit: 10_000 });
  const sets = await store.journal.sets({ limit: 10_000 });
  // Asked for in one breath: both or none.
  expect(sets.map(set => set.id)).toEqual(calls.map(call => call.id));
  await store.close();
});
