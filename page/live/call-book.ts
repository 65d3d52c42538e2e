import type { ActivityEvent } from '../../src/activity/activity-stream.ts';
import type { CallSummary } from '../../src/console/api.ts';
import { applyEvent } from './apply-event.ts';
import { fromRow, type LiveCall, mergeRow } from './live-call.ts';
import { createSeenNames, type SeenNames } from './seen-names.ts';

const KEEP = 5_000;
const SLACK = 500;

/** The newest calls, oldest first. Older ones are dropped here; the ledger has them. */
export interface CallBook {
  get(id: string): LiveCall | undefined;
  all(): readonly LiveCall[];
  names(): SeenNames;
  take(event: ActivityEvent): void;
  /** Rows of the ledger; those that were asked for stay beyond the bound. */
  load(rows: readonly CallSummary[]): void;
  /** All calls are here down to this one, or all that there are. */
  wholeFrom(id: string | undefined): void;
  /** Calls that a question is open for, and since when; the ledger does not say so. */
  waiting(asked: ReadonlyMap<string, number>): void;
  clear(): void;
  /** The call before which the ledger has others; undefined where it has none. */
  older(): string | undefined;
}

export function createCallBook(keep = KEEP): CallBook {
  const calls = new Map<string, LiveCall>();
  const seen = createSeenNames();
  let order: string[] = [];
  let most = keep;
  let older: string | undefined;

  const set = (call: LiveCall) => {
    if (!calls.has(call.id)) place(call.id);
    seen.note(call);
    calls.set(call.id, call);
  };
  /** Ids grow with time, so that almost every new one belongs at the end. */
  const place = (id: string) => {
    if (order.length === 0 || id > order.at(-1)!) {
      order.push(id);
      return;
    }
    let low = 0;
    for (let high = order.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (order[middle]! < id) low = middle + 1;
      else high = middle;
    }
    order.splice(low, 0, id);
  };
  const prune = () => {
    if (order.length <= most + SLACK) return;
    const gone = order.slice(0, order.length - most);
    order = order.slice(order.length - most);
    for (const id of gone) calls.delete(id);
    older = order[0];
  };
  return {
    get: id => calls.get(id),
    names: () => seen.get(),
    all: () => order.map(id => calls.get(id)!),
    take(event) {
      const before = event.callID === undefined ? undefined : calls.get(event.callID);
      const after = applyEvent(before, event);
      if (after === undefined || after === before) return;
      set(after);
      prune();
    },
    older: () => older,
    wholeFrom(id) {
      older = id;
    },
    waiting(asked) {
      for (const [id, waitsSince] of asked) {
        const call = calls.get(id);
        if (call?.state === 'running') calls.set(id, { ...call, state: 'waiting', waitsSince });
      }
    },
    clear() {
      calls.clear();
      order = [];
      older = undefined;
    },
    load(rows) {
      for (const row of rows) {
        const known = calls.get(row.id);
        set(known ? mergeRow(known, fromRow(row)) : fromRow(row));
      }
      most = Math.max(most, Math.min(order.length, keep * 4));
      prune();
    },
  };
}
