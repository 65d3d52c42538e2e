// The process that is killed, or whose calls fail: node syscall-child.ts WORKSPACE STORE SCENARIO operation|told|start
// It gets ready, says its pid, waits for a word on standard input, does its work and ends.
import { readSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Told } from './check/check-point.ts';
import { openPlace, runScenario } from './run-scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const [workspace, store, name, part] = process.argv.slice(2) as [string, string, string, string];
const scenario = SCENARIOS.find(one => one.name === name);
if (!scenario) throw new Error(`There is no scenario ${name}`);
// Packs are loaded before the operation begins: a fault is to meet the operation, and not the loading of its code.
await Promise.all([
  import('../../src/packs/filesystem/pack.ts'),
  import('../../src/packs/history/pack.ts'),
  import('../../src/packs/shell/pack.ts'),
]);
// So that the thread for file work is there before anyone looks for it.
await stat(workspace);
const ready = () => {
  process.stdout.write(`${process.pid}\n`);
  readSync(0, Buffer.alloc(1));
};
if (part === 'start') {
  ready();
  await (await openPlace({ workspace, store })).close();
} else {
  const gate = await openPlace({ workspace, store });
  ready();
  if (part === 'told' && scenario.run !== 'plan') {
    const begun = performance.now();
    const { ok, error, callID } = await gate.execute(scenario.run);
    const told: Told = {
      ok,
      callID,
      ...(error ? { code: error.code, message: error.message } : {}),
      took: performance.now() - begun,
    };
    writeSync(1, JSON.stringify(told));
  } else await runScenario(gate, scenario);
  await gate.close();
}
