import type { Tool, ToolExecutionContext } from '@mastra/core/tools';
import { type CallOptions, type CallRequest, checkOptions, type Toolgate, type Vocabulary } from '../../index.ts';
import type { Profile } from '../../schema/lowering/lower-schema.ts';
import { toModelOutput } from '../ai/model-output.ts';
import { type OfferedTool, offerTools, type ToolLoss } from '../offer-tools.ts';
import { recordOf } from '../read-said.ts';
import { askInTurn, questionOn, showQuestion } from '../show-question.ts';
import { type AskedQuestions, askedQuestions } from '../slots/asked-questions.ts';
import { sameTurn } from '../slots/same-turn.ts';
import { loadMastraTools } from './load.ts';

export interface MastraToolsOptions {
  /**
   * Who asks people: the gate, or Mastra, where the tool suspends with the question and its diff, and goes on with `{
   * approved, message? }`. Default the gate.
   */
  readonly approvals?: 'gate' | 'suspend';
  /** The profile of the schemas; Mastra itself sends them as they are. Default `openai`, which most take. */
  readonly profile?: Profile;
  /** Receives the parts of the schemas that the model will not be held to. */
  readonly onLosses?: (losses: readonly ToolLoss[]) => void;
  /** The names that the model sees. */
  readonly vocabulary?: Vocabulary;
  /** Options of every call: the session, the agent, an approver. Without a session Mastra's thread is one. */
  readonly call?: CallOptions;
}

type Context = Partial<ToolExecutionContext<unknown, unknown>>;

/** The tools of a gate for agents of Mastra, by their names. Their result is the outcome, without its value. */
export async function toMastraTools(
  gate: Toolgate,
  options: MastraToolsOptions = {},
): Promise<Record<string, Tool<unknown, unknown>>> {
  const known = { approvals: true, profile: true, onLosses: true, vocabulary: true, call: true } as const;
  checkOptions('toMastraTools', options, known);
  const { approvals = 'gate', profile = 'openai', vocabulary, onLosses, call = {} } = options;
  const { createTool } = await loadMastraTools();
  const inTurn = sameTurn(gate);
  const asked = askedQuestions(gate, 'mastra');

  async function run(request: CallRequest, context: Context) {
    const { agent, abortSignal, writer } = context;
    const own = { ...call, sessionID: call.sessionID ?? agent?.threadId };
    const answered =
      approvals === 'suspend' ? await askBySuspending(gate, asked, { request, own, context }) : undefined;
    if (answered?.suspended) return undefined;
    const { value: _, ...told } = await inTurn(own).add(request, {
      abort: abortSignal,
      approver: askInTurn(answered?.approver, call.approver),
      refused: answered?.refused,
      onEvent: event => {
        call.onEvent?.(event);
        if (event.type !== 'tool_output_chunk') return;
        const data = { tool: request.name, toolCallId: request.id, output: event.data.chunk };
        // The reader of the stream may have gone; the call goes on.
        void writer?.custom({ type: 'data-toolgate-output', data, transient: true })?.catch(() => {});
      },
    });
    return told;
  }

  const toolOf = ({ name, description, lowered }: OfferedTool): Tool<unknown, unknown> =>
    createTool({
      id: name,
      description,
      inputSchema: unchecked(lowered.schema),
      execute: (input: unknown, context: Context = {}) =>
        run({ id: context.agent?.toolCallId, name, args: lowered.lift(input) }, context),
      toModelOutput,
    } as never) as Tool<unknown, unknown>;

  const offer = offerTools(gate, { profile, vocabulary });
  const tools = await offer.list();
  onLosses?.(await offer.losses());
  return Object.fromEntries(tools.map(tool => [tool.name, toolOf(tool)]));
}

/** A schema that only the model sees: the gate gets the input as it is, mends it, checks it and says why not. */
const unchecked = (schema: object) => ({
  '~standard': {
    version: 1,
    vendor: 'toolgate',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
});

/**
 * Suspends where the policy asks, before anything has happened. Mastra then runs the tool again with the answer: a yes
 * counts for the text shown with it, and where the call would now do something else, the person is asked anew.
 */
async function askBySuspending(
  gate: Toolgate,
  asked: AskedQuestions,
  { request, own, context }: { request: CallRequest; own: CallOptions; context: Context },
) {
  const { agent = context } = context;
  const { approved, message } = recordOf(agent.resumeData);
  const key = [own.sessionID, request.id, request.name, request.args];
  if (approved === false) return { refused: typeof message === 'string' ? { message } : {} };
  const question = await questionOn(gate, request, own);
  if (!question || !agent.suspend) return {};
  const shown = showQuestion(question);
  if (approved === true && (await asked.isShown(key, shown))) return { approver: asked.approver(key) };
  await asked.note(key, shown);
  const { tool, args, reason, effects, danger, diff } = question;
  await agent.suspend({ tool, args, reason, effects, danger, description: shown, ...(diff ? { diff } : {}) });
  return { suspended: true };
}
