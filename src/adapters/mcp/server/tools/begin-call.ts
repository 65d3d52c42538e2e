import type { CallToolRequest, ServerContext } from '@modelcontextprotocol/server';
import { type ActivityEvent, ActivityEventType, type ApprovalRequest, type Toolgate } from '../../../../index.ts';
import { approverFor, clientFor } from '../asking/ask-client.ts';
import type { Conversation } from '../asking/conversation.ts';
import type { Round } from '../asking/rounds.ts';
import type { Caller } from '../caller.ts';
import { withClient } from '../client-of-call.ts';
import type { McpTasks } from '../tasks/tasks.ts';
import { withTraceOf } from '../trace-context.ts';
import { messageOf } from './report-progress.ts';

interface BeginOptions {
  readonly gate: Toolgate;
  readonly tasks: McpTasks;
  readonly elicit: boolean;
  readonly caller: Caller;
  readonly ctx: ServerContext;
  readonly add: Round['add'];
}

/** Begins the call of a conversation, which tells its client how it goes while a request is open. */
export function beginCall(
  conversation: Conversation,
  { name, arguments: args = {} }: CallToolRequest['params'],
  { gate, tasks, elicit, caller, ctx, add }: BeginOptions,
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

/**
 * Logs that a question is kept. The model may see a client's log, so only people at Toolgate learn the way to answer.
 */
const sayKept = ({ line }: Conversation, tool: unknown, id: unknown): void =>
  line?.log('notice', `${tool} needs a person, and nobody has answered here. The question ${id} is kept for one.`);
