import { type CallToolResult, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Store, Toolgate } from '../../../../index.ts';
import { isOver, isTaskExpired, type McpTaskRow } from './row.ts';

const PREFIX = 'mcp:task:';
const ID = /^[0-9a-f-]{36}$/;
/** The most tasks that are kept at a time; of more, the oldest go. */
const MOST = 500;
/** Tasks that are saved before room is made again. */
const OFTEN = 50;
/** The most characters of one result. */
const LARGEST = 2 ** 20;

/** The stored tasks, which lie with our state, where no tool reads them, so that they outlive the process. */
export async function openTaskRows({ store }: Toolgate, isLive: (id: string) => boolean) {
  let saved = 0;

  /** A task as it is stored, or as the ledger tells it where the process that ran it is gone. */
  async function find(id: string): Promise<McpTaskRow | undefined> {
    if (!ID.test(id)) return undefined;
    const row = (await store.state.get(PREFIX + id)) as McpTaskRow | undefined;
    if (!row || isOver(row) || isLive(id)) return row;
    const told = await lastWord(row, store);
    if (isOver(told)) await write(told);
    return told;
  }

  const write = (row: McpTaskRow): Promise<void> => store.state.set(PREFIX + row.id, bounded(row), { durable: true });

  async function makeRoom(): Promise<void> {
    const rows: McpTaskRow[] = [];
    for (const key of await store.state.keys(PREFIX)) {
      const row = await find(key.slice(PREFIX.length));
      if (!row || isTaskExpired(row, Date.now())) await store.state.delete(key);
      else rows.push(row);
    }
    const oldest = rows.filter(isOver).sort((a, b) => a.changedAt - b.changedAt);
    for (const { id } of oldest.slice(0, Math.max(0, rows.length - MOST))) await store.state.delete(PREFIX + id);
  }

  await makeRoom();
  return {
    find,
    /** Saves a task; resolves when the task would outlive the process. */
    async save(row: McpTaskRow): Promise<void> {
      await write(row);
      if (++saved % OFTEN === 0) await makeRoom();
    },
  };
}

/** The row without attachments where its result would be too large to keep. */
function bounded(row: McpTaskRow): McpTaskRow {
  if (!row.result || JSON.stringify(row.result).length <= LARGEST) return row;
  return { ...row, result: textOf(row.result) };
}

function textOf({ content, isError, _meta }: CallToolResult): CallToolResult {
  const texts = content.filter(block => block.type === 'text' || block.type === 'resource_link');
  const left = content.length - texts.length;
  const note = `The result was too large to be kept whole: the value and ${left} attachments are left out.`;
  return { content: [...texts, { type: 'text', text: note }], isError, _meta };
}

/**
 * The last state of a task that is not run here. The ledger has the last word: nothing is ever run again for it. Where
 * another process may still be at work, the task is told as it was left.
 */
async function lastWord(row: McpTaskRow, store: Store): Promise<McpTaskRow> {
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

type ToldFailure = { readonly code: string; readonly message: string; readonly retryable?: boolean };

function failed(row: McpTaskRow, { code, message, retryable = false }: ToldFailure, changedAt: number): McpTaskRow {
  const { inputRequests: _, ...rest } = row;
  const told = `${code}: ${message}`;
  const data = { 'toolgate/error': { code, retryable }, ...(row.callID ? { 'toolgate/call': row.callID } : {}) };
  const error = { code: ProtocolErrorCode.InternalError, message: told, data };
  return { ...rest, changedAt, status: 'failed', statusMessage: told, error };
}
