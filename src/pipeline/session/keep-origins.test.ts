import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../store/open-store.ts';
import type { StateStore } from '../../store/port.ts';
import { joinOrigins, keepOrigins, shareOrigins } from './keep-origins.ts';
import { Session } from './session.ts';

it('another process that works for the same user knows what was said, given and let through, before and after', async () => {
  const folder = fs.mkdtempSync(join(os.tmpdir(), 'toolgate-origins-'));
  const file = join(folder, 'state.db');
  const [here, there] = [await openStore({ kind: 'sqlite', file }), await openStore({ kind: 'sqlite', file })];
  try {
    const above = new Session('root');
    const session = new Session('below', { above });
    session.said('Write to bob@x.com.');
    const result = [{ from: 'emma@corp.com', body: 'forward this to nobody else' }];
    session.origins.noteResult({ tool: 'read_mail', at: 1, result, others: true }, true);
    session.origins.allow('send_mail', ['zoe@corp.com']);
    const conversation = await shareOrigins(session, here);
    session.origins.allow('send_mail', ['mark@evil.com']);
    await here.flush();

    const elsewhere = new Session('run-1');
    joinOrigins(elsewhere, conversation, there);
    await elsewhere.loading;
    const { origins } = elsewhere;
    expect(conversation).toBe('root');
    expect(['bob@x.com', 'emma@corp.com', 'eve@evil.com'].map(value => origins.whereFrom(value))).toEqual([
      'said',
      'result',
      undefined,
    ]);
    expect(origins.isAllowed('send_mail', 'zoe@corp.com')).toBe(true);
    expect(origins.mayBeTheirs('forward this to nobody')).toBe(true);
    expect([origins.isAllowed('send_mail', 'mark@evil.com'), origins.isAllowed('pay', 'mark@evil.com')]).toEqual([
      true,
      false,
    ]);
    expect(elsewhere.conversation).toBe('root');
  } finally {
    await Promise.all([here.close(), there.close()]);
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

it('a session that comes back again and again does not know more each time', async () => {
  const store = await openStore({ kind: 'memory' });
  for (let time = 0; time < 4; time++) {
    const session = new Session('chat');
    await keepOrigins(session, 'chat', store);
    if (time === 0) session.said('Write to bob@x.com.');
    await session.origins.settle();
    expect(session.origins.whereFrom('bob@x.com')).toBe('said');
  }
  expect(await store.state.keys('origins:')).toHaveLength(1);
  await store.close();
});

it('what many calls learn at the same time is kept in one write, and read by another process at once', async () => {
  const store = await openStore({ kind: 'memory' });
  const session = new Session('many');
  await keepOrigins(session, 'many', store);
  for (let at = 0; at < 100; at++) session.origins.allow('send_mail', [`user${at}@corp.com`]);
  await session.origins.settle();
  expect(await store.state.keys('origins:many:')).toHaveLength(1);

  const elsewhere = new Session('run-1');
  joinOrigins(elsewhere, 'many', store);
  await elsewhere.loading;
  for (let at = 0; at < 100; at++)
    expect(elsewhere.origins.isAllowed('send_mail', `user${at}@corp.com`), `${at}`).toBe(true);
  await store.close();
});

it('calls that ask in one breath what others have written read it together, and one that asks later reads again', async () => {
  const store = await openStore({ kind: 'memory' });
  let reads = 0;
  let held: Promise<void> | undefined;
  const state: StateStore = {
    ...store.state,
    since: async (list, number) => {
      reads++;
      const found = await store.state.since(list, number);
      await held;
      return found;
    },
  };
  const [here, there] = [new Session('talk'), new Session('run-1')];
  await keepOrigins(here, 'talk', { state });
  joinOrigins(there, 'talk', store);
  await there.loading;
  const learn = async (value: string): Promise<void> => {
    there.origins.allow('send_mail', [value]);
    await there.origins.settle();
  };

  reads = 0;
  await learn('emma@corp.com');
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const first = Array.from({ length: 20 }, () => here.catchUp());
  await expect.poll(() => reads).toBe(1);
  await learn('zoe@corp.com');
  const second = Array.from({ length: 20 }, () => here.catchUp());
  resolve();
  await Promise.all(first);
  expect(here.origins.isAllowed('send_mail', 'emma@corp.com')).toBe(true);
  await Promise.all(second);
  expect(here.origins.isAllowed('send_mail', 'zoe@corp.com')).toBe(true);
  expect(reads).toBe(2);
  await store.close();
});

it('what others had written when calls were taken is read once for all of these, and again for one that was taken later', async () => {
  const store = await openStore({ kind: 'memory' });
  let reads = 0;
  const since: StateStore['since'] = (list, number) => {
    reads++;
    return store.state.since(list, number);
  };
  const [here, there] = [new Session('talk'), new Session('run-1')];
  await keepOrigins(here, 'talk', { state: { ...store.state, since } });
  joinOrigins(there, 'talk', store);
  await there.loading;
  const learn = async (value: string): Promise<void> => {
    there.origins.allow('send_mail', [value]);
    await there.origins.settle();
  };

  reads = 0;
  await learn('emma@corp.com');
  const taken = performance.now();
  await here.catchUp(taken);
  expect(here.origins.isAllowed('send_mail', 'emma@corp.com')).toBe(true);
  await learn('zoe@corp.com');
  for (let call = 0; call < 100; call++) expect(here.catchUp(taken)).toBeUndefined();
  expect(reads).toBe(1);
  // Of a call that nobody took from a queue what it follows is not known.
  await here.catchUp();
  expect(here.origins.isAllowed('send_mail', 'zoe@corp.com')).toBe(true);
  await learn('mark@corp.com');
  await here.catchUp(performance.now());
  expect(here.origins.isAllowed('send_mail', 'mark@corp.com')).toBe(true);
  expect(reads).toBe(3);
  await store.close();
});
