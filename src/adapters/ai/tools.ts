import type { ModelMessage, ToolExecutionOptions, ToolSet } from 'ai';
import {
  type CallOptions,
  type CallRequest,
  type Outcome,
  optionalPackage,
  type Toolgate,
  type Vocabulary,
} from '../../index.ts';
import { askInTurn } from '../ask-in-turn.ts';
import type { Profile } from '../lowering/lower-schema.ts';
import { type OfferedTool, offerTools, type ToolLoss } from '../offer-tools.ts';
import { approverFrom } from './approval.ts';
import { followCall, type Progress } from './follow-call.ts';
import { argumentsOf, carrying } from './gate-tool.ts';
import { toModelOutput } from './model-output.ts';

export type { Progress } from './follow-call.ts';

export interface AISDKToolsOptions {
  /** Who asks people: the gate, or the SDK, with `toolApproval: toAISDKApproval(gate)`. Default the gate. */
  readonly approvals?: 'gate' | 'sdk';
  /** What the schemas are lowered for; the SDK itself sends them as they are. Default `openai`, which most take. */
  readonly profile?: Profile;
  /** Told what of the schemas the model will not be held to. */
  readonly onLosses?: (losses: readonly ToolLoss[]) => void;
  /** The names that the model sees. */
  readonly vocabulary?: Vocabulary;
  /** For every call: the session, the agent, an approver. */
  readonly call?: CallOptions;
}

/** The tools of a gate for the AI SDK. Their output is the outcome; while they run, their progress. */
export async function toAISDKTools(gate: Toolgate, options: AISDKToolsOptions = {}): Promise<ToolSet> {
  const { profile = 'openai', vocabulary, approvals = 'gate', call, onLosses } = options;
  const { jsonSchema } = await optionalPackage<typeof import('ai')>('ai', {
    by: 'toolgate/ai',
    since: '7.0.0',
    load: () => import('ai'),
  });
  const queueOf = queues(gate, call);

  function execute(request: CallRequest, { messages, abortSignal, toolCallId }: ToolExecutionOptions<unknown>) {
    const approved = approvals === 'sdk' ? approverFrom(gate, { messages, toolCallId }) : undefined;
    const approver = askInTurn(approved, call?.approver);
    return followCall(onEvent =>
      queueOf(messages).add(request, {
        onEvent: event => {
          call?.onEvent?.(event);
          onEvent(event);
        },
        ...(abortSignal ? { abort: abortSignal } : {}),
        ...(approver ? { approver } : {}),
      }),
    );
  }

  function toolOf({ name, description, lowered, hints, pack }: OfferedTool): ToolSet[string] {
    const facts = { gate, lowered, call };
    return {
      type: 'dynamic',
      description,
      inputSchema: jsonSchema(lowered.schema),
      ...(profile.endsWith('-strict') ? { strict: lowered.strict } : {}),
      metadata: { toolgate: { ...hints, ...(pack === undefined ? {} : { pack }) } },
      execute: (input: unknown, context: ToolExecutionOptions<unknown>): AsyncIterable<Progress | Outcome> =>
        execute({ id: context.toolCallId, name, args: argumentsOf(facts, input) }, context),
      toModelOutput,
      ...carrying(facts),
    };
  }

  const offer = offerTools(gate, { profile, vocabulary });
  const tools = await offer.list();
  onLosses?.(await offer.losses());
  return Object.fromEntries(tools.map(tool => [tool.name, toolOf(tool)]));
}

/** The SDK runs each call by itself; those of one step have the same messages, and are one turn. */
function queues(gate: Toolgate, options: CallOptions | undefined) {
  const made = new WeakMap<readonly ModelMessage[], ReturnType<Toolgate['queue']>>();
  return (messages: readonly ModelMessage[] = []) => {
    const queue = made.get(messages) ?? gate.queue(options);
    made.set(messages, queue);
    return queue;
  };
}
