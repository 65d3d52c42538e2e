import type { Toolgate } from '../gate/toolgate.ts';
import type { AgentBook } from './agents/agent-book.ts';
import type { StopResult } from './api.ts';
import { personOf } from './people.ts';
import { resourceNotFound } from './refusal.ts';

export async function stopCall(gate: Toolgate, id: string, by: string | undefined): Promise<StopResult> {
  if (!(await gate.store.calls.get(id))) throw resourceNotFound('call', id);
  return { stopped: await gate.stop({ call: id }, { by: personOf(by) }) };
}

/** Stops an agent with all below it; the first agent is the run. A run of a worker is cancelled. */
export async function stopAgent(
  gate: Toolgate,
  book: AgentBook,
  id: string,
  by: string | undefined,
): Promise<StopResult> {
  const known = (await gate.store.runs.get(id)) ?? (await book.find(id));
  if (!known) throw resourceNotFound('agent', id);
  return { stopped: await gate.stop({ session: id }, { by: personOf(by) }) };
}
