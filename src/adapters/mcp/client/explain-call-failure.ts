import {
  InsufficientScopeError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { ToolError } from '../../../index.ts';
import { isCutStream } from './transport/http-transport.ts';

/** The most characters of a server's words on a failure. */
const MOST = 2_000;

/** The error in the server's words: bounded, and nothing in them that a terminal would obey. */
export function saidBy(error: unknown): string {
  const said = error instanceof Error ? `${error.message}${causeOf(error)}` : String(error);
  const plain = said.slice(0, MOST).replace(/[\p{Cc}\p{Bidi_C}]+/gu, ' ');
  return said.length > MOST ? `${plain} […]` : plain;
}

/** The cause of a failed fetch, which itself tells nothing. */
const causeOf = ({ cause }: Error): string => (cause instanceof Error && cause.message ? `: ${cause.message}` : '');

/** Whether a server over HTTP has forgotten the conversation; it begins a new one when it is asked. */
export const hasForgotten = (error: unknown): boolean =>
  error instanceof SdkHttpError && (error.status === 404 || error.status === 400);

/** Whether the server does not know us, or not well enough. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof UnauthorizedError ||
  error instanceof InsufficientScopeError ||
  (error instanceof SdkHttpError && error.status === 401);

export const toolTooLate = (tool: string, timeout: number): ToolError =>
  new ToolError('TIMEOUT', `${tool} gave no answer within ${timeout / 1000} s`);

/** The error of a call; `timeout`: the milliseconds that it may take. */
export function explainCallFailure(error: unknown, call: { server: string; tool: string; timeout: number }): ToolError {
  const { server, tool, timeout } = call;
  if (error instanceof ToolError) return error;
  const code = error instanceof SdkError ? error.code : undefined;
  if (code === SdkErrorCode.RequestTimeout) return toolTooLate(tool, timeout);
  const ended = `The MCP server ${server} ended before it answered; whether it did anything is not known`;
  if (code === SdkErrorCode.ConnectionClosed || wasCutOff(error)) return new ToolError('OUTCOME_UNKNOWN', ended);
  return new ToolError('EXECUTION_ERROR', `The MCP server ${server} answered with an error: ${saidBy(error)}`);
}

/** Whether the connection was gone after the request was sent. */
function wasCutOff(error: unknown): boolean {
  if (isCutStream(error)) return true;
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return error instanceof TypeError && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(cause?.code));
}
