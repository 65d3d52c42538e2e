import {
  type CallToolRequest,
  type CallToolResult,
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
  type Outcome,
  type Toolgate,
} from '../../../../index.ts';
import { answerLater, approverFor, type ClientResponses, clientFor } from '../asking/ask-client.ts';
import type { Conversation, Conversations } from '../asking/conversation.ts';
import { type RequestState, subjectOf } from '../asking/request-state.ts';
import type { Caller } from '../caller.ts';
import { withClient } from '../client-of-call.ts';
import { toTask } from '../tasks/row.ts';
import { mayBeLegacyTask, tasksRequired, toLegacyTask } from '../tasks/serve-tasks.ts';
import type { McpTasks } from '../tasks/tasks.ts';
import { withTraceOf } from '../trace-context.ts';
import { messageOf, openLine } from './report-progress.ts';

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

/** A call that a client requests. */
interface RequestedCall {
  readonly caller: Caller;
  readonly tool?: CataloguedTool | undefined;
  /** Answers a request that is no `tools/call`, and becomes no task. */
  readonly answer?: (outcome: Outcome) => Result;
}

export type CallTool = ReturnType<typeof createCallTool>;

/** Answers `tools/call` and other requests that call a tool: begins the call, or resumes one that asked its client. */
export function createCallTool(options: CallToolOptions) {
  const { gate, conversations, states, tasks } = options;
  const enterRound = createRounds(gate);

  return async (params: Params, ctx: ServerContext, { caller, tool, answer }: RequestedCall): Promise<Result> => {
    // A client of the old era says with the call that it is to be a task; a modern one's word is ignored.
    const wanted = !caller.modern && params.task !== undefined;
    if (wanted && !(tool && mayBeLegacyTask(tool)))
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${params.name} cannot be called as a task`);
    const mode = answer ? 'never' : wanted ? 0 : options.taskMode(params.name);
    if (mode === 'required' && !caller.knowsTasks) throw tasksRequired();
    const subject = subjectOf({ caller: caller.key, tool: params.name, args: params.arguments ?? {} });
    const state = ctx.mcpReq.requestState<RequestState>();
    const given = (ctx.mcpReq.inputResponses ?? {}) as ClientResponses;
    // A task of the old era asks when its client asks for its result.
    const line = wanted ? undefined : openLine(ctx, caller);
    const awaited = { caller, answer, mode: wanted || caller.knowsTasks ? mode : 'never' } as const;
    if (state && state.subject !== subject)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This requestState belongs to another call');
    // The call that asked, if it still runs here.
    const asking = state && conversations.find(state.conversation, caller.key);
    if (asking) {
      asking.answer(given);
      asking.line = line;
      return advance(asking, ctx, awaited);
    }
    const denied = state && (await answerLater(gate, state.approvals, given));
    if (denied && answer) throw new ProtocolError(ProtocolErrorCode.InvalidParams, textOf(denied));
    if (denied) return denied;
    const { add, leave } = enterRound(caller);
    try {
      const conversation = conversations.begin({ tool, subject, client: caller.key, given });
      conversation.line = line;
      beginCall(conversation, params, { ...options, caller, ctx, add });
      return await advance(conversation, ctx, awaited);
    } finally {
      leave();
    }
  };

  /** Waits for the result of this request. */
  async function advance(
    conversation: Conversation,
    ctx: ServerContext,
    { caller, answer, mode }: Pick<RequestedCall, 'caller' | 'answer'> & { mode: TaskMode },
  ) {
    const { line } = conversation;
    try {
      const atOnce = conversation.isTask || mode === 'required' || mode === 0;
      const patience = typeof mode === 'number' ? mode : undefined;
      const step = atOnce ? 'slow' : await conversation.next(ctx.mcpReq.signal, patience);
      if (step === 'slow') {
        const row = await tasks.begin(conversation);
        // The SDK lets no tool's result in the old era pass without a content.
        return caller.modern ? { resultType: 'task', ...toTask(row) } : { task: toLegacyTask(row), content: [] };
      }
      if (step === 'ended') {
        // Nobody can ask for the call again.
        if (ctx.mcpReq.requestState() === undefined) conversations.forget(conversation);
        const { ended } = conversation;
        return answer && ended && 'outcome' in ended ? answer(ended.outcome) : options.resultOf(conversation);
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

const textOf = ({ content }: CallToolResult): string =>
  content.map(block => (block.type === 'text' ? block.text : '')).join('');

/** Begins the call of a conversation, which tells its client how it goes while a request is open. */
function beginCall(
  conversation: Conversation,
  { name, arguments: args = {} }: Params,
  {
    gate,
    tasks,
    elicit,
    caller,
    ctx,
    add,
  }: CallToolOptions & { caller: Caller; ctx: ServerContext; add: Queue['add'] },
): void {
  // Where nobody else can answer now, the question is kept, and the client is told so.
  const onPutAway = ({ tool, id }: ApprovalRequest) => {
    if (gate.approvals.interactive) sayKept(conversation, tool, id);
  };
  const approver = elicit ? approverFor(conversation, caller, onPutAway) : undefined;
  const own = { abort: conversation.signal, onEvent: (event: ActivityEvent) => follow(conversation, event), approver };
  conversation.run(async () => {
    const outcome = await withTraceOf(ctx.mcpReq._meta, () =>
      withClient(clientFor(conversation, caller, elicit), () => add({ id: ctx.mcpReq.id, name, args }, own)),
    );
    if (caller.knowsTasks) conversation.jobTask = (await tasks.followJob(outcome, caller))?.id;
    return outcome;
  });
}

function follow(conversation: Conversation, event: ActivityEvent): void {
  const { type, data, callID } = event;
  if (conversation.callID === undefined) {
    conversation.callID = callID;
    conversation.onChange?.();
  }
  if (type === ActivityEventType.TOOL_CALL_UPDATE) conversation.said = messageOf(data);
  const isKept = type === ActivityEventType.APPROVAL_REQUESTED && data.waiting === false;
  if (isKept) sayKept(conversation, data.toolName, data.approvalID);
  conversation.line?.onEvent(event);
}

/** Logs that a question is kept. A client's log may reach the model, so how to answer is told to people elsewhere. */
const sayKept = ({ line }: Conversation, tool: unknown, id: unknown): void =>
  line?.log('notice', `${tool} needs a person, and nobody has answered here. The question ${id} is kept for one.`);

type Queue = ReturnType<Toolgate['queue']>;

/**
 * Rounds of requests. Requests that came before any of them was answered were asked for together by a model: they are
 * one turn of undo. Each stands alone all the same: a client that has not seen an answer cannot tell which of two came
 * first, so only requests that change the same are kept apart. `leave` tells that a request has its answer.
 */
function createRounds(gate: Toolgate) {
  const rounds = new Map<string, Queue>();
  return ({ sessionID, name: agent }: Caller) => {
    const queue = rounds.get(sessionID) ?? gate.queue({ sessionID, agent, apart: true });
    rounds.set(sessionID, queue);
    const leave = () => {
      if (rounds.get(sessionID) === queue) rounds.delete(sessionID);
    };
    return { add: queue.add, leave };
  };
}
