import {
  type CallToolRequest,
  type CallToolResult,
  type InputResponse,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {
  type ActivityEvent,
  ActivityEventType,
  type ApprovalRequest,
  type CataloguedTool,
  type Toolgate,
} from '../../../../index.ts';
import { readApproval } from '../asking/approval-question.ts';
import { approvalKey, approverFor, clientFor } from '../asking/ask-client.ts';
import type { Conversation, Line } from '../asking/conversation.ts';
import type { Conversations } from '../asking/conversations.ts';
import { openLine } from '../asking/open-line.ts';
import { type RequestState, subjectOf } from '../asking/request-state.ts';
import { createRounds, type Round } from '../asking/rounds.ts';
import type { Caller } from '../caller.ts';
import { withClient } from '../client-of-call.ts';
import { toTask } from '../tasks/row.ts';
import { mayBeLegacyTask, toLegacyTask } from '../tasks/serve-legacy-tasks.ts';
import { tasksRequired } from '../tasks/serve-tasks.ts';
import type { McpTasks } from '../tasks/tasks.ts';
import { withTraceOf } from '../trace-context.ts';
import { messageOf } from './report-progress.ts';

/** Milliseconds after which a call becomes a task, for clients that know tasks; `required`: at once, and for no other client. */
export type TaskMode = number | 'required' | 'never';

interface CallToolOptions {
  readonly gate: Toolgate;
  readonly conversations: Conversations;
  readonly tasks: McpTasks;
  readonly states: RequestStateCodec<RequestState>;
  readonly elicit: boolean;
  readonly taskMode: (tool: string) => TaskMode;
  readonly resultOf: (conversation: Conversation) => CallToolResult;
}

type Params = CallToolRequest['params'];

/** Who calls what; undefined where no tool is listed by that name. */
interface RequestedCall {
  readonly caller: Caller;
  readonly tool: CataloguedTool | undefined;
}

/** Answers `tools/call`: begins the call, or goes on with one that had to ask its client. */
export function createCallTool(options: CallToolOptions) {
  const { gate, conversations, states } = options;
  const enterRound = createRounds(gate);

  return async ({ params }: CallToolRequest, ctx: ServerContext, { caller, tool }: RequestedCall): Promise<Result> => {
    const wanted = wantsTask(params, caller);
    if (wanted && !(tool && mayBeLegacyTask(tool)))
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${params.name} cannot be called as a task`);
    const mode = wanted ? 0 : options.taskMode(params.name);
    if (mode === 'required' && !caller.knowsTasks) throw tasksRequired();
    const subject = subjectOf({ caller: caller.key, tool: params.name, args: params.arguments ?? {} });
    const state = ctx.mcpReq.requestState<RequestState>();
    const given = responsesIn(ctx);
    // A task of the old era asks when its client asks for its result.
    const line = wanted ? undefined : openLine(ctx, caller);
    let conversation = state && resume(state, { subject, given, caller });
    if (state && !conversation) {
      const denied = await answerById(state, given);
      if (denied) return denied;
    }
    const round = conversation ? undefined : enterRound(caller);
    try {
      conversation ??= begin(params, ctx, { caller, tool, subject, given, line, add: round!.add });
      conversation.line = line;
      return await advance(conversation, ctx, { caller, mode: wanted || caller.knowsTasks ? mode : 'never' });
    } finally {
      round?.leave();
    }
  };

  /** The call that asked, if it still runs here. */
  function resume(state: RequestState, { subject, given, caller }: Resume): Conversation | undefined {
    if (state.subject !== subject)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This requestState belongs to another call');
    const found = conversations.find(state.conversation, caller.key);
    found?.answer(given);
    return found;
  }

  /** After a restart: a yes is left as a grant for the same call, which is then run anew; a no is the answer. */
  async function answerById({ approvals }: RequestState, given: Responses): Promise<CallToolResult | undefined> {
    for (const id of approvals) {
      const response = lastOf(given, approvalKey(id));
      const reply = response && readApproval(response);
      if (!reply || 'problem' in reply) continue;
      try {
        await gate.approvals.answer(id, reply, 'mcp client');
      } catch {
        // It was settled meanwhile. The call is judged anew, and asks again if it must.
        continue;
      }
      if (!('answer' in reply) || !reply.answer.startsWith('allow')) return denial(reply.message);
    }
    return undefined;
  }

  function begin(
    { name, arguments: args = {} }: Params,
    ctx: ServerContext,
    { caller, tool, subject, given, line, add }: CallBeginning,
  ) {
    const conversation = conversations.begin({ tool, subject, client: caller.key, given });
    conversation.line = line;
    const say = (tool: unknown, id: unknown) => conversation.line?.log('notice', whereToAnswer(tool, id));
    // Where nobody else can answer now, the question is kept, and told when it is.
    const onPutAway = ({ tool: asking, id }: ApprovalRequest) => void (gate.approvals.interactive && say(asking, id));
    const approver = options.elicit ? approverFor(conversation, caller, onPutAway) : undefined;
    const onEvent = (event: ActivityEvent) => {
      if (conversation.callID === undefined) {
        conversation.callID = event.callID;
        conversation.onChange?.();
      }
      if (event.type === ActivityEventType.TOOL_CALL_UPDATE) conversation.said = messageOf(event.data);
      const kept = event.type === ActivityEventType.APPROVAL_REQUESTED && event.data.waiting === false;
      if (kept) say(event.data.toolName, event.data.approvalID);
      conversation.line?.onEvent(event);
    };
    const call = { id: ctx.mcpReq.id, name, args };
    const own = { abort: conversation.signal, onEvent, ...(approver ? { approver } : {}) };
    conversation.run(async () => {
      const outcome = await withTraceOf(ctx.mcpReq._meta, () =>
        withClient(clientFor(conversation, caller, options.elicit), () => add(call, own)),
      );
      if (caller.knowsTasks) conversation.jobTask = (await options.tasks.followJob(outcome, caller))?.id;
      return outcome;
    });
    return conversation;
  }

  /** Waits for what this request comes to. */
  async function advance(
    conversation: Conversation,
    ctx: ServerContext,
    { caller, mode }: { caller: Caller; mode: TaskMode },
  ) {
    const { line } = conversation;
    try {
      const step = await nextStep(conversation, ctx, mode);
      if (step === 'slow') {
        const row = await options.tasks.begin(conversation);
        // The SDK lets no result of a tool in the old era pass without a content.
        return caller.modern ? { resultType: 'task', ...toTask(row) } : { task: toLegacyTask(row), content: [] };
      }
      if (step === 'ended') {
        // Nobody can ask for it again.
        if (ctx.mcpReq.requestState() === undefined) conversations.forget(conversation);
        return options.resultOf(conversation);
      }
      const { id, subject, approvalIDs, questions } = conversation;
      const round = ++conversation.rounds;
      const requestState = await states.mint({ conversation: id, subject, round, approvals: approvalIDs }, ctx);
      return inputRequired({ inputRequests: questions, requestState });
    } finally {
      line?.close();
      if (conversation.line === line) conversation.line = undefined;
    }
  }
}

/** Clients may show their log to the model, so it names no way to answer: people are told that where Toolgate runs. */
const whereToAnswer = (tool: unknown, id: unknown): string =>
  `${tool} needs a person, and nobody has answered here. The question ${id} is kept for one.`;

type Responses = Readonly<Record<string, InputResponse>>;

interface Resume {
  readonly subject: string;
  readonly given: Responses;
  readonly caller: Caller;
}

interface CallBeginning extends Resume {
  readonly tool: CataloguedTool | undefined;
  readonly line: Line | undefined;
  readonly add: Round['add'];
}

async function nextStep(conversation: Conversation, ctx: ServerContext, mode: TaskMode) {
  const atOnce = mode === 'required' || mode === 0;
  if (conversation.isTask || atOnce) return 'slow';
  return conversation.next(ctx.mcpReq.signal, mode === 'never' ? undefined : mode);
}

/** In the old era it is the client that says so, with the call; in the modern one such a word is passed over. */
const wantsTask = (params: Params, { modern }: Caller): boolean => !modern && params.task !== undefined;

const responsesIn = ({ mcpReq }: ServerContext): Responses => (mcpReq.inputResponses ?? {}) as Responses;

/** The answer to the last time that it was asked. */
const lastOf = (given: Responses, key: string): InputResponse | undefined =>
  Object.entries(given).findLast(([each]) => each === key || each.startsWith(`${key}-`))?.[1];

const denial = (message: string | undefined): CallToolResult => ({
  content: [
    {
      type: 'text',
      text: `APPROVAL_DENIED: The call was not approved${message ? `: ${message}` : ''}. Do not repeat it; find another way or ask what is wanted.`,
    },
  ],
  isError: true,
  _meta: { 'toolgate/error': { code: 'APPROVAL_DENIED', type: 'permission_error', retryable: false } },
});
