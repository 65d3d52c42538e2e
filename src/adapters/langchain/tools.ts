import type { StructuredToolInterface } from '@langchain/core/tools';
import type { ActivityEvent, CallOptions, CallRequest, LangChainOptions, Toolgate } from '../../index.ts';
import { lowerSchema, type Profile } from '../lowering/lower-schema.ts';
import { needPeer } from '../need-peer.ts';
import type { ToolLoss } from '../offer-tools.ts';
import { askByInterrupt } from './interrupt.ts';
import { createRounds } from './rounds.ts';

await needPeer({ subpath: 'toolgate/langchain', name: '@langchain/core' }, () => import('@langchain/core/tools'));

export interface LangChainToolsOptions {
  /**
   * Who asks people: the gate, or the graph, which stops with an interrupt and goes on with the answer, as LangChain's
   * own human-in-the-loop middleware does. Default the gate.
   */
  readonly approvals?: 'gate' | 'interrupt';
  /** What the schemas are lowered for; LangChain itself sends them as they are. Default `langchain`, any JSON Schema. */
  readonly profile?: Profile;
  /** Told what of the schemas the model will not be held to. */
  readonly onLosses?: (losses: readonly ToolLoss[]) => void;
  /** For every call: the session, the agent, an approver. Without a session the thread of the graph is one. */
  readonly call?: CallOptions;
}

type Present = NonNullable<LangChainOptions['present']>;
type Config = Parameters<ReturnType<Present>['run']>[1];

/**
 * The tools of a gate for LangChain. The content of their messages is for the model, the artifact is the outcome;
 * what they tell while they run goes to the graph's writer.
 */
export async function toLangChainTools(
  gate: Toolgate,
  { approvals = 'gate', profile = 'langchain', onLosses, call = {} }: LangChainToolsOptions = {},
): Promise<StructuredToolInterface[]> {
  const rounds = createRounds(gate);

  function run(request: CallRequest, config: Config) {
    const { signal, writer, interrupt } = config;
    const thread = textOf(config.configurable?.thread_id);
    const options = { ...(thread === undefined ? {} : { sessionID: thread }), ...call };
    return rounds.run(request, {
      round: `${options.sessionID ?? ''} ${config.metadata?.langgraph_step ?? ''}`,
      options,
      prepare: async () => {
        const approver =
          approvals === 'interrupt' ? await askByInterrupt(gate, { request, options, interrupt }) : undefined;
        return {
          onEvent: event => {
            call.onEvent?.(event);
            if (writer) tell(writer, request, event);
          },
          ...(signal ? { abort: signal } : {}),
          ...(approver ? { approver } : {}),
        };
      },
    });
  }

  const lost: ToolLoss[] = [];
  const present: Present = ({ name, parameters }) => {
    const { schema, losses, lift } = lowerSchema(parameters, profile);
    lost.push(...losses.map(loss => ({ ...loss, tool: name })));
    return {
      schema,
      run: (args, config) => run({ id: config.toolCall?.id, name, args: lift(args) }, config),
    };
  };
  const tools = await gate.registry.tools<StructuredToolInterface>({ present });
  onLosses?.(lost);
  return [...tools];
}

/** What a call prints and says of itself, for `streamMode: 'custom'`. */
function tell(writer: (chunk: unknown) => void, { id, name }: CallRequest, { type, data }: ActivityEvent): void {
  if (type === 'tool_output_chunk') writer({ tool: name, toolCallId: id, chunk: data.chunk });
  if (type !== 'tool_call_update') return;
  const { toolName, ...update } = data;
  writer({ tool: name, toolCallId: id, ...update });
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
