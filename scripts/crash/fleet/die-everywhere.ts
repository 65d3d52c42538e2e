// Workers that die at every instant that matters, one after the other: node die-everywhere.ts
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunRow } from '../../../src/store/port.ts';
import type { Outcome } from '../../../src/tool/outcome.ts';
import { COMPILED, programs } from '../programs.ts';
import { checkEnd } from './check-end.ts';
import { SWEEPING, WORKING } from './death-points.ts';
import { makeGround, untilNothingOpen, withServer } from './ground.ts';
import type { MortalOptions } from './mortal-process.ts';
import { AGENT_TYPE, type FleetSetUp, openFleetGate } from './open-gate.ts';
import { LAST_LINE, markOf, SHARED_FILES, type Work } from './plan.ts';
import { FleetProcesses } from './processes.ts';

export interface DeathReport {
  readonly problems: readonly string[];
  /** Instants at which one died. */
  readonly deaths: readonly string[];
}

/** Who dies where: a worker at an agent or at one call in the background, or one that looks after the dead. */
type Turn = readonly ['agent' | 'note' | 'edit_file' | 'sweep', instant: string];

export const WORKING_TURNS: readonly Turn[] = [
  ...Object.keys(WORKING).map(instant => ['agent', instant] as const),
  ['note', 'is about to act'],
  ['note', 'has acted'],
  ['note', 'ends the run'],
  ['edit_file', 'is about to write'],
  ['edit_file', 'has committed'],
  ['edit_file', 'ends the run'],
];

export const SWEEPING_TURNS: readonly Turn[] = Object.keys(SWEEPING).map(instant => ['sweep', instant] as const);

interface DeathOptions {
  readonly turns: readonly Turn[];
  /** How many workspaces share them. */
  readonly abreast: number;
  readonly tell: (line: string) => void;
}

export function dieEverywhere({ turns: all, abreast, tell }: DeathOptions): Promise<DeathReport> {
  return withServer(tell, async (folder, server): Promise<DeathReport> => {
    const lanes = Array.from({ length: abreast }, (_, lane) => all.filter((_, index) => index % abreast === lane));
    const reports = await Promise.all(
      lanes.map((turns, lane) => {
        const setUp = makeGround(join(folder, `lane${lane}`), {
          url: server.url,
          workspaceID: `lane${lane}`,
          slots: 4,
        });
        return new Lane(setUp, tell).run(turns);
      }),
    );
    return {
      problems: reports.flatMap(({ problems }) => problems),
      deaths: reports.flatMap(({ deaths }) => deaths),
    };
  });
}

/** One workspace, and those who die over it. */
class Lane {
  readonly #setUp: FleetSetUp;
  readonly #tell: (line: string) => void;
  readonly #children: ChildProcess[] = [];
  readonly #problems: string[] = [];
  readonly #deaths: string[] = [];
  readonly #rounds: Work[] = [];
  readonly #ends: Promise<Outcome>[] = [];
  readonly #calls: Promise<RunRow>[] = [];
  #labels = 0;

  constructor(setUp: FleetSetUp, tell: (line: string) => void) {
    this.#setUp = setUp;
    this.#tell = tell;
  }

  async run(turns: readonly Turn[]): Promise<DeathReport> {
    const opened = await openFleetGate(this.#setUp, this.#tell);
    const survivors = new FleetProcesses(this.#setUp);
    const { gate } = opened;
    try {
      for (const turn of turns) await this.#die(opened, turn);
      if (turns.some(([kind]) => kind === 'sweep')) await this.#sweepTogether(opened);
      await survivors.start();
      // What became of a call is seen from the ledger: nobody may know whether it was done.
      await Promise.all(this.#calls);
      for (const { ok, output } of await Promise.all(this.#ends)) if (!ok) this.#problems.push(output);
      for (const { label } of this.#rounds) await gate.execute({ name: 'complete_task', args: { id: label } });
      this.#problems.push(...(await untilNothingOpen(gate.store)));
      await survivors.stop();
      const { problems, late } = await checkEnd({ store: gate.store, rounds: this.#rounds, ...this.#setUp });
      if (late > 0) this.#problems.push(`${late} did what was done before`);
      return { problems: [...this.#problems, ...survivors.endedByThemselves, ...problems], deaths: this.#deaths };
    } finally {
      await survivors.killAll();
      for (const child of this.#children) child.kill('SIGKILL');
      await opened.close();
    }
  }

  async #die(opened: Opened, [kind, instant]: Turn): Promise<void> {
    if (kind === 'sweep') return this.#dieSweeping(opened, instant);
    const label = `t${this.#labels++}`;
    // For an agent it is a word of its prompt, for a call the line that it leaves.
    const worker = await this.#start({ instant, only: kind === 'agent' ? `${label}\\"` : `${label} r1 ` });
    await (kind === 'agent' ? this.#beginAgent(opened, label) : this.#beginCall(opened, label, kind));
    await this.#died(worker, instant);
  }

  async #dieSweeping(opened: Opened, instant: string): Promise<void> {
    const sweeper = await this.#start({ instant });
    await this.#die(opened, ['agent', 'is about to act']);
    sweeper.stdin?.write('go\n');
    await this.#died(sweeper, instant);
  }

  /** Two that look after the same dead one at the same time. */
  async #sweepTogether(opened: Opened): Promise<void> {
    const sweepers = await Promise.all([this.#start({}), this.#start({})]);
    await this.#die(opened, ['agent', 'is about to act']);
    const swept = sweepers.map(({ stdout }) => once(stdout!, 'data'));
    for (const { stdin } of sweepers) stdin?.write('go\n');
    await Promise.all(swept);
    for (const sweeper of sweepers) sweeper.kill('SIGKILL');
  }

  async #beginAgent({ gate }: Opened, label: string): Promise<void> {
    const work: Work = { label, round: 1, file: SHARED_FILES[0]!, wait: 20, command: true };
    this.#rounds.push(work);
    await gate.execute({ name: 'create_task', args: { label, title: label } });
    const args = { agentType: AGENT_TYPE, prompt: JSON.stringify(work), concurrent: true };
    this.#ends.push(gate.execute({ name: 'spawn_agent', args }));
  }

  async #beginCall({ gate, workers }: Opened, label: string, name: 'note' | 'edit_file'): Promise<void> {
    const line = `${markOf({ label, round: 1 })}0`;
    const edit = { path: SHARED_FILES[1], old_text: LAST_LINE, new_text: `${line}\n${LAST_LINE}` };
    const [id] = await workers.submit(gate, [{ name, args: name === 'note' ? { line, wait: 20 } : edit }]);
    this.#calls.push(workers.ended(id!));
  }

  async #start(mortal: MortalOptions): Promise<ChildProcess> {
    const { mortalProcess } = await programs();
    const child = spawn(process.execPath, [mortalProcess, JSON.stringify(this.#setUp), JSON.stringify(mortal)], {
      stdio: ['pipe', 'pipe', process.env.TOOLGATE_TEST_SHOW ? 'inherit' : 'ignore'],
      env: { ...process.env, ...COMPILED },
    });
    this.#children.push(child);
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
    return child;
  }

  async #died(child: ChildProcess, instant: string): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (child.signalCode === 'SIGKILL') this.#deaths.push(instant);
    else this.#problems.push(`nobody died who ${instant}`);
    this.#tell(`one died who ${instant}`);
  }
}

type Opened = Awaited<ReturnType<typeof openFleetGate>>;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const turns = [...WORKING_TURNS, ...SWEEPING_TURNS];
  const { problems, deaths } = await dieEverywhere({ turns, abreast: 3, tell: line => console.log(line) });
  console.log(`${deaths.length} deaths`);
  for (const problem of problems) console.log(`problem: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
