import { expect, it } from 'vitest';
import { openStore } from '../../store/open-store.ts';
import { Sessions } from './sessions.ts';

it('a session that was let go, and is kept nowhere, still holds what others had a say in', async () => {
  const store = await openStore({ kind: 'memory' });
  const sessions = new Sessions({
    store,
    own: 'own',
    named: false,
    allowance: () => ({ calls: Infinity, tokens: Infinity }),
  });
  sessions.get('first').tainted = true;
  sessions.get('second');
  for (let number = 0; number < 1_100; number++) sessions.get(`other-${number}`);
  const { tainted, origins } = sessions.get('first');
  expect([tainted, origins.mayBeTheirs('anything')]).toEqual([true, true]);
  expect(sessions.get('second').tainted).toBe(false);
  await store.close();
});
