// Runs the cases of test/hosts with the real hosts, against a scripted model: npm run hosts [HOST] [-- --record] [-- --only TEXT]
// Hosts are installed from npm into the user's cache folder. One that cannot be is said to be untried.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Host } from '../../src/hosts/host.ts';
import { HOST_NAMES } from '../../src/hosts/host-names.ts';
import { findHost } from '../../src/hosts/hosts.ts';
import { tryFailures } from '../../src/hosts/trial/try-failures.ts';
import { HOST_CASES, UntriedCase } from '../../test/hosts/cases.ts';
import { openHostWorld } from '../../test/hosts/host-world.ts';
import type { HostRecording, RecordedExchange } from '../../test/hosts/recording.ts';
import { bundle, bundleClients, bundleProgram, ROOT } from '../bundle/bundle.ts';
import { HARD_CASES } from './hard-cases.ts';
import { cacheFolder, installHost } from './install-host.ts';
import { realPlayer } from './real-player.ts';
import { WRAP_CASES } from './wrap-cases.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false }, only: { type: 'string' } },
});
/** Of this run alone: another may go on beside it. */
const programs = join(ROOT, 'node_modules/.cache/toolgate-hosts', String(process.pid));
let failed = 0;
let untried = 0;
let untriedCases = 0;

async function buildPrograms(): Promise<void> {
  mkdirSync(programs, { recursive: true });
  await bundleProgram({ dist: programs });
  await bundleClients({ dist: programs });
  writeFileSync(join(programs, 'package.json'), '{ "type": "module" }');
  if (!values.record) return;
  renameSync(join(programs, 'hook.cjs'), join(programs, 'real-hook.cjs'));
  await bundle({ hook: 'test/hosts/record-hook.ts' }, { dist: programs, format: 'cjs' });
  await bundle({ 'opencode-plugin': 'test/hosts/plugins/record-opencode.ts' }, { dist: programs });
  await bundle({ 'pi-extension': 'test/hosts/plugins/record-pi.ts' }, { dist: programs });
  // The quick one would go round the one that notes.
  rmSync(join(programs, 'assets/client-hook.pl'));
}

async function runCases(host: Host, { program, version }: { program: string; version: string }): Promise<void> {
  const cases: Record<string, (readonly RecordedExchange[])[]> = {};
  const below = cacheFolder('runs');
  mkdirSync(below, { recursive: true });
  for (const [name, run] of Object.entries(HOST_CASES)) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    const turns: (readonly RecordedExchange[])[] = [];
    const play = realPlayer(program, (turn, exchanges) => {
      turns[turn] = exchanges;
    });
    await check(`${host.title} ${version}: ${name}`, async () => {
      const world = openHostWorld({ host, programs, below, play });
      try {
        await run(world);
      } finally {
        world.close();
      }
    });
    if (turns.length > 0) cases[name] = turns;
  }
  for (const [name, run] of Object.entries(values.record ? {} : { ...HARD_CASES, ...WRAP_CASES })) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    await check(`${host.title} ${version}: ${name}`, async () => {
      const world = openHostWorld({ host, programs, below, play: realPlayer(program), name: 'mein Überblick' });
      try {
        await run(world, program);
      } finally {
        world.close();
      }
    });
  }
  const file = join(ROOT, `test/cases/hosts/${host.name}.json`);
  const before = values.only === undefined ? undefined : recordingIn(file);
  // Some cases go to those that were recorded of the same version.
  if (values.record && failed === 0 && (values.only === undefined || before?.version === version)) {
    const recording: HostRecording = { host: host.name, version, cases: { ...before?.cases, ...cases } };
    writeFileSync(file, JSON.stringify(recording));
    spawnSync('biome', ['format', '--write', file], { stdio: 'ignore' });
  }
}

const recordingIn = (file: string): HostRecording | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as HostRecording) : undefined;

async function check(name: string, run: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  try {
    await run();
    console.log(`ok      ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (error instanceof UntriedCase) {
      untriedCases++;
      console.log(`UNTRIED ${name}: ${error.message}`);
      return;
    }
    failed++;
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.stack : String(error)}`);
  }
}

async function failing(host: Host, program: string): Promise<void> {
  for await (const { way, blocks, said } of tryFailures({
    host,
    program,
    folder: cacheFolder('runs'),
    hasTimeout: true,
  }))
    await check(`${host.title}: a hook that ${way} blocks the call`, async () => {
      if (blocks !== true) throw new Error(blocks === false ? 'the call ran' : `untried: ${said}`);
    });
}

await buildPrograms();
for (const name of positionals.length > 0 ? positionals : HOST_NAMES) {
  const host = findHost(name);
  if (!host) throw new Error(`No host is called ${name}; there are: ${HOST_NAMES.join(', ')}`);
  const installed = host.trial && installHost(name, host.trial);
  if (!installed || 'problem' in installed) {
    untried++;
    console.log(`UNTRIED ${host.title}: ${installed ? installed.problem : 'it has no trial'}`);
    continue;
  }
  await runCases(host, installed);
  if (values.only === undefined) await failing(host, installed.program);
}
rmSync(programs, { recursive: true, force: true });
console.log(`${failed} failed; untried: ${untried} hosts, ${untriedCases} cases`);
process.exitCode = failed > 0 ? 1 : untried > 0 ? 3 : 0;
