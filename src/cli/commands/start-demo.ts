import type { AgentResult } from '../../agents/run-agent.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import type { DemoAgents } from './demo-agents.ts';

/** Plays the scripted agent on a gate, in a session of its own. What asks waits for a person. */
export async function startDemo(
  gate: Toolgate,
  { leader, run }: DemoAgents,
  abort?: AbortSignal,
): Promise<AgentResult> {
  const { packs, role } = leader;
  const own = gate.child({ agent: 'demo', role, ...(packs ? { packs } : {}) });
  try {
    return await run({
      gate: own,
      type: leader,
      prompt: 'Give the shop a discount.',
      abort,
      emit: (...event) => gate.activity.emit(...event),
    });
  } finally {
    await own.close();
  }
}
