import type { ApprovalRow } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';
import { type ApprovalAnswer, reasonFor, type Settlement } from './request.ts';

type Rejection = Extract<Settlement, { approved: false }>;

const rejection = (id: string | undefined, error: ToolError, by?: string): Rejection => {
  return { approved: false, id, by, error };
};

export function rejected({ id, tool, answeredBy }: ApprovalRow, { answer, message }: ApprovalAnswer): Rejection {
  const said = `${tool} was not approved${message ? `: ${message}` : ''}`;
  const never = answer === 'reject_always';
  const advice = never ? 'It will not be approved later either' : 'Do not repeat the same call';
  const suggestion = `${advice}; find another way or ask what is wanted.`;
  const error = new ToolError('APPROVAL_DENIED', said, { suggestion, details: { approvalID: id, answer } });
  return rejection(id, error, answeredBy);
}

export function approvalTimedOut({ id, tool, createdAt, expiresAt }: ApprovalRow): Rejection {
  const seconds = Math.round((expiresAt - createdAt) / 1000);
  const error = new ToolError('APPROVAL_TIMEOUT', `${tool} was not approved: no one answered within ${seconds} s`, {
    suggestion: 'Go on with what needs no approval, or try again when someone is there.',
    details: { approvalID: id },
  });
  return rejection(id, error);
}

/** A rejection for the model: a person has to decide. It never names the command or the place for that. */
export function noOneToAsk({ id, tool, request }: ApprovalRow): Rejection {
  const reason = reasonFor(tool, String(request.reason));
  const message = `${tool} needs a person's approval, and no one can be asked: ${reason}`;
  const suggestion =
    'The question is kept for a person; only they can answer it, and after a yes the same call runs once. ' +
    'Go on with what needs no approval, and say in the end what waits.';
  return rejection(id, new ToolError('APPROVAL_DENIED', message, { suggestion, details: { approvalID: id } }));
}

export const approvalAborted = (id: string | undefined): Rejection =>
  rejection(id, new ToolError('ABORTED', 'The call was aborted while it waited for approval; nothing was changed'));

/** The rejection of a question that cannot be asked properly. */
export function approvalFailed(tool: string, cause: unknown): Rejection {
  const why = cause instanceof Error ? cause.message : String(cause);
  const error = new ToolError('APPROVAL_DENIED', `${tool} could not be put to anyone: ${why}`, { cause });
  return rejection(undefined, error);
}

/** The error for an answer that comes too late. */
export function alreadySettled({ id, status, answer, answeredBy }: ApprovalRow): ToolError {
  const how =
    status === 'answered'
      ? `answered (${String(answer?.answer)}${answeredBy === undefined ? '' : ` by ${answeredBy}`})`
      : status;
  return new ToolError('INVALID_ARGUMENTS', `The request ${id} is ${how}; the first answer counts`);
}

export const unknownRequest = (id: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `There is no request ${JSON.stringify(id)}`, {
    suggestion: 'List them with: toolgate approvals list',
  });
