import type { StartOptions } from '../../../agents/create-agents.ts';
import type { AgentResult } from '../../../agents/loop/agent-run.ts';
import type { AgentHistory } from '../../../agents/loop/history.ts';
import type { Toolgate } from '../../../gate/toolgate.ts';
import type { DemoAgents } from './agents.ts';
import { DEMO_PROMPT } from './script.ts';

/** The names that the script has for its calls, by the labels that the ledger has for them. */
export type CallNames = ReadonlyMap<string, string>;

interface StartDemoOptions extends Pick<StartOptions, 'abort'> {
  readonly onStart?: (sessionID: string) => void;
  readonly onCalls?: (names: CallNames) => void;
}

/** Plays the scripted agent on a gate, in a session of its own. A call that asks waits for a person. */
export async function startDemo(
  gate: Toolgate,
  { leader, run }: DemoAgents,
  { abort, onStart, onCalls }: StartDemoOptions = {},
): Promise<AgentResult> {
  return run({
    gate,
    type: leader,
    below: { agent: 'demo', depth: 1 },
    prompt: DEMO_PROMPT,
    abort,
    onStart: started => onStart?.(started.gate.session().id),
    save: async history => onCalls?.(namesOf(history)),
  });
}

const namesOf = ({ messages }: AgentHistory): CallNames =>
  new Map(
    messages
      .flatMap(message => (message.role === 'assistant' ? message.parts : []))
      .flatMap(part => (part.type === 'call' ? [[part.callID, part.toolCallId] as const] : [])),
  );
