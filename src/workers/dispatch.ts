import { createHash } from 'node:crypto';
import { traceCarrier } from '../agents/loop/agent-span.ts';
import type { AgentGate } from '../gate/toolgate.ts';
import type { Spawner, SpawnRequest } from '../packs/spawn/port.ts';
import type { CallRequest } from '../pipeline/call.ts';
import { shareOrigins } from '../pipeline/session/keep-origins.ts';
import type { RunRow, Store } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';
import { newId } from '../tool/id.ts';
import { awaitRuns } from './await-runs.ts';
import type { QueueEngine } from './engine.ts';
import { KeptPolicies } from './kept-policies.ts';
import { createRemoteSpawner, type LocalAgents } from './remote-spawner.ts';
import type { AgentSpec, CallSpec } from './run-spec.ts';

interface DispatchOptions {
  readonly store: Pick<Store, 'runs' | 'state'>;
  readonly engine: Pick<QueueEngine, 'send'>;
  /** Called with each run that an agent of this process starts, before the run begins. */
  readonly onSpawn?: ((runID: string) => void) | undefined;
  readonly now?: () => number;
}

/** The run that a session belongs to, in a process that works on one. */
export interface RunAbove {
  readonly id: string;
  readonly rootID: string;
  /** Whether the process leaves the run, which goes on elsewhere: so do the runs below it. */
  readonly isLeft: () => boolean;
  waitFor<T>(work: Promise<T>): Promise<T>;
}

type LocalRuns = (sessionID: string) => RunAbove | undefined;

/** Hands work to any free worker. */
export interface Dispatch {
  /** Has some worker make these calls; gives the ids of their runs. */
  submit(gate: AgentGate, calls: readonly CallRequest[]): Promise<readonly string[]>;
  ended(id: string, abort?: AbortSignal): Promise<RunRow>;
  /** Cancels a run and all that it has started. The worker that has the run ends it within a second. */
  cancel(id: string): Promise<readonly string[]>;
  /** Makes the spawner for `createToolgate`: agents below run on workers. */
  spawner(agents: LocalAgents, runsHere?: LocalRuns): (gate: AgentGate) => Spawner;
}

export function createDispatch({ store, engine, onSpawn, now = Date.now }: DispatchOptions): Dispatch {
  const { runs } = store;
  const ended = awaitRuns(runs);
  const policies = new KeptPolicies(store.state);

  async function start(rows: readonly RunRow[]): Promise<void> {
    const { refused } = await runs.add(rows);
    if (refused.length > 0) throw new ToolError('ABORTED', 'What it would belong to has ended; nothing was started');
    try {
      await engine.send(rows.map(({ id, jobID }) => ({ id: jobID, runID: id })));
    } catch (error) {
      // The run is stored: a worker finds it without its job, after a while. Nobody may be told that it failed.
      process.emitWarning(`A job could not be sent: ${error instanceof Error ? error.message : error}`);
    }
  }

  const rowOf = (fields: Pick<RunRow, 'id' | 'kind' | 'spec'> & Partial<RunRow>): RunRow => ({
    rootID: fields.id,
    status: 'queued',
    epoch: 0,
    jobID: newId(),
    createdAt: now(),
    changedAt: now(),
    ...fields,
  });

  const cancel = (id: string) => runs.cancel(id, now());

  async function runAgent(spec: AgentSpec, request: SpawnRequest, above?: RunAbove): Promise<RunRow> {
    const id = above && request.step !== undefined ? childID(above.id, request.step) : newId();
    if (!above) onSpawn?.(id);
    await start([rowOf({ id, kind: 'agent', spec: { ...spec }, parentID: above?.id, rootID: above?.rootID ?? id })]);
    request.report(`${spec.agent} waits for a worker`);
    try {
      const end = ended(id, request.abort);
      return await (above ? above.waitFor(end) : end);
    } catch (error) {
      if (request.abort.aborted && !above?.isLeft()) await cancel(id);
      throw error;
    }
  }

  return {
    async submit(gate, calls) {
      refusePlanned(gate);
      const session = gate.session();
      const asker = {
        agent: gate.agent,
        depth: gate.depth,
        role: gate.role,
        sessionID: session.id,
        policy: await policies.keep(gate.policy()),
        packs: gate.packs && gate.registry.listPackNames(),
        tainted: session.tainted,
        privateRead: session.privateRead,
        conversation: await shareOrigins(session, store),
        trace: traceCarrier(),
      };
      const specs = calls.map(({ name, args }): CallSpec => ({ ...asker, name, args }));
      const rows = specs.map(spec => rowOf({ id: newId(), kind: 'call', spec: { ...spec } }));
      await start(rows);
      return rows.map(({ id }) => id);
    },
    ended,
    cancel,
    spawner: (agents, runsHere) => gate => {
      refusePlanned(gate);
      return createRemoteSpawner(gate, {
        agents,
        policies,
        store,
        run: (spec, request) => runAgent(spec, request, runsHere?.(request.sessionID)),
      });
    },
  };
}

/** Refuses a gate that plans: workers would write for real. */
function refusePlanned({ planned }: AgentGate): void {
  if (planned)
    throw new ToolError('PERMISSION_DENIED', 'In plan mode nothing is handed to workers, which write for real', {
      suggestion: 'Do it here, in the plan.',
    });
}

/** The id of an agent's run: the same call of the same run starts the same agent, however often the call is made. */
export function childID(runID: string, step: string): string {
  const hex = createHash('sha256').update(`${runID} ${step}`).digest('hex');
  // The id sorts by time like the others: its first part is the parent's.
  return `${runID.slice(0, 14)}7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
