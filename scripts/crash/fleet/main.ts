// Tasks with dependencies, done by workers that are killed all the time, on a database that is restarted meanwhile:
// node main.ts [--tasks 200] [--processes 4] [--workers 8] [--seconds 60] [--seed 1]
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { leftoversOf, processesOf } from '../../../test/support/left-behind.ts';
import type { Ending, PostgresServer } from '../../../test/support/postgres/postgres-server.ts';
import { checkEnd, type EndReport } from './check-end.ts';
import { jobsLeft, makeGround, untilNothingOpen, withServer } from './ground.ts';
import { openFleetGate } from './open-gate.ts';
import { orchestrate } from './orchestrate.ts';
import { planTasks } from './plan.ts';
import { FleetProcesses } from './processes.ts';
import { watchTakeovers } from './takeovers.ts';
import { torment } from './torment.ts';

export interface FleetOptions {
  readonly tasks: number;
  readonly processes: number;
  /** In all processes together. */
  readonly workers: number;
  /** For how long one is killed each second. */
  readonly seconds: number;
  readonly seed: number;
  readonly restarts: readonly Ending[];
  readonly tell: (line: string) => void;
}

export interface FleetReport extends EndReport {
  readonly kills: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Milliseconds, ascending, from the kill of a worker until another one went on with what it had. */
  readonly takeovers: readonly number[];
}

export const runFleet = (options: FleetOptions): Promise<FleetReport> =>
  withServer(options.tell, (folder, server) => torture(options, folder, server));

async function torture(options: FleetOptions, folder: string, server: PostgresServer): Promise<FleetReport> {
  const { tasks, processes: count, workers, seconds, seed, restarts, tell } = options;
  const slots = Math.ceil(workers / count);
  const setUp = makeGround(folder, { url: server.url, workspaceID: 'fleet', slots });
  const began = Date.now();
  const { gate, close } = await openFleetGate(setUp, tell);
  const processes = new FleetProcesses(setUp);
  const takeovers = watchTakeovers(gate.store.runs);
  try {
    await Promise.all(Array.from({ length: count }, () => processes.start()));
    const tormented = torment({
      processes,
      seconds,
      seed,
      restarts,
      restart: async ending => {
        tell(`the database ends (${ending})`);
        await server.restart(ending);
        tell('the database is back');
      },
      onKill: (processID, at) => takeovers.killed(processID, at),
    });
    const orchestrated = await orchestrate(gate, planTasks(tasks, seed), tell);
    const kills = await tormented;
    const left = [...(await untilNothingOpen(gate.store, () => jobsLeft(server))), ...processes.endedByThemselves];
    await processes.stop();
    const ended = await checkEnd({ store: gate.store, rounds: orchestrated.rounds, ...setUp });
    return {
      ...ended,
      problems: [
        ...orchestrated.problems,
        ...left,
        ...ended.problems,
        ...processesOf(folder).map(process => `still there: ${process}`),
        ...leftoversOf(processes.pids).map(place => `still there: ${place}`),
      ],
      kills,
      rounds: orchestrated.rounds.length,
      seconds: (Date.now() - began) / 1000,
      takeovers: await takeovers.stop(),
    };
  } finally {
    await processes.killAll();
    await takeovers.stop();
    await close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      tasks: { type: 'string', default: '200' },
      processes: { type: 'string', default: '4' },
      workers: { type: 'string', default: '8' },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  });
  const numbers = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  const tell = (line: string) => console.log(line);
  console.log(JSON.stringify(numbers));
  const options = {
    ...(numbers as Record<keyof typeof values, number>),
    restarts: ['fast', 'immediate'] as const,
    tell,
  };
  const { kills, rounds, seconds, unknown, late, takeovers, problems } = await runFleet(options);
  console.log(`${options.tasks} tasks in ${rounds} rounds, ${kills} kills, ${Math.round(seconds)} s`);
  console.log(`${unknown} calls with an unknown end, ${late} of their effects came late`);
  const at = (part: number) => takeovers[Math.min(takeovers.length - 1, Math.floor(takeovers.length * part))] ?? 0;
  console.log(`${takeovers.length} runs taken over: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, most ${at(1)} ms`);
  for (const problem of problems.slice(0, 50)) console.log(`problem: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
