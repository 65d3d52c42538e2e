import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  type CallToolResult,
  type InputResponse,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Outcome, Toolgate } from '../../../../index.ts';
import type { Conversation } from '../asking/conversation.ts';
import type { Caller } from '../caller.ts';
import { isOver, isTaskExpired, type LiveTask, type McpTaskRow } from './row.ts';
import { openTaskRows } from './rows.ts';

interface LiveState extends LiveTask {
  isCancelled: boolean;
  /** The state that the listeners were told last. */
  told: string;
  callID: string | undefined;
  /** The saving of the end, once it is under way. */
  ending?: Promise<void>;
}

/** The tasks of all clients: those at work here, and the results of others. */
export interface McpTasks {
  /** Makes a task of a call that takes long. Resolves when the task would outlive the process. */
  begin(conversation: Conversation): Promise<McpTaskRow>;
  /** Makes the task that follows the background command which a call has started; undefined where it has started none. */
  followJob(outcome: Outcome, caller: Caller): Promise<McpTaskRow | undefined>;
  /** A task of this client; another client's is not found. */
  find(id: string, client: string): Promise<McpTaskRow | undefined>;
  answer(id: string, responses: Readonly<Record<string, InputResponse>>): void;
  cancel(id: string): void;
  /** The listener hears of every change of state, of every client's tasks. */
  subscribe(listener: (row: McpTaskRow) => void): () => void;
  /** The number of listeners. */
  listeners(): number;
  /** Aborted when nobody is told any more. */
  readonly closing: AbortSignal;
  close(): void;
}

export async function openMcpTasks(gate: Toolgate, resultOf: ResultOf): Promise<McpTasks> {
  const live = new Map<string, LiveState>();
  const listeners = new Set<(row: McpTaskRow) => void>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const rows = await openTaskRows(gate, id => live.has(id));

  async function add(id: string, task: LiveTask): Promise<McpTaskRow> {
    const row = task.row(false);
    live.set(id, { ...task, isCancelled: false, told: stateOf(row), callID: row.callID });
    await rows.save(row).catch(error => {
      live.delete(id);
      throw error;
    });
    changed(id);
    return row;
  }

  /** Tells the listeners of a change, and keeps the task where it must outlive the process. */
  function changed(id: string): void {
    const task = live.get(id);
    if (!task) return;
    const row = task.row(task.isCancelled);
    if (isOver(row)) {
      task.ending ??= end(row);
      return;
    }
    if (row.callID !== task.callID) void rows.save(row).catch(warn);
    task.callID = row.callID;
    if (stateOf(row) !== task.told) tell(row);
    task.told = stateOf(row);
  }

  /** Ends a task; its result is told once it is kept. */
  async function end(row: McpTaskRow): Promise<void> {
    await rows.save(row).then(() => live.delete(row.id), warn);
    tell(row);
  }

  function tell(row: McpTaskRow): void {
    for (const listener of listeners) listener(row);
  }

  async function read(id: string): Promise<McpTaskRow | undefined> {
    const task = live.get(id);
    await task?.ending;
    return task && live.has(id) ? task.row(task.isCancelled) : rows.find(id);
  }

  return {
    /** A task of this client; another client's is not found. */
    async find(id: string, client: string): Promise<McpTaskRow | undefined> {
      const row = await read(id);
      return row?.client === client && !isTaskExpired(row, Date.now()) ? row : undefined;
    },
    /** Makes a task of a call that takes long. Resolves when the task would outlive the process. */
    async begin(conversation: Conversation): Promise<McpTaskRow> {
      const { id } = conversation;
      conversation.isTask = true;
      const known = await read(id);
      if (known) return known;
      conversation.onChange = () => changed(id);
      return add(id, openCallTask(conversation, resultOf)).catch(error => {
        // Nobody could ask for the result.
        conversation.cancel();
        throw error;
      });
    },
    /** Makes the task that follows the background command which a call has started; undefined where it started none. */
    async followJob(outcome: Outcome, { key: client, sessionID }: Caller): Promise<McpTaskRow | undefined> {
      const job = jobIn(outcome);
      const followed = job === undefined ? undefined : gate.jobs.follow(sessionID, job);
      if (!job || !followed) return undefined;
      const id = randomUUID();
      const task = openJobTask(outcome, { id, client, job, followed });
      const added = await add(id, task).catch(warn);
      void task.done.then(() => changed(id));
      return added;
    },
    answer: (id: string, responses: Readonly<Record<string, InputResponse>>) => live.get(id)?.answer(responses),
    cancel(id: string): void {
      const task = live.get(id);
      if (!task) return;
      task.isCancelled = true;
      task.stop();
    },
    /** The listener hears of every change of state, of every client's tasks. */
    subscribe(listener: (row: McpTaskRow) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listeners: () => listeners.size,
    /** Aborted when nobody is told any more. */
    closing: closing.signal,
    close: () => closing.abort(),
  };
}

/** The state that a client would act on; without the words of the task on the way. */
const stateOf = ({ status, inputRequests = {} }: McpTaskRow): string =>
  [status, ...Object.keys(inputRequests)].join(' ');

function warn(error: unknown): undefined {
  process.emitWarning(`A task could not be stored: ${error instanceof Error ? error.message : error}`);
}

type ResultOf = (conversation: Conversation) => CallToolResult;

const openCallTask = (conversation: Conversation, resultOf: ResultOf): LiveTask => ({
  row: isCancelled => ({ ...factsOf(conversation), ...callState(conversation, isCancelled, resultOf) }),
  answer: responses => conversation.answer(responses),
  stop: () => conversation.cancel(),
});

const factsOf = ({ id, client, tool, callID, createdAt, changedAt, said, ended }: Conversation) => ({
  id,
  client,
  tool: tool?.name ?? '',
  createdAt,
  changedAt,
  callID,
  statusMessage: ended ? undefined : said,
});

type State = Pick<McpTaskRow, 'status' | 'inputRequests' | 'result' | 'error'>;

/** The state of a task. A tool that failed has completed; `failed` is for a call that never came to an outcome. */
function callState(conversation: Conversation, isCancelled: boolean, resultOf: ResultOf): State {
  const { ended, questions } = conversation;
  const asks = Object.keys(questions).length > 0;
  if (!ended) return asks ? { status: 'input_required', inputRequests: questions } : { status: 'working' };
  if (isCancelled && !('outcome' in ended && ended.outcome.ok)) return { status: 'cancelled' };
  if ('outcome' in ended) return { status: 'completed', result: resultOf(conversation) };
  const { failure } = ended;
  const message = failure instanceof Error ? failure.message : 'Internal error';
  const code = failure instanceof ProtocolError ? failure.code : ProtocolErrorCode.InternalError;
  return { status: 'failed', error: { code, message } };
}

type FollowedJob = NonNullable<ReturnType<Toolgate['jobs']['follow']>>;

/** The most characters of the job's latest output, as the message of its state. */
const SHOWN = 4000;
/** The most characters of the result. */
const MOST = 50_000;

/** The background command that a call has started. */
const jobIn = ({ tool, metadata }: Outcome): string | undefined =>
  tool === 'bash' && typeof metadata.job === 'string' ? metadata.job : undefined;

/** A background command as a task: it works while it runs, and has completed when it has an exit code. */
function openJobTask(
  { tool, callID }: Outcome,
  { followed, ...facts }: { id: string; client: string; job: string; followed: FollowedJob },
): LiveTask & { readonly done: Promise<void> } {
  const base = { ...facts, tool, callID, createdAt: Date.now() };
  let ended: { readonly said: Awaited<FollowedJob['done']>; readonly at: number } | undefined;
  const done = followed.done.then(said => {
    ended = { said, at: Date.now() };
  });

  function row(isCancelled: boolean): McpTaskRow {
    if (!ended) {
      const statusMessage = followed.look().output.slice(-SHOWN);
      return { ...base, status: 'working', changedAt: Date.now(), statusMessage };
    }
    const { return_code } = ended.said.value;
    const over = { ...base, changedAt: ended.at, statusMessage: ended.said.title };
    if (isCancelled && return_code !== 0) return { ...over, status: 'cancelled' };
    const content = [{ type: 'text' as const, text: endOf(ended.said.output) }];
    return { ...over, status: 'completed', result: { content } };
  }

  return { row, done, answer: () => {}, stop: () => followed.stop() };
}

/** The end of the output, which says how the job ended. */
const endOf = (text: string): string =>
  text.length <= MOST
    ? text
    : `[… cut here: the output has ${text.length} characters]\n${text.slice(-MOST).toWellFormed()}`;
