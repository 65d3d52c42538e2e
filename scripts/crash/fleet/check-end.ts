import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CallRow, EventRow, Store } from '../../../src/store/port.ts';
import { replayTasks } from '../../../src/tasks/replay.ts';
import { commandFile, LAST_LINE, markOf, SHARED_FILES, type Work } from './plan.ts';

export interface EndOptions {
  readonly store: Store;
  readonly workspace: string;
  readonly effects: string;
  readonly rounds: readonly Work[];
}

export interface EndReport {
  readonly problems: readonly string[];
  /** Calls of which nobody could say whether they had done anything. */
  readonly unknown: number;
  /** Effects that came after an agent had looked and not found them, and had made another call. */
  readonly late: number;
}

/** What is wrong when all is over. */
export async function checkEnd({ store, workspace, effects, rounds }: EndOptions): Promise<EndReport> {
  const calls = await allCalls(store);
  const events = await allEvents(store);
  const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);
  const notes = linesOf(effects);
  const edits = SHARED_FILES.flatMap(file => linesOf(join(workspace, file)).filter(line => line !== LAST_LINE));
  const commands = [...new Set(rounds.filter(work => work.command).map(commandFile))];
  const written = commands.flatMap(file => linesOf(join(workspace, file)));
  const problems = [
    ...(await checkTasks(store, events, rounds)),
    ...checkLines('note', notes, calls),
    ...checkLines('edit_file', edits, calls),
    ...checkLines('bash', written, calls),
    ...rounds.flatMap(work => checkRound(work, { notes, edits, written })),
    ...checkPairs(events),
    ...(await checkNothingOpen(store)),
  ];
  const unknown = calls.filter(row => row.error?.code === 'OUTCOME_UNKNOWN').length;
  const late = rounds.filter(work => notes.filter(line => line.startsWith(markOf(work))).length > 1).length;
  return { problems, unknown, late };
}

/** Each was done once, and the events from the first one on tell the very tasks that are stored. */
async function checkTasks(store: Store, events: readonly EventRow[], rounds: readonly Work[]): Promise<string[]> {
  const problems: string[] = [];
  const replayed = replayTasks(events);
  for (const { id, label } of await store.tasks.list()) {
    const task = await store.tasks.get(id);
    if (!isDeepStrictEqual(replayed.get(id), task)) problems.push(`${label} is not what its events tell`);
    if (task?.status !== 'done') problems.push(`${label} is ${task?.status}`);
    const ends = events.filter(({ type, data }) => type === 'task_changed' && data.taskID === id && data.to === 'done');
    const becameDone = ends.filter(({ data }) => data.from !== 'done');
    if (becameDone.length !== 1) problems.push(`${label} became done ${becameDone.length} times`);
    // A run keeps its task when it goes on in another process.
    const wanted = rounds.filter(work => work.label === label).length;
    if (task?.attempt !== wanted) problems.push(`${label} was taken ${task?.attempt} times, for ${wanted} rounds`);
    replayed.delete(id);
  }
  for (const { label } of replayed.values()) problems.push(`${label} is told by events only`);
  return problems;
}

/** Every line is there once, from one call; all that was said to be done is there, and nothing that was said not to be. */
function checkLines(tool: string, lines: readonly string[], calls: readonly CallRow[]): string[] {
  const problems: string[] = [];
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const [line, count] of counts) if (count > 1) problems.push(`${tool}: "${line}" is there ${count} times`);
  const rows = Map.groupBy(
    calls.filter(row => row.tool === tool),
    row => lineIn(row),
  );
  for (const line of counts.keys()) if (!rows.has(line)) problems.push(`${tool}: "${line}" comes from no call`);
  for (const [line, attempts] of rows) {
    const done = attempts.filter(row => row.ok).length;
    const doubtful = attempts.some(mayHaveHappened);
    const there = counts.has(line);
    if (done > 1) problems.push(`${tool}: "${line}" was done by ${done} calls`);
    if (done > 0 && !there) problems.push(`${tool}: "${line}" was said to be done, and is not there`);
    if (done === 0 && there && !doubtful) problems.push(`${tool}: "${line}" is there, and was said not to be done`);
  }
  return problems;
}

const MARK = /t\d+ r\d+ \d+/;
const lineIn = ({ args }: CallRow): string => MARK.exec(JSON.stringify(args))?.[0] ?? '';

const mayHaveHappened = ({ error }: CallRow): boolean => error?.code === 'OUTCOME_UNKNOWN';

interface Lines {
  readonly notes: readonly string[];
  readonly edits: readonly string[];
  readonly written: readonly string[];
}

function checkRound(work: Work, { notes, edits, written }: Lines): string[] {
  const mark = markOf(work);
  const missing = (lines: readonly string[]) => !lines.some(line => line.startsWith(mark));
  const twice = edits.filter(line => line.startsWith(mark)).length > 1;
  return [
    ...(missing(notes) ? [`${mark}has left no note`] : []),
    ...(missing(edits) ? [`${mark}has lost its edit`] : []),
    ...(twice ? [`${mark}has its edit twice`] : []),
    ...(work.command && missing(written) ? [`${mark}has lost what its command wrote`] : []),
  ];
}

/** Every call that began has one end. */
function checkPairs(events: readonly EventRow[]): string[] {
  const count = (type: string) => {
    const counts = new Map<string, number>();
    for (const event of events)
      if (event.type === type && event.callID !== undefined)
        counts.set(event.callID, (counts.get(event.callID) ?? 0) + 1);
    return counts;
  };
  const ends = count('tool_call_end');
  return [...count('tool_call_start').keys()].flatMap(id => {
    const times = ends.get(id) ?? 0;
    return times === 1 ? [] : [`call ${id} has ${times} ends`];
  });
}

export async function checkNothingOpen(store: Store): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, status } of await store.runs.list({ status: ['queued', 'running'] }))
    problems.push(`run ${id} is still ${status}`);
  for (const { resource, owner } of await store.claims.list(Date.now()))
    problems.push(`${resource} is still claimed by ${owner}`);
  for (const status of ['prepared', 'started'] as const)
    for (const { id, tool } of await store.calls.list({ status }))
      problems.push(`${tool} ${id} is still ${status} on the ledger`);
  for (const { id } of await store.journal.sets({ status: 'intent' })) problems.push(`change set ${id} is half done`);
  return problems;
}

const PAGE = 1000;

async function allCalls(store: Store): Promise<readonly CallRow[]> {
  const all: CallRow[] = [];
  for (;;) {
    const page = await store.calls.list({ after: all.at(-1)?.id ?? '', limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

async function allEvents(store: Store): Promise<readonly EventRow[]> {
  const all: EventRow[] = [];
  for (;;) {
    const page = await store.events.since(all.at(-1)?.seq ?? 0, { limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
