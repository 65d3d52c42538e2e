import {
  type CallToolResult,
  type ElicitRequestFormParams,
  type InputResponse,
  inputResponse,
  MissingRequiredClientCapabilityError,
  type ProtocolError,
} from '@modelcontextprotocol/server';
import { type ApprovalRequest, type Approver, renderRequest, type Toolgate } from '../../../../index.ts';
import { isRecord } from '../../../../schema/json.ts';
import { type Caller, missingFor } from '../caller.ts';
import type { ClientOfCall } from '../client-of-call.ts';
import type { Conversation } from './conversation.ts';
import { askFor } from './foreign-question.ts';

/** The most times that a person is asked whose answers are none. */
const ROUNDS = 3;

const approvalKey = (approvalID: string): string => `approval-${approvalID}`;

/**
 * Whether the client puts questions to a person: it can show a form, and somebody trusted it to. A client's declaration
 * is its own word, and over HTTP the client may be the agent itself.
 */
const asksPeople = ({ capabilities, mayAsk }: Caller): boolean =>
  mayAsk && missingFor({ method: 'elicitation/create', params: FORM }, capabilities) === undefined;

type OnPutAway = (request: ApprovalRequest) => void;

/**
 * The approver of a client; undefined for a client that cannot show a form: then others are asked, as the gate is set
 * up. `onPutAway` gets each question that the client has put away: others may still answer it.
 */
export function approverFor(conversation: Conversation, caller: Caller, onPutAway: OnPutAway): Approver | undefined {
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
    askFor: elicit && asksPeople(caller) ? (server, params) => askFor(conversation, server, params) : undefined,
    log: (level, data) => conversation.line?.log(level, data),
    hangUp: () => conversation.line?.hangUp(),
    fail,
  };
}

type Reply = Exclude<Awaited<ReturnType<Approver>>, string | undefined>;

/** The words of an answer, the same as everywhere. */
const WORDS = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

/** The question as a form. `problem` says what was wrong with the last answer. */
function approvalForm(request: ApprovalRequest, problem?: string): ElicitRequestFormParams {
  return {
    mode: 'form',
    message: [...(problem === undefined ? [] : [problem, '']), renderRequest(request)].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        answer: { type: 'string', title: 'Answer', enum: [...WORDS] },
        arguments: {
          type: 'string',
          title: 'Other arguments',
          description: 'To run it with other arguments: all of them, as JSON. Leave empty to run it as shown.',
        },
        message: { type: 'string', title: 'A word to the model' },
      },
      required: ['answer'],
    },
  };
}

/** Whether a question was put away without a choice, which is no no; clients without a person do so at once. */
function wasPutAway(response: InputResponse): boolean {
  const view = inputResponse({ response }, 'response');
  return view.kind === 'elicit' && view.action === 'cancel';
}

/** The form's answer. A form that was put away is a no; a form that says nothing clear is a problem. */
function readApproval(response: InputResponse): Reply | { readonly problem: string } {
  const view = inputResponse({ response }, 'response');
  if (view.kind !== 'elicit') return { problem: 'That was no answer to the form.' };
  if (view.action !== 'accept')
    return { answer: 'reject_once', message: `the question was answered with ${view.action}` };
  const { answer, arguments: changed, message } = view.content ?? {};
  const word = WORDS.find(each => each === answer);
  if (!word) return { problem: `The answer must be one of ${WORDS.join(', ')}.` };
  const said = typeof message === 'string' && message.trim() !== '' ? message : undefined;
  if (typeof changed !== 'string' || changed.trim() === '') return { answer: word, message: said };
  if (word.startsWith('reject')) return { problem: 'Other arguments go with a yes only.' };
  const modifiedArgs = objectIn(changed);
  return modifiedArgs
    ? { answer: word, modifiedArgs, message: said }
    : { problem: 'The other arguments are no JSON object.' };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A client's answers to the questions of a call, by their keys. */
export type ClientResponses = Readonly<Record<string, InputResponse>>;

/** Takes answers after a restart: a yes is a grant for the same call, which then runs anew; a no is the answer. */
export async function answerLater({ approvals }: Toolgate, ids: readonly string[], given: ClientResponses) {
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

function denial(message: string | undefined): CallToolResult {
  const said = `The call was not approved${message ? `: ${message}` : ''}`;
  const text = `APPROVAL_DENIED: ${said}. Do not repeat it; find another way or ask what is wanted.`;
  const error = { code: 'APPROVAL_DENIED', type: 'permission_error', retryable: false };
  return { content: [{ type: 'text', text }], isError: true, _meta: { 'toolgate/error': error } };
}
