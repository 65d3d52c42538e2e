import type { RunToolApprovalItem } from '@openai/agents';
import { type CallOptions, type CallRequest, checkOptions, type Toolgate } from '../../index.ts';
import { offerTools } from '../offer-tools.ts';
import { envelopeOf, shellCalls } from '../openai/built-ins.ts';
import { readSaidText, recordOf } from '../read-said.ts';
import { askInTurn, questionOn, showQuestion } from '../show-question.ts';
import { askedQuestions } from '../slots/asked-questions.ts';

export interface OpenAIAgentsApproval {
  /** Who asks people: the gate, or the SDK, where a run stops with an interruption. Default the gate. */
  readonly approvals?: 'gate' | 'sdk';
  /** Options of every call: the session, the agent, an approver. */
  readonly call?: CallOptions;
}

/** Whether calls are to stop the run, and who answers for the calls that have. */
export function sdkApprovals(gate: Toolgate, { approvals = 'gate', call = {} }: OpenAIAgentsApproval) {
  const asked = askedQuestions(gate, 'openai-agents');
  if (approvals === 'gate') return { needed: async () => false, approver: () => call.approver };
  return {
    /** Whether a person is to be asked about one of the calls; the question that is then shown is noted. */
    async needed(calls: readonly CallRequest[]): Promise<boolean> {
      const shown = await Promise.all(calls.map(one => questionFor(gate, one, call)));
      // The SDK asks again before it honours a yes; the question that the person has seen is the one that counts.
      for (const [index, text] of shown.entries())
        if (text !== undefined)
          await asked.note(keyOf(calls[index]!, call), text, { keep: calls[index]!.id !== undefined });
      return shown.some(text => text !== undefined);
    },
    /** Says yes to the question that a person was shown, where the SDK then let the call run. */
    approver: (one: CallRequest) => askInTurn(asked.approver(keyOf(one, call)), call.approver),
  };
}

/**
 * The question of an interruption of a run, with the diff; undefined where nobody needs to be asked. A yes of the SDK
 * then counts for this very text: where the call would now do something else, the gate's own approver is asked.
 */
export async function toOpenAIAgentsQuestion(
  gate: Toolgate,
  item: Pick<RunToolApprovalItem, 'rawItem'>,
  options: { readonly call?: CallOptions } = {},
): Promise<string | undefined> {
  checkOptions('toOpenAIAgentsQuestion', options, { call: true });
  const { call = {} } = options;
  const asked = askedQuestions(gate, 'openai-agents');
  const shown: string[] = [];
  for (const one of await callsOf(gate, item.rawItem)) {
    const text = await questionFor(gate, one, call);
    if (text === undefined) continue;
    await asked.note(keyOf(one, call), text);
    shown.push(text);
  }
  return shown.length === 0 ? undefined : shown.join('\n\n');
}

async function questionFor(gate: Toolgate, one: CallRequest, options: CallOptions): Promise<string | undefined> {
  const question = await questionOn(gate, one, options);
  return question && showQuestion(question);
}

/** The key of a call: its id. The SDK gives a shell and an editor none, so their name and arguments stand for it. */
const keyOf = ({ id, name, args }: CallRequest, { sessionID }: CallOptions): unknown =>
  id === undefined ? [sessionID, name, args] : [sessionID, id, name];

async function callsOf(gate: Toolgate, rawItem: unknown): Promise<readonly CallRequest[]> {
  const { type, callId, name, arguments: args, action, operation } = recordOf(rawItem);
  if (type === 'shell_call') {
    const { commands, timeoutMs } = recordOf(action);
    return shellCalls(commands, timeoutMs);
  }
  if (type === 'apply_patch_call') return [patchCall(recordOf(operation))];
  if (type !== 'function_call') return [];
  const call = { id: readSaidText(callId), name: readSaidText(name), args };
  // The arguments are the same for every model that the tools were lowered for, strict or not.
  return offerTools(gate, { profile: 'openai-strict' }).lift([call]);
}

export const patchCall = (operation: Readonly<Record<string, unknown>>): CallRequest => ({
  name: 'apply_patch',
  args: { patch: envelopeOf(operation) },
});
