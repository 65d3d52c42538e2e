import { RequestError } from '@agentclientprotocol/sdk';
import type { Failure } from '../../../tool/error.ts';
import { failureOf } from '../../failure.ts';

/** An error as an editor is told: editors show the message alone, so the message has the way out too. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  return failureError(failureOf(error, '').error);
}

export const failureError = ({ code, message, suggestion }: Failure): RequestError =>
  new RequestError(-32603, [`${code}: ${message}`, ...(suggestion ? [suggestion] : [])].join('\n'), { code });
