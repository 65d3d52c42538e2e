import { createHash } from 'node:crypto';
import { type Agents, checkDepth } from '../agents/create-agents.ts';
import { traceCarrier } from '../agents/loop/agent-span.ts';
import type { AgentGate } from '../gate/toolgate.ts';
import type { Spawner, SpawnRequest } from '../packs/spawn/port.ts';
import { shareOrigins } from '../pipeline/session/keep-origins.ts';
import type { Session } from '../pipeline/session/session.ts';
import type { RunRow, Store } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';
import type { KeptPolicies } from './kept-policies.ts';
import { reserveBudget } from './reserve-budget.ts';
import { type AgentReport, type AgentSpec, finite, showSeen } from './run-spec.ts';

/** Agents of this process; agents on workers stand below them. */
export type LocalAgents = Pick<Agents, 'types' | 'running'>;

interface RemoteSpawnerOptions {
  readonly agents: LocalAgents;
  readonly policies: KeptPolicies;
  readonly store: Pick<Store, 'state'>;
  /** Has a worker run the agent; resolves when the run has ended. */
  readonly run: (spec: AgentSpec, request: SpawnRequest) => Promise<RunRow>;
}

/** A spawner whose agents run on workers. */
export function createRemoteSpawner(gate: AgentGate, { agents, policies, store, run }: RemoteSpawnerOptions): Spawner {
  const { types } = agents;
  let started = 0;
  return {
    types: () => types.all,
    async spawn(request) {
      const type = types.get(request.agentType);
      const above = agents.running(request.sessionID);
      const budget = above?.budget;
      checkDepth(gate, budget);
      const session = gate.session(request.sessionID);
      const agent = `${gate.agent}/${type.name}-${request.step === undefined ? ++started : shortOf(request.step)}`;
      const policy = await policies.keep(gate.policy());
      const reserved = reserveBudget(budget);
      const spec: AgentSpec = {
        agentType: type.name,
        prompt: request.prompt,
        context: request.context,
        model: type.model ?? above?.model,
        agent,
        role: gate.role,
        depth: gate.depth + 1,
        deepest: finite(Math.min(budget?.deepest ?? Infinity, gate.policy().limits.depth)),
        policy,
        packs: packsOf(gate, type.packs),
        budget: reserved.given,
        tainted: session.tainted,
        privateRead: session.privateRead,
        conversation: await shareOrigins(session, store),
        trace: traceCarrier(),
      };
      // The agent has a clock of its own.
      const goOn = budget?.pause();
      let used = NOTHING;
      let row: RunRow;
      try {
        row = await run(spec, request);
        used = countUse(row, session);
      } finally {
        goOn?.();
        reserved.settle(used);
      }
      const { text, steps, calls, tokens } = reportOf(row, agent);
      return { text, agent, metadata: { agentType: type.name, run: row.id, steps, calls, tokens } };
    },
  };
}

const shortOf = (step: string): string => createHash('sha256').update(step).digest('hex').slice(0, 6);

/** Counts an agent's use, and what it has seen, for the agent above, also where the agent has failed. */
function countUse({ result }: RunRow, session: Session): typeof NOTHING {
  if (!result) return NOTHING;
  const report = result as unknown as AgentReport;
  const { calls, tokens, outputTokens } = report;
  session.addUse({ calls, tokens: outputTokens });
  showSeen(session, report);
  return { calls, tokens: tokens.input + tokens.output };
}

const NOTHING = { calls: 0, tokens: 0 };

/** The packs of a gate. A gate without a limit has all packs that there are, also a worker's own. */
function packsOf(gate: AgentGate, wanted: readonly string[] | undefined): readonly string[] | undefined {
  if (!gate.packs) return undefined;
  const there = gate.registry.listPackNames();
  return there.filter(name => name !== 'spawn' || wanted?.includes(name));
}

function reportOf({ status, result, error }: RunRow, agent: string): AgentReport {
  if (status === 'done') return result as unknown as AgentReport;
  if (status === 'cancelled') throw new ToolError('ABORTED', `${agent} was cancelled`);
  if (!error) throw new ToolError('EXECUTION_ERROR', `${agent} has failed`);
  const { code, message, suggestion, retryable, details } = error;
  throw new ToolError(code, message, { suggestion, retryable, details });
}
