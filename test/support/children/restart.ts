// Starts three calls that never end, says so, and waits to be killed: node restart.ts WORKSPACE STORE
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import { writes } from '../../../src/tool/effect.ts';

const [workspace, store] = process.argv.slice(2) as [string, string];
const forever = (id: string, extra: object): Info =>
  define(id, {
    description: 'Never ends.',
    parameters: z.object({}),
    danger: 'safe',
    execute: () => {
      appendFileSync(join(workspace, 'ran'), `${id}\n`);
      return new Promise(() => {});
    },
    ...extra,
  } as never) as Info;

const gate = await createToolgate({
  workspace,
  store,
  policy: 'privileged',
  approver: request => (request.tool === 'delete_file' ? new Promise(() => {}) : 'allow_once'),
  tools: [
    forever('launch', {}),
    forever('pure', { effects: () => [] }),
    forever('again', { effects: () => [writes('x')], idempotent: true }),
  ],
});
for (const name of ['launch', 'pure', 'again']) void gate.execute({ name, args: {} });
void gate.execute({ name: 'delete_file', args: { path: 'kept.txt' } });
let waiting = 0;
while (waiting === 0 || (await gate.store.calls.list({ status: 'started' })).length < 3) {
  await new Promise(resolve => setTimeout(resolve, 10));
  waiting = (await gate.approvals.list()).length;
}
await gate.store.flush();
process.stdout.write('ready\n');
