import { expect, test } from 'vitest';
import { openStore } from '../../store/open-store.ts';
import type { ChangeRow, ChangeSetRow } from '../../store/port.ts';
import { selectRedo } from './select.ts';

/** The number of changes: more than can be handed to a function as its arguments. */
const CHANGES = 150_000;

test('an undo of very many changes can be taken back', async () => {
  const store = await openStore({ kind: 'memory' });
  const set = (id: string, more: Partial<ChangeSetRow> = {}): ChangeSetRow => ({
    id,
    callID: id,
    sessionID: 's',
    agent: 'a',
    turn: 1,
    processID: 'p',
    title: id,
    at: 1,
    status: 'committed',
    ...more,
  });
  const rows = Array.from(
    { length: CHANGES },
    (_, ord): ChangeRow => ({
      id: `c${ord}`,
      setID: 'delete',
      ord,
      path: `f${ord}`,
      operation: 'delete',
      added: 0,
      removed: 1,
    }),
  );
  await store.journal.begin(set('delete'), rows, []);
  await store.journal.begin(set('undo', { status: 'intent', action: 'undo', undoes: ['delete'] }), [], []);
  await store.journal.finish('undo', 'committed', { takesBack: rows.map(({ id }) => id) });
  const { marks } = await selectRedo(store.journal);
  expect(marks.bringsBack).toHaveLength(CHANGES);
  await store.close();
});
