import { MissingRequiredClientCapabilityError, type ProtocolError } from '@modelcontextprotocol/server';
import type { ApprovalRequest, Approver } from '../../../../index.ts';
import { type Caller, missingFor } from '../caller.ts';
import type { ClientOfCall } from '../client-of-call.ts';
import { approvalForm, readApproval, wasPutAway } from './approval-question.ts';
import type { Conversation } from './conversation.ts';
import { askFor } from './foreign-question.ts';

/** The most times that a person is asked whose answers are none. */
const ROUNDS = 3;

export const approvalKey = (approvalID: string): string => `approval-${approvalID}`;

/**
 * Whether the client puts questions to a person: it can show a form, and somebody trusted it to. A client's declaration
 * is its own word, and over HTTP the client may be the agent itself.
 */
const asksPeople = ({ capabilities, mayAsk }: Caller): boolean =>
  mayAsk && missingFor({ method: 'elicitation/create', params: FORM }, capabilities) === undefined;

/**
 * The approver of a client; undefined for a client that cannot show a form: then others are asked, as the gate is set
 * up. `onPutAway` gets each question that the client has put away: others may still answer it.
 */
export function approverFor(
  conversation: Conversation,
  caller: Caller,
  onPutAway: (request: ApprovalRequest) => void,
): Approver | undefined {
  if (!asksPeople(caller)) return undefined;
  return async (request, { signal }) => {
    let problem: string | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      const form = { method: 'elicitation/create' as const, params: approvalForm(request, problem) };
      // A key that was answered is never used again.
      const key = round === 0 ? approvalKey(request.id) : `${approvalKey(request.id)}-${round + 1}`;
      const asked = conversation.ask(key, form, { signal, approvalID: request.id });
      const response = await asked.catch(() => undefined);
      // A call that was taken back needs no answer from anybody. A client that fails to ask has only not answered.
      if (conversation.signal.aborted) return new Promise<never>(() => {});
      if (response && wasPutAway(response)) onPutAway(request);
      if (!response || wasPutAway(response)) return undefined;
      const reply = readApproval(response);
      if (!('problem' in reply)) return reply;
      problem = reply.problem;
    }
    return { answer: 'reject_once', message: problem };
  };
}

const FORM = { mode: 'form', message: '', requestedSchema: { type: 'object', properties: {} } } as const;

/** The running tool's view of its client. `elicit`: whether its person may be asked at all. */
export function clientFor(conversation: Conversation, caller: Caller, elicit: boolean): ClientOfCall {
  const { modern, capabilities } = caller;
  const fail = (error: ProtocolError): never => {
    conversation.fail(error);
    throw error;
  };
  return {
    capabilities,
    async ask(key, request) {
      const missing = missingFor(request, capabilities);
      if (!missing) return conversation.ask(key, request);
      const error = new MissingRequiredClientCapabilityError({ requiredCapabilities: missing });
      if (modern) return fail(error);
      throw error;
    },
    // A question for people goes the way of approvals, and no other.
    ...(elicit && asksPeople(caller) ? { askFor: (server, params) => askFor(conversation, server, params) } : {}),
    log: (level, data) => conversation.line?.log(level, data),
    hangUp: () => conversation.line?.hangUp(),
    fail,
  };
}
