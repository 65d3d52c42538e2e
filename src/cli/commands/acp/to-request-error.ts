import { RequestError } from '@agentclientprotocol/sdk';
import type { Failure } from '../../../tool/error.ts';
import { failureOf } from '../../failure.ts';

/** What went wrong, as an editor is told: it shows the message alone, so that has the way out too. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  return failureError(failureOf(error, '').error);
}

export const failureError = ({ code, message, suggestion }: Failure): RequestError =>
  new RequestError(-32603, [`${code}: ${message}`, ...(suggestion ? [suggestion] : [])].join('\n'), { code });
