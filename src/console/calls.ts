import { z } from 'zod';
import type { ActivityEvent } from '../activity/activity-stream.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { RecordedStage } from '../pipeline/record/stage-reports.ts';
import type { CallQuery, CallRow } from '../store/port.ts';
import type { CallDetail, CallList, CallSummary, StageReport } from './api.ts';
import { toSettled } from './approvals.ts';
import { recordedSet } from './changes.ts';
import { paged } from './read-request.ts';
import { quoteBeginning, resourceNotFound } from './refusal.ts';

const name = z.string().min(1).max(200).optional();

export const callQuery = z.strictObject({
  session: name,
  agent: name,
  tool: name,
  outcome: z.enum(['ok', 'failed', 'denied', 'running']).optional(),
  ...paged(500, 100),
});

type Query = z.output<typeof callQuery>;

/** Rows that are read at a time, and for one answer. */
const STEP = 500;
const MOST_READ = 3_000;
const MOST_EVENTS = 5_000;

export const toSummary = ({ facts: _, ...row }: CallRow): CallSummary => row;

export async function listCalls({ store: { calls } }: Toolgate, query: Query): Promise<CallList> {
  const { outcome, limit } = query;
  if (outcome === 'running') return running(calls, asked(query), limit);
  const wanted = { ...asked(query), ...(outcome === undefined ? {} : { ok: outcome === 'ok' }) };
  // Failed and denied calls both went wrong: of those that the store gives only some are meant.
  const size = outcome === 'failed' || outcome === 'denied' ? STEP : limit + 1;
  const found: CallSummary[] = [];
  let { before } = query;
  for (let read = 0; read < MOST_READ; read += size) {
    const rows = await calls.list({ ...wanted, before, limit: size });
    for (const row of rows) {
      if (found.length === limit) return { calls: found, next: found.at(-1)?.id };
      if (outcome === undefined || outcome === nameOutcome(row)) found.push(toSummary(row));
      before = row.id;
    }
    if (rows.length < size) return { calls: found };
  }
  return { calls: found, next: before };
}

function asked({ session, agent, tool }: Query): CallQuery {
  return {
    sessionID: session,
    agent,
    tool,
  };
}

/** They are few, and all of them are of interest. */
async function running(calls: Toolgate['store']['calls'], query: CallQuery, limit: number): Promise<CallList> {
  return { calls: (await calls.list({ ...query, status: 'open', limit })).map(toSummary) };
}

/** What people would call it: a rule or a person was against it, or it did not work. */
function nameOutcome({ ok, error, status }: Pick<CallRow, 'ok' | 'error' | 'status'>) {
  if (status !== 'settled') return 'running';
  if (ok) return 'ok';
  return error?.type === 'permission_error' || error?.type === 'security_error' ? 'denied' : 'failed';
}

export async function showCall(gate: Toolgate, id: string): Promise<CallDetail> {
  const { store } = gate;
  const row = await store.calls.get(id);
  if (!row) throw resourceNotFound(`call ${quoteBeginning(id)}`);
  const [events, ends, approvals, changes] = await Promise.all([
    store.events.since(0, { callID: id, limit: MOST_EVENTS }),
    store.events.since(0, { callID: id, type: 'tool_call_end', limit: 1 }),
    store.approvals.list({ sessionID: row.sessionID, limit: MOST_EVENTS }),
    row.changeSetID === undefined ? undefined : recordedSet(gate, row.changeSetID),
  ]);
  const [end] = ends;
  // The end of a call that printed very much is not among the first events.
  const all = end && events.at(-1)!.seq < end.seq ? [...events, end] : events;
  return {
    call: toSummary(row),
    stages: stagesOf((end?.data.stages as readonly RecordedStage[] | undefined) ?? [], row),
    events: all as readonly ActivityEvent[],
    changes,
    approvals: approvals.filter(({ callID, status }) => callID === id && status !== 'pending').map(toSettled),
  };
}

/** A stage lasts until the next one begins, the last one until the call is settled. */
function stagesOf(stored: readonly RecordedStage[], { preparedAt, settledAt = preparedAt }: CallRow): StageReport[] {
  return stored.map(([stage, at, says = []], index) => {
    const until = stored[index + 1]?.[1] ?? settledAt - preparedAt;
    return { stage, at, milliseconds: Math.max(0, Math.round((until - at) * 100) / 100), says };
  });
}
