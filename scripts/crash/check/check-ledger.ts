import type { EventRow, Store } from '../../../src/store/port.ts';

/** What a worker wrote down after a call had come back to it: from there on nothing of it may be lost. */
export interface Acknowledged {
  readonly callID: string;
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly set?: string;
}

/** Every call is settled once, has one end, and is what its caller was told; nobody holds a claim any more. */
export async function checkLedger(store: Store, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const problems: string[] = [];
  for (const status of ['prepared', 'started'] as const)
    for (const row of await store.calls.list({ status, limit: 100 }))
      problems.push(`call ${row.id} (${row.tool}) is still ${status}`);
  for (const { callID, ok, set } of acknowledged) {
    const row = await store.calls.get(callID);
    // A call refused before it was started waits for no disk: killed in that moment, all of it is gone.
    if (!row && ok) problems.push(`acknowledged call ${callID} is not on the ledger`);
    if (row && row.ok !== ok)
      problems.push(`call ${callID} came back ${ok ? 'ok' : 'failed'}, the ledger says ${JSON.stringify(row.error)}`);
    if (set !== undefined && (await store.journal.set(set))?.status !== 'committed')
      problems.push(`acknowledged set ${set} is not committed`);
  }
  problems.push(...(await checkEnds(store)));
  for (const { resource, agent } of await store.claims.list(Date.now()))
    problems.push(`${resource} is still claimed by ${agent}`);
  const processes = await store.processes.list();
  if (processes.length > 1) problems.push(`${processes.length - 1} dead processes are still on the list`);
  return problems;
}

/** One row and one end event for every call that has a start event; an end says what the row says. */
async function checkEnds(store: Store): Promise<string[]> {
  const problems: string[] = [];
  const ends = new Map<string, EventRow[]>();
  for await (const event of eventsOf(store, 'tool_call_end'))
    ends.set(event.callID!, [...(ends.get(event.callID!) ?? []), event]);
  const started = new Set<string>();
  for await (const { callID, data } of eventsOf(store, 'tool_call_start')) {
    started.add(callID!);
    const found = ends.get(callID!) ?? [];
    const row = await store.calls.get(callID!);
    if (found.length !== 1) problems.push(`call ${callID} (${data.toolName}) has ${found.length} end events`);
    if (!row) problems.push(`call ${callID} (${data.toolName}) started and is not on the ledger`);
    else if (found[0] && found[0].data.success !== row.ok)
      problems.push(`call ${callID} ended with ${found[0].data.success}, the ledger says ${row.ok}`);
  }
  for (const callID of ends.keys()) if (!started.has(callID)) problems.push(`call ${callID} ended but never started`);
  return problems;
}

async function* eventsOf(store: Store, type: string): AsyncGenerator<EventRow> {
  for (let seq = 0; ; ) {
    const page = await store.events.since(seq, { type, limit: 2000 });
    yield* page;
    if (page.length < 2000) return;
    seq = page.at(-1)!.seq;
  }
}
