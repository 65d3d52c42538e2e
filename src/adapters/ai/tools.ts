import type { ModelMessage, ToolExecutionOptions, ToolSet } from 'ai';
import {
  type ActivityListener,
  type CallOptions,
  type CallRequest,
  checkOptions,
  optionalPackage,
  type Toolgate,
  type Vocabulary,
} from '../../index.ts';
import type { Profile } from '../../schema/lowering/lower-schema.ts';
import { type OfferedTool, offerTools, type ToolLoss } from '../offer-tools.ts';
import { tellUserTexts } from '../run-reply.ts';
import { askInTurn } from '../show-question.ts';
import { approverFrom } from './approval.ts';
import { type FollowedCall, followCall, type ToldOutcome } from './follow-call.ts';
import { argumentsOf, carrying } from './gate-tool.ts';
import { toModelOutput } from './model-output.ts';

type Context = ToolExecutionOptions<unknown>;

/** The context of a tool that is called by hand, which may say nothing of where it stands. */
const ALONE = { messages: [] } as unknown as Context;

export interface AISDKToolsOptions {
  /** Who asks people: the gate, or the SDK, with `toolApproval: toAISDKApproval(gate)`. Default the gate. */
  readonly approvals?: 'gate' | 'sdk';
  /** The profile of the schemas; the SDK itself sends them as they are. Default `openai`, which most take. */
  readonly profile?: Profile;
  /** Receives the parts of the schemas that the model will not be held to. */
  readonly onLosses?: (losses: readonly ToolLoss[]) => void;
  /** The names that the model sees. */
  readonly vocabulary?: Vocabulary;
  /** Whether calls tell their progress, as preliminary results; false: each gives a plain promise. Default true. */
  readonly progress?: boolean;
  /** Options of every call: the session, the agent, an approver. */
  readonly call?: CallOptions;
}

/**
 * The tools of a gate for the AI SDK, and for frameworks that take its tools. Their output is the outcome, without its
 * value; while a tool runs, its progress.
 */
export async function toAISDKTools(gate: Toolgate, options: AISDKToolsOptions = {}): Promise<ToolSet> {
  checkOptions('toAISDKTools', options, {
    approvals: true,
    profile: true,
    onLosses: true,
    vocabulary: true,
    progress: true,
    call: true,
  });
  const { profile = 'openai', vocabulary, approvals = 'gate', progress = true, call, onLosses } = options;
  const need = { by: 'toolgate/ai', since: '7.0.0', load: () => import('ai') };
  const { jsonSchema } = await optionalPackage<typeof import('ai')>('ai', need);
  const queueOf = queues(gate, call);

  function execute(request: CallRequest, { messages, abortSignal, toolCallId }: Context) {
    tellUserTexts(gate, call?.sessionID, messages);
    const approved = approvals === 'sdk' ? approverFrom(gate, { messages, toolCallId }) : undefined;
    const approver = askInTurn(approved, call?.approver);
    return followCall(tell => {
      const onEvent: ActivityListener = event => {
        call?.onEvent?.(event);
        tell(event);
      };
      const own = { onEvent, abort: abortSignal, approver, answered: approved !== undefined };
      return queueOf(messages).add(request, own);
    });
  }

  function toolOf({ name, description, lowered, hints, pack }: OfferedTool): ToolSet[string] {
    const facts = { gate, lowered, call };
    return {
      type: 'dynamic',
      description,
      inputSchema: jsonSchema(lowered.schema),
      ...(profile.endsWith('-strict') ? { strict: lowered.strict } : {}),
      metadata: { toolgate: { ...hints, ...(pack === undefined ? {} : { pack }) } },
      execute: (input: unknown, context: Context = ALONE): FollowedCall | Promise<ToldOutcome> => {
        const followed = execute({ id: context.toolCallId, name, args: argumentsOf(facts, input) }, context);
        return progress ? followed : Promise.resolve(followed);
      },
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
