import type { Agents } from '../agents/create-agents.ts';
import type { AgentGate, Toolgate } from '../gate/toolgate.ts';
import type { Spawner } from '../packs/spawn/port.ts';
import { checkOptions } from '../tool/check-options.ts';
import { ToolError } from '../tool/error.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { openPgBoss } from './pg-boss-engine.ts';
import { startWorker, type Worker, type WorkerOptions } from './worker.ts';
import { announceWorker, areWorkersThere } from './workers-there.ts';

export interface ConnectOptions {
  /** The gate's store: `postgres://…`. */
  readonly url: string;
  /** Types and models; they also run agents in this very process where there is no worker. */
  readonly agents: Agents;
  readonly onProblem?: (message: string) => void;
  /** Called with each run that an agent of this process has workers do. */
  readonly onSpawn?: (runID: string) => void;
}

/** The workers of a workspace, as one process sees them. */
export interface Workers extends Pick<Dispatch, 'submit' | 'ended' | 'cancel'> {
  /** The gate's own `spawner`: agents run on workers, or here while there is none. */
  spawner(gate: AgentGate): Spawner;
  /** Makes this process a worker, too. */
  start(options?: Pick<WorkerOptions, 'slots' | 'onRun'>): Promise<Worker>;
  /** Closes the connection, before the gate is closed. Runs that a worker here had go on elsewhere. */
  close(): Promise<void>;
}

export async function connectWorkers(gate: Toolgate, options: ConnectOptions): Promise<Workers> {
  checkOptions('connectWorkers', options, { url: true, agents: true, onProblem: true, onSpawn: true });
  const { url, agents, onProblem = () => {}, onSpawn } = options;
  const queue = gate.store.sharedAs;
  if (queue === undefined) throw needsPostgres();
  const engine = await openPgBoss({ url, queue, onProblem });
  const { submit, ended, cancel, spawner } = createDispatch({ store: gate.store, engine, onSpawn });
  let worker: Worker | undefined;
  return {
    submit,
    ended,
    cancel,
    spawner(asker) {
      const here = agents.spawner(asker);
      const elsewhere = spawner(agents, id => worker?.runOf(id))(asker);
      return {
        types: () => here.types(),
        async spawn(request) {
          const shared = worker !== undefined || (await areWorkersThere(gate.store));
          return (shared ? elsewhere : here).spawn(request);
        },
      };
    },
    async start(given = {}) {
      worker ??= startWorker({ gate, agents, engine, onProblem, ...given });
      await announceWorker(gate);
      return worker;
    },
    async close() {
      await worker?.stop();
      await engine.close();
    },
  };
}

export const needsPostgres = (): ToolError =>
  new ToolError('INVALID_ARGUMENTS', 'Workers share a PostgreSQL database, and the store is not one', {
    suggestion: 'Set TOOLGATE_STORE, or "store" in your own config, to postgres://USER:PASSWORD@HOST/DATABASE.',
  });
