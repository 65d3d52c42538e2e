import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Conversation } from '../asking/conversation.ts';
import type { LiveTask, McpTaskRow } from './row.ts';

export type ResultOf = (conversation: Conversation) => CallToolResult;

/** A call as a task. */
export const openCallTask = (conversation: Conversation, resultOf: ResultOf): LiveTask => ({
  row: isCancelled => ({ ...factsOf(conversation), ...stateOf(conversation, { isCancelled, resultOf }) }),
  answer: responses => conversation.answer(responses),
  stop: () => conversation.cancel(),
});

const factsOf = ({ id, client, tool, callID, createdAt, changedAt, said, ended }: Conversation) => ({
  ...{ id, client, tool: tool?.name ?? '', createdAt, changedAt },
  callID,
  statusMessage: ended ? undefined : said,
});

type State = Pick<McpTaskRow, 'status' | 'inputRequests' | 'result' | 'error'>;

/** The state of a task. A tool that failed has completed; `failed` is for a call that never came to an outcome. */
function stateOf(
  conversation: Conversation,
  { isCancelled, resultOf }: { isCancelled: boolean; resultOf: ResultOf },
): State {
  const { ended, questions } = conversation;
  if (!ended)
    return Object.keys(questions).length > 0
      ? { status: 'input_required', inputRequests: questions }
      : { status: 'working' };
  if (isCancelled && !('outcome' in ended && ended.outcome.ok)) return { status: 'cancelled' };
  if ('outcome' in ended) return { status: 'completed', result: resultOf(conversation) };
  return { status: 'failed', error: toError(ended.failure) };
}

function toError(failure: unknown) {
  const message = failure instanceof Error ? failure.message : 'Internal error';
  const code = failure instanceof ProtocolError ? failure.code : ProtocolErrorCode.InternalError;
  return { code, message };
}
