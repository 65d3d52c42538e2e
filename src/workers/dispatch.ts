import { createHash } from 'node:crypto';
import { type Agents, checkDepth } from '../agents/create-agents.ts';
import { traceCarrier } from '../agents/loop/agent-span.ts';
import type { AgentGate } from '../gate/toolgate.ts';
import type { Spawner, SpawnRequest, SpawnResult } from '../packs/spawn/port.ts';
import type { CallRequest } from '../pipeline/call.ts';
import type { Session } from '../pipeline/session/session.ts';
import type { RunRow, Store } from '../store/port.ts';
import { type Failure, ToolError } from '../tool/error.ts';
import { newId } from '../tool/id.ts';
import { AwaitedRuns } from './await-runs.ts';
import type { QueueEngine } from './engine.ts';
import { KeptPolicies } from './kept-policies.ts';
import { reserveBudget } from './reserve-budget.ts';
import { type AgentReport, type AgentSpec, type CallSpec, finite } from './run-spec.ts';

interface DispatchOptions {
  readonly store: Pick<Store, 'runs' | 'state'>;
  readonly engine: Pick<QueueEngine, 'send'>;
  /** Told of each run that an agent of this process starts, before it begins. */
  readonly onSpawn?: ((runID: string) => void) | undefined;
  readonly now?: () => number;
}

type LocalAgents = Pick<Agents, 'types' | 'running'>;

/** The run that a session belongs to, in a process that works on one. */
export interface RunAbove {
  readonly id: string;
  readonly rootID: string;
  /** The process leaves the run, which goes on elsewhere: what is below it goes on too. */
  readonly isLeft: () => boolean;
  waitFor<T>(work: Promise<T>): Promise<T>;
}

type LocalRuns = (sessionID: string) => RunAbove | undefined;

/** Hands work to whichever worker is free. */
export interface Dispatch {
  /** Calls that some worker makes; their ids. */
  submit(gate: AgentGate, calls: readonly CallRequest[]): Promise<readonly string[]>;
  ended(id: string, abort?: AbortSignal): Promise<RunRow>;
  /** It and all that it has started. Who has it ends it within a second. */
  cancel(id: string): Promise<readonly string[]>;
  /** For `createToolgate`: agents below run on workers. */
  spawner(agents: LocalAgents, runsHere?: LocalRuns): (gate: AgentGate) => Spawner;
}

export function createDispatch({ store, engine, onSpawn, now = Date.now }: DispatchOptions): Dispatch {
  const { runs } = store;
  const awaited = new AwaitedRuns(runs);
  const policies = new KeptPolicies(store.state);

  async function start(rows: readonly RunRow[]): Promise<void> {
    const { refused } = await runs.add(rows);
    if (refused.length > 0) throw new ToolError('ABORTED', 'What it would belong to has ended; nothing was started');
    try {
      await engine.send(rows.map(({ id, jobID }) => ({ id: jobID, runID: id })));
    } catch (error) {
      // The run is there: a worker finds it without its job, after a while. Nobody may be told that it failed.
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

  async function spawn(spec: AgentSpec, request: SpawnRequest, above?: RunAbove): Promise<RunRow> {
    const id = above && request.step !== undefined ? childID(above.id, request.step) : newId();
    if (!above) onSpawn?.(id);
    const below = above ? { parentID: above.id, rootID: above.rootID } : {};
    await start([rowOf({ id, kind: 'agent', spec: { ...spec }, ...below })]);
    request.report(`${spec.agent} waits for a worker`);
    try {
      const ended = awaited.ended(id, request.abort);
      return await (above ? above.waitFor(ended) : ended);
    } catch (error) {
      if (request.abort.aborted && !above?.isLeft()) await cancel(id);
      throw error;
    }
  }

  return {
    async submit(gate, calls) {
      const session = gate.session();
      const asker = {
        agent: gate.agent,
        depth: gate.depth,
        role: gate.role,
        sessionID: session.id,
        policy: await policies.keep(gate.policy()),
        ...(gate.packs ? { packs: gate.registry.listPackNames() } : {}),
        ...(session.tainted ? { tainted: true } : {}),
        ...(session.privateRead ? { privateRead: true } : {}),
        trace: traceCarrier(),
      };
      const rows = calls.map(({ name, args }) => {
        const spec: CallSpec = { ...asker, name, args };
        return rowOf({ id: newId(), kind: 'call', spec: { ...spec } });
      });
      await start(rows);
      return rows.map(({ id }) => id);
    },
    ended: (id, abort) => awaited.ended(id, abort),
    cancel,
    spawner: (agents, runsHere) => gate => {
      let started = 0;
      const { types } = agents;
      return {
        types: () => types.all.map(({ name, description, readOnly }) => ({ name, description, readOnly })),
        async spawn(request): Promise<SpawnResult> {
          const type = types.get(request.agentType);
          const above = agents.running(request.sessionID);
          const budget = above?.budget;
          const model = type.model ?? above?.model;
          checkDepth(gate, budget);
          const session = gate.session(request.sessionID);
          const agent = `${gate.agent}/${type.name}-${request.step === undefined ? ++started : shortOf(request.step)}`;
          const reserved = reserveBudget(budget);
          const spec: AgentSpec = {
            agentType: type.name,
            prompt: request.prompt,
            ...(request.context === undefined ? {} : { context: request.context }),
            ...(model === undefined ? {} : { model }),
            agent,
            role: gate.role,
            depth: gate.depth + 1,
            deepest: finite(Math.min(budget?.deepest ?? Infinity, gate.policy().limits.depth)),
            policy: await policies.keep(gate.policy()),
            ...packsOf(gate, type.packs),
            budget: reserved.given,
            tainted: session.tainted,
            privateRead: session.privateRead,
            trace: traceCarrier(),
          };
          // It has a clock of its own.
          const goOn = budget?.pause();
          let used = NOTHING;
          let row: RunRow;
          try {
            row = await spawn(spec, request, runsHere?.(request.sessionID));
            used = countUse(row, session);
          } finally {
            goOn?.();
            reserved.settle(used);
          }
          const { text, steps, calls, tokens } = reportOf(row, agent);
          return { text, agent, metadata: { agentType: type.name, run: row.id, steps, calls, tokens } };
        },
      };
    },
  };
}

/** The same call of the same run starts the same agent, however often it is made. */
export function childID(runID: string, step: string): string {
  const hex = createHash('sha256').update(`${runID} ${step}`).digest('hex');
  // Sorted by time like the others: the first part is its parent's.
  return `${runID.slice(0, 14)}7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

const shortOf = (step: string): string => createHash('sha256').update(step).digest('hex').slice(0, 6);

/** What it has used and seen counts for the one above, also where it has failed. */
function countUse({ result }: RunRow, session: Session): typeof NOTHING {
  if (!result) return NOTHING;
  const { calls, tokens, outputTokens, tainted, privateRead } = result as unknown as AgentReport;
  session.addUse({ calls, tokens: outputTokens });
  if (tainted) session.tainted = true;
  if (privateRead) session.privateRead = true;
  return { calls, tokens: tokens.input + tokens.output };
}

const NOTHING = { calls: 0, tokens: 0 };

/** One that was limited to no packs has all that there are, also those that a worker has of its own. */
function packsOf(gate: AgentGate, wanted: readonly string[] | undefined): { readonly packs?: readonly string[] } {
  if (!gate.packs) return {};
  const there = gate.registry.listPackNames();
  return { packs: there.filter(name => name !== 'spawn' || wanted?.includes(name)) };
}

function reportOf({ status, result, error }: RunRow, agent: string): AgentReport {
  if (status === 'done') return result as unknown as AgentReport;
  if (status === 'cancelled') throw new ToolError('ABORTED', `${agent} was cancelled`);
  throw fromFailure(error, `${agent} has failed`);
}

function fromFailure(error: Failure | undefined, otherwise: string): ToolError {
  if (!error) return new ToolError('EXECUTION_ERROR', otherwise);
  const { code, message, suggestion, retryable, details } = error;
  return new ToolError(code, message, { suggestion, retryable, details });
}
