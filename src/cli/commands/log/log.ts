import { setTimeout as sleep } from 'node:timers/promises';
import type { Toolgate } from '../../../gate/toolgate.ts';
import type { CallQuery, CallRow } from '../../../store/port.ts';
import type { OutcomeName } from '../../../tool/outcome.ts';
import type { CommonOptions } from '../../options.ts';
import { resultColumns } from '../../output/columns.ts';
import { type CliSession, withGate } from '../../session.ts';
import { outputGone } from '../../terminal/streams.ts';
import { callJson, callRecord } from './call-record.ts';
import { printCall } from './print-call.ts';

interface LogOptions extends CommonOptions {
  readonly tool?: string;
  readonly agent?: string;
  readonly outcome?: OutcomeName | 'open';
  readonly session?: string;
  readonly run?: string;
  /** Epoch milliseconds. */
  readonly since?: number;
  readonly limit?: number;
  readonly follow?: boolean;
}

const LIMIT = 50;
const PAGE = 500;

export function log(id: string | undefined, options: LogOptions): Promise<void> {
  return withGate({ ...options, input: false }, async session => {
    if (id !== undefined) return printCall(id, session, options);
    const { gate, terminal } = session;
    // The number is read before the list: what happens meanwhile is told twice rather than not at all.
    const from = await gate.store.events.last();
    const rows = await callsOf(gate, options);
    if (rows.length === 0 && !options.follow) terminal.note('No such call was made yet.');
    for (const row of rows.toReversed()) tell(row, session, options);
    if (options.follow)
      await follow(session, options, { from, told: new Set(rows.filter(isEnded).map(row => row.id)) });
  });
}

const isEnded = ({ status }: CallRow): boolean => status === 'settled';

function tell(row: CallRow, { terminal }: CliSession, { json }: LogOptions): void {
  if (json) terminal.json(callJson(row));
  else terminal.result(callRecord(row, terminal, resultColumns()));
}

async function callsOf({ store }: Toolgate, options: LogOptions): Promise<readonly CallRow[]> {
  const { since = 0, limit = LIMIT } = options;
  const found: CallRow[] = [];
  for (let before: string | undefined; found.length < limit; ) {
    const page = await store.calls.list({ ...queryOf(options), before, limit: Math.min(PAGE, limit - found.length) });
    for (const row of page) if (row.preparedAt >= since) found.push(row);
    const last = page.at(-1);
    if (!last || last.preparedAt < since) break;
    before = last.id;
  }
  return found;
}

const queryOf = ({ tool, agent, outcome, session, run }: LogOptions): CallQuery => ({
  tool,
  agent,
  sessionID: run ?? session,
  ...(outcome === undefined ? {} : outcome === 'open' ? { status: 'open' } : { outcome }),
});

function fits(row: CallRow, { tool, agent, outcome, session, run }: LogOptions): boolean {
  const wanted = run ?? session;
  if (tool !== undefined && row.tool !== tool) return false;
  if (agent !== undefined && row.agent !== agent) return false;
  if (wanted !== undefined && row.sessionID !== wanted) return false;
  if (outcome === 'open') return !isEnded(row);
  return outcome === undefined || row.outcome === outcome;
}

/** Milliseconds between looks: calls of other processes are told by the store alone. */
const LOOK = 250;

/** Tells calls that end after the event with the number `from`, and that were not told before. */
async function follow(
  session: CliSession,
  options: LogOptions,
  { from, told }: { readonly from: number; readonly told: Set<string> },
): Promise<void> {
  const { gate, abort } = session;
  const over = AbortSignal.any([abort, outputGone]);
  for (let seq = from; !over.aborted; await sleep(LOOK, undefined, { signal: over }).catch(() => {})) {
    const events = await gate.store.events.since(seq, { limit: PAGE });
    for (const { seq: at, type, callID } of events) {
      seq = at;
      if (type !== 'tool_call_end' || callID === undefined || told.has(callID)) continue;
      told.add(callID);
      const row = await gate.store.calls.get(callID);
      if (row && fits(row, options)) tell(row, session, options);
    }
  }
}
