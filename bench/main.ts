// npm run bench: what the gate costs, beside peers measured in the same run.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureGate } from './gate.ts';
import type { Measured } from './measure.ts';
import { measureSandbox } from './sandbox.ts';
import { measureStartup } from './startup.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
if (!existsSync(`${here}node_modules`)) spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' });

const calls = 20_000;
const gate = await measureGate(calls);
// Loaded only now: what a peer hooks into every promise is its own cost. By a computed name, for the peers are installed
// only here, and the types of the project must not need them.
const { measurePeers } = (await import(new URL('./peers.ts', import.meta.url).href)) as {
  measurePeers(calls: number): Promise<Measured[]>;
};
const peers = await measurePeers(calls / 10);
console.log('One call of a trivial validated tool (CPU and wall in microseconds):');
for (const { name, cpu, wall } of [gate.trivial, ...peers]) {
  console.log(
    `  ${name.padEnd(26)} ${cpu.toFixed(2).padStart(8)} ${wall.toFixed(2).padStart(8)}   ${(cpu / gate.trivial.cpu).toFixed(1)} x`,
  );
}
console.log(`64 disjoint calls of 20 ms at once: ${gate.parallel.toFixed(1)} ms`);
const { node, exec } = measureStartup();
console.log(`toolgate exec of one read, built: ${exec.toFixed(0)} ms where node -e 0 takes ${node.toFixed(0)} ms`);
const sandbox = await measureSandbox([10, 50_000]);
if (sandbox) {
  console.log(`bash -c true: ${sandbox.plain.toFixed(1)} ms; in the sandbox, on an overlay:`);
  for (const { files, time } of sandbox.overlay) {
    console.log(
      `  of ${String(files).padStart(6)} files ${time.toFixed(1)} ms, ${(time - sandbox.plain).toFixed(1)} ms more`,
    );
  }
}
