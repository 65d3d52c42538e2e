import type { AgentResult } from '../../../agents/loop/agent-run.ts';
import type { Toolgate } from '../../../gate/toolgate.ts';
import type { DemoAgents } from './agents.ts';

/** Plays the scripted agent on a gate, in a session of its own. What asks waits for a person. */
export async function startDemo(
  gate: Toolgate,
  { leader, run }: DemoAgents,
  abort?: AbortSignal,
): Promise<AgentResult> {
  return run({
    gate,
    type: leader,
    below: { agent: 'demo', depth: 1 },
    prompt: 'Give the shop a discount.',
    abort,
  });
}
