import type { StructuredToolInterface } from '@langchain/core/tools';
import type { ActivityEvent, CallOptions, CallRequest, LangChainOptions, Toolgate } from '../../index.ts';
import { checkOptions } from '../../index.ts';
import { lowerSchema, type Profile } from '../../schema/lowering/lower-schema.ts';
import type { ToolLoss } from '../offer-tools.ts';
import { readSaidText, unreadableIn } from '../read-said.ts';
import { askInTurn } from '../show-question.ts';
import { askByInterrupt, passOver } from './interrupt.ts';
import { loadLangChainCore } from './load.ts';
import { roundsOf } from './rounds.ts';

export interface LangChainToolsOptions {
  /**
   * Who asks people: the gate, or the graph, which stops with an interrupt and goes on with the answer, as LangChain's
   * own human-in-the-loop middleware does. Default the gate.
   */
  readonly approvals?: 'gate' | 'interrupt';
  /** The profile of the schemas; LangChain itself sends them as they are. Default `langchain`, any JSON Schema. */
  readonly profile?: Profile;
  /** Receives the parts of the schemas that the model will not be held to. */
  readonly onLosses?: (losses: readonly ToolLoss[]) => void;
  /** Options of every call: the session, the agent, an approver. Without a session the thread of the graph is one. */
  readonly call?: CallOptions;
}

type Presenter = NonNullable<LangChainOptions['present']>;
type Config = Parameters<ReturnType<Presenter>['run']>[1];

/**
 * The tools of a gate for LangChain. The content of their messages is for the model, the artifact is the outcome; their
 * progress goes to the graph's writer.
 */
export async function toLangChainTools(
  gate: Toolgate,
  given: LangChainToolsOptions = {},
): Promise<StructuredToolInterface[]> {
  checkOptions('toLangChainTools', given, { approvals: true, profile: true, onLosses: true, call: true });
  const { approvals = 'gate', profile = 'langchain', onLosses, call = {} } = given;
  const rounds = roundsOf(gate);

  function run(request: CallRequest, config: Config) {
    const { signal, writer } = config;
    const interrupt = approvals === 'interrupt' ? config.interrupt : undefined;
    const thread = readSaidText(config.configurable?.thread_id) || undefined;
    const options = { sessionID: thread, ...call };
    const onEvent = (event: ActivityEvent) => {
      call.onEvent?.(event);
      if (writer) tell(writer, request, event);
    };
    return rounds.run(request, {
      thread,
      step: String(config.metadata?.langgraph_step ?? ''),
      task: String(config.metadata?.langgraph_checkpoint_ns ?? ''),
      options,
      passOver: note => interrupt && passOver(interrupt, note),
      prepare: async (note, save) => {
        const answered = interrupt && (await askByInterrupt(gate, { request, options, interrupt, note, save }));
        const approver = askInTurn(answered?.approver, call.approver);
        const isAnswered = answered?.approver !== undefined;
        return { approver, answered: isAnswered, refused: answered?.refused, onEvent, abort: signal };
      },
    });
  }

  const lost: ToolLoss[] = [];
  const present: Presenter = ({ name, parameters }) => {
    const { schema, losses, lift } = lowerSchema(parameters, profile);
    for (const loss of losses) lost.push({ ...loss, tool: name });
    return {
      schema,
      run: (args, config) => run({ id: config.toolCall?.id, name, args: unreadableIn(args) ?? lift(args) }, config),
    };
  };
  const tools = await gate.registry.tools<StructuredToolInterface>({ present, load: loadLangChainCore });
  onLosses?.(lost);
  return [...tools];
}

/** Tells the prints and words of a call, for `streamMode: 'custom'`. */
function tell(writer: (chunk: unknown) => void, { id, name }: CallRequest, { type, data }: ActivityEvent): void {
  if (type === 'tool_output_chunk') writer({ tool: name, toolCallId: id, chunk: data.chunk });
  if (type !== 'tool_call_update') return;
  const { toolName, ...update } = data;
  writer({ tool: name, toolCallId: id, ...update });
}
