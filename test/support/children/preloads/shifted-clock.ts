// Makes calls with a clock that is off: node shifted-clock.ts, and on standard input { workspace, store, shift, calls }.
import { readFileSync } from 'node:fs';
import type { CallRequest } from '../../../../src/pipeline/call.ts';

const { workspace, store, shift, calls } = JSON.parse(readFileSync(0, 'utf8')) as {
  readonly workspace: string;
  readonly store: string;
  readonly shift: number;
  readonly calls: readonly CallRequest[];
};
const { now } = Date;
Date.now = () => now() + shift;
const { createToolgate } = await import('../../../../src/gate/create-toolgate.ts');
const gate = await createToolgate({ workspace, store, approver: () => 'allow_once' });
const said: unknown[] = [];
for (const call of calls) {
  const { ok, output } = await gate.execute(call);
  said.push({ ok, output });
}
await gate.close();
process.stdout.write(JSON.stringify(said));
