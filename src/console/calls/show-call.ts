import type { ActivityEvent } from '../../activity/activity-stream.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import type { RecordedStage } from '../../pipeline/record/stage-reports.ts';
import type { CallRow } from '../../store/port.ts';
import type { AgentBook } from '../agents/agent-book.ts';
import type { CallDetail, StageReport } from '../api.ts';
import { toSettled } from '../approvals.ts';
import { recordedSet } from '../changes.ts';
import { resourceNotFound } from '../refusal.ts';
import { toSummary } from './list-calls.ts';

const MOST_EVENTS = 5_000;

export async function showCall(gate: Toolgate, book: AgentBook, id: string): Promise<CallDetail> {
  const { store } = gate;
  const row = await store.calls.get(id);
  if (!row) throw resourceNotFound('call', id);
  const [events, ends, approvals, changes] = await Promise.all([
    store.events.since(0, { callID: id, except: 'tool_output_chunk', limit: MOST_EVENTS }),
    store.events.since(0, { callID: id, type: 'tool_call_end', limit: 1 }),
    store.approvals.list({ sessionID: row.sessionID, limit: MOST_EVENTS }),
    row.changeSetID === undefined ? undefined : recordedSet(gate, row.changeSetID),
  ]);
  const [end] = ends;
  // The end of a call that told very much is not among the first events.
  const all = end && events.at(-1)!.seq < end.seq ? [...events, end] : events;
  return {
    call: toSummary(row),
    stages: stagesOf((end?.data.stages as readonly RecordedStage[] | undefined) ?? [], row),
    events: all as readonly ActivityEvent[],
    changes,
    agents: (await book.byCall()).get(id) ?? [],
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
