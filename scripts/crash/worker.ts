// One process that changes a workspace without end, until it is killed: node worker.ts WORKSPACE STORE SEED LOG
import { appendFileSync } from 'node:fs';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import type { Acknowledged } from './check/check-ledger.ts';
import { randomCall } from './operations.ts';
import { seeded } from './random.ts';

const [workspace, store, seed, log] = process.argv.slice(2) as [string, string, string, string];
const random = seeded(Number(seed));
const gate = await createToolgate({
  workspace,
  store,
  policy: 'standard',
  approver: () => 'allow_once',
  agent: `worker-${seed}`,
});
process.stdin.once('end', () => process.exit()).resume();
process.stdout.write('ready\n');

for (let round = 0; ; round++) {
  const tag = `s${seed}r${round}`;
  const calls = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => ({
    ...randomCall(random, `${tag}i${index}`),
    id: `${tag}i${index}`,
  }));
  for (const { callID, ok, error, metadata } of await gate.executeAll(calls)) {
    const line: Acknowledged = {
      callID,
      ok,
      ...(error ? { code: error.code, message: error.message } : {}),
      ...(metadata.changeSetID === undefined ? {} : { set: String(metadata.changeSetID) }),
    };
    appendFileSync(log, `${JSON.stringify(line)}\n`);
  }
}
