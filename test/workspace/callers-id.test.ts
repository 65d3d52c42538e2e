import { expect, it } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

it('a recorded change has the id that the caller gave its call', async () => {
  const { gate, write, again } = await openGate({});
  const content = 'one\n';
  await gate.execute({ id: 'tc_123', name: 'write_file', args: { path: 'a.txt', content } });
  await gate.execute({ name: 'write_file', args: { path: 'b.txt', content } });
  write('c.txt', content);
  await gate.journal.recordChange({
    filePath: 'c.txt',
    operation: 'write',
    contentAfter: content,
    turnNumber: 5,
    toolCallId: 'tc_5',
  });
  await gate.close();
  const sets = await (await again()).gate.journal.list();
  expect(sets.map(({ label }) => label)).toEqual(['tc_5', undefined, 'tc_123']);
});
