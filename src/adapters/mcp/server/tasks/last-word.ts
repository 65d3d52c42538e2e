import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Store } from '../../../../index.ts';
import type { McpTaskRow } from './row.ts';

/**
 * The last state of a task that is not run here. The ledger has the last word: nothing is ever run again for it. Where
 * another process may still be at work, the task is told as it was left.
 */
export async function lastWord(row: McpTaskRow, store: Store): Promise<McpTaskRow> {
  const call = row.callID === undefined ? undefined : await store.calls.get(row.callID);
  const unknown = { code: 'OUTCOME_UNKNOWN', message: NEVER_SEEN };
  if (!call) return failed(row, unknown, Date.now());
  const isHeld = row.job !== undefined || call.status !== 'settled';
  if (isHeld && (await store.processes.list()).some(({ id }) => id === call.processID)) return row;
  if (call.status !== 'settled') return failed(row, unknown, Date.now());
  const at = Math.max(call.settledAt ?? 0, row.changedAt);
  if (!call.ok) return failed(row, call.error ?? unknown, at);
  if (row.job !== undefined) return failed(row, { ...unknown, message: JOB_GONE }, Date.now());
  const { inputRequests: _, ...rest } = row;
  const result = { content: [{ type: 'text' as const, text: DONE }], _meta: { 'toolgate/call': call.id } };
  return { ...rest, status: 'completed', statusMessage: DONE, changedAt: at, result };
}

const NEVER_SEEN =
  'The server ended while the call was under way; whether it had an effect is not known. It is never run again by itself.';
const JOB_GONE =
  'The server ended while the command ran in the background, and the command with it; look at what it has left.';
const DONE = 'The call was done, but the server ended before its output could be kept. Do not repeat it.';

interface ToldFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable?: boolean;
}

function failed(row: McpTaskRow, { code, message, retryable = false }: ToldFailure, changedAt: number): McpTaskRow {
  const { inputRequests: _, ...rest } = row;
  const told = `${code}: ${message}`;
  const data = { 'toolgate/error': { code, retryable }, ...(row.callID ? { 'toolgate/call': row.callID } : {}) };
  const error = { code: ProtocolErrorCode.InternalError, message: told, data };
  return { ...rest, changedAt, status: 'failed', statusMessage: told, error };
}
