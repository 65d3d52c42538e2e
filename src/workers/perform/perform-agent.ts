import type { AgentResult } from '../../agents/loop/agent-run.ts';
import { withinTrace } from '../../agents/loop/agent-span.ts';
import type { AgentType } from '../../agents/types/agent-type.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import { recallStep } from '../../pipeline/recovery/recall-step.ts';
import { joinOrigins } from '../../pipeline/session/keep-origins.ts';
import type { Session } from '../../pipeline/session/session.ts';
import type { RunEnd } from '../../store/port.ts';
import { childID } from '../dispatch.ts';
import { historySaver, loadHistory } from '../kept-history.ts';
import { type AgentReport, type AgentSpec, type RunServices, showSeen, specOf } from '../run-spec.ts';
import type { HeldRun } from './held-run.ts';

/** Goes on with an agent from where it was saved last, or begins. */
export async function performAgent(held: HeldRun, { gate, agents, policies }: RunServices): Promise<RunEnd> {
  const spec = specOf<AgentSpec>(held.row.spec);
  const type = agents.types.get(spec.agentType);
  const { runs } = gate.store;
  const within = await policies.find(spec.policy);
  const history = await loadHistory(runs, held.id);
  let session: Session | undefined;
  const result = await withinTrace(spec.trace, () =>
    agents.run({
      gate,
      type: withinBudget(type, spec),
      below: { agent: spec.agent, depth: spec.depth, role: spec.role, packs: spec.packs, within },
      sessionID: held.id,
      prompt: spec.prompt,
      context: spec.context,
      history,
      abort: held.abort,
      save: historySaver(runs, held.row, { from: history, onLost: () => held.lose() }),
      step: callID => held.step(callID),
      recall: callID => recall(callID, held, gate),
      onStart: started => {
        session = started.gate.session();
        showSeen(session, spec);
        if (spec.conversation !== undefined) joinOrigins(session, spec.conversation, gate.store);
      },
      model: spec.model,
    }),
  );
  return endOf(held, result, session!);
}

function withinBudget(type: AgentType, { budget, deepest, depth }: AgentSpec): AgentType {
  const { limits } = type;
  return {
    ...type,
    limits: {
      ...limits,
      calls: Math.min(limits.calls, budget.calls),
      tokens: Math.min(limits.tokens, budget.tokens),
      depth: Math.min(limits.depth, Math.max(0, deepest - depth)),
    },
  };
}

async function recall(callID: string, held: HeldRun, { store, recover }: Toolgate) {
  const step = await held.stepOf(callID);
  if (!step) return undefined;
  // An agent that the call started goes on by itself: the call is made again and waits for it.
  if (!step.outcome && (await store.runs.get(childID(held.id, callID)))) return undefined;
  return recallStep(step, { store, recover, abort: held.abort });
}

function endOf({ row }: HeldRun, result: AgentResult, session: Session): RunEnd {
  const { ok, text, steps, calls, tokens, error } = result;
  const { tokens: outputTokens, tainted, privateRead } = session;
  const report: AgentReport = { text, steps, calls, tokens, outputTokens, tainted, privateRead };
  const { id, epoch } = row;
  return { id, epoch, status: ok ? 'done' : 'failed', result: { ...report }, error };
}
