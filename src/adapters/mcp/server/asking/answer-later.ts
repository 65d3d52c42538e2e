import type { CallToolResult, InputResponse } from '@modelcontextprotocol/server';
import type { Toolgate } from '../../../../index.ts';
import { readApproval } from './approval-question.ts';
import { approvalKey } from './ask-client.ts';

/** A client's answers to the questions of a call, by their keys. */
export type ClientResponses = Readonly<Record<string, InputResponse>>;

/**
 * Takes answers after a restart: a yes is left as a grant for the same call, which then runs anew; a no is the answer.
 */
export async function answerLater(
  { approvals }: Pick<Toolgate, 'approvals'>,
  ids: readonly string[],
  given: ClientResponses,
): Promise<CallToolResult | undefined> {
  for (const id of ids) {
    const response = lastOf(given, approvalKey(id));
    const reply = response && readApproval(response);
    if (!reply || 'problem' in reply) continue;
    try {
      await approvals.answer(id, reply, 'mcp client');
    } catch {
      // The request was settled meanwhile. The call is judged anew, and asks again if it must.
      continue;
    }
    if (!('answer' in reply) || !reply.answer.startsWith('allow')) return denial(reply.message);
  }
  return undefined;
}

/** The answer to a question that was put several times, to the last time. */
const lastOf = (given: ClientResponses, key: string): InputResponse | undefined =>
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
