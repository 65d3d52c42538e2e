// A process that dies at a named instant: node mortal-process.ts SETUP MORTAL. Without an instant it lives.
import { once } from 'node:events';
import { openPgBoss } from '../../../src/workers/pg-boss-engine.ts';
import { sweep } from '../../../src/workers/sweep.ts';
import { startWorker, type Worker } from '../../../src/workers/worker.ts';
import { announceWorker } from '../../../src/workers/workers-there.ts';
import { dieAt } from './death-points.ts';
import { createFleetAgents, type FleetSetUp, openFleetGate } from './open-gate.ts';

export interface MortalOptions {
  readonly instant?: string;
  /** A run that says this is its own. Left out: it waits for a word, and then looks once after what the dead have left. */
  readonly only?: string;
}

const [setUp, { instant, only }] = process.argv.slice(2).map(text => JSON.parse(text)) as [FleetSetUp, MortalOptions];
const say = (line: string) => process.stderr.write(`${process.pid} ${line}\n`);
process.stdin.once('end', () => process.exit(1));
const { gate } = await openFleetGate(setUp, say);
const { store } = gate;
const engine = await openPgBoss({ url: setUp.url, queue: store.sharedAs!, onProblem: say });
let worker: Worker | undefined;
if (only !== undefined) takeOnly(only);
if (instant !== undefined) dieAt(instant, { store, engine }, () => void worker?.stop(0));

if (only === undefined) {
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  await sweep({ gate, engine });
  process.stdout.write('swept\n');
} else {
  worker = startWorker({ gate, agents: createFleetAgents(), engine, slots: 1 });
  await announceWorker(gate);
  process.stdout.write('ready\n');
}
process.stdin.resume();

/** It dies over the run that it is meant for, not over one that an earlier process left. */
function takeOnly(wanted: string): void {
  const { runs } = store;
  const list = runs.list.bind(runs);
  runs.list = async query => (query?.status ? [] : list(query));
  const fetch = engine.fetch.bind(engine);
  engine.fetch = async most => {
    const jobs = await fetch(most);
    const rows = await list({ ids: jobs.map(({ runID }) => runID) });
    const meant = rows.find(({ spec }) => JSON.stringify(spec.prompt ?? spec.args).includes(wanted));
    return jobs.filter(({ runID }) => runID === meant?.id);
  };
}
