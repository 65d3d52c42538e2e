import type { AgentState } from '../../src/console/api.ts';
import { growTree, type Tally, type Tree } from './grow-tree.ts';
import { endOf, isOver, type LiveCall } from './live-call.ts';
import { isAgent, isAtWork, type Said, type SessionBook } from './session-book.ts';

/** The time that bars are drawn over; without an end it goes on. */
export interface Axis {
  readonly from: number;
  readonly to?: number;
}

interface Place {
  readonly id: string;
  readonly depth: number;
  readonly axis: Axis;
  /** Something is below it; undefined where nothing can be. */
  readonly open?: boolean;
}

export type TraceRow = Place &
  (
    | { readonly kind: 'run'; readonly session: AgentState; readonly tally: Tally }
    | { readonly kind: 'turn'; readonly said: Said }
    // `later`: others than agents were silent before it, and its bar has another beginning than the one above.
    | { readonly kind: 'call'; readonly call: LiveCall; readonly later?: boolean }
    | { readonly kind: 'earlier'; readonly session: AgentState; readonly count: number; readonly before: string }
  );

export interface TraceOptions {
  /** In the order of their coming. */
  readonly calls: readonly LiveCall[];
  readonly sessions: Pick<SessionBook, 'get' | 'all' | 'said'>;
  /** Only what fits is shown, and what leads to it. */
  readonly fits?: ((call: LiveCall) => boolean) | undefined;
  /** What a person has opened or closed; the rest is open where something goes on, or where it is among the newest. */
  readonly toggled: ReadonlyMap<string, boolean>;
  /** Never folded away. */
  readonly selected?: string | undefined;
  /** From this time on all calls are here. */
  readonly whole?: number;
}

/** Runs that are open without being asked for. */
const OPEN = 5;

/** Runs, newest first; below each its turns, calls and the agents that these have started, in the order of time. */
export function buildTrace({ calls, sessions, fits, toggled, selected, whole = 0 }: TraceOptions): readonly TraceRow[] {
  const shown = fits ? calls.filter(fits) : calls;
  const tree = growTree(shown, sessions, fits === undefined);
  const rows: TraceRow[] = [];
  for (const [index, root] of tree.roots.entries()) {
    const kept = tree.holds(root.id, selected);
    addRun(root, {
      rows,
      tree,
      sessions,
      filtered: fits !== undefined,
      whole,
      depth: 0,
      isOpen: (id, byItself) => kept || (toggled.get(id) ?? byItself),
      byItself: fits !== undefined || index < OPEN || tree.isBusy(root.id),
    });
  }
  return rows;
}

interface Growing {
  readonly rows: TraceRow[];
  readonly tree: Tree;
  readonly sessions: Pick<SessionBook, 'said'>;
  readonly filtered: boolean;
  readonly whole: number;
  readonly depth: number;
  readonly axis?: Axis;
  readonly isOpen: (id: string, byItself: boolean) => boolean;
  readonly byItself: boolean;
}

function addRun(session: AgentState, growing: Growing): void {
  const { rows, tree, depth, isOpen, byItself, filtered, whole } = growing;
  const calls = tree.callsOf(session.id);
  const axis = growing.axis ?? axisOf(session, tree);
  const open = isOpen(session.id, byItself);
  rows.push({ kind: 'run', id: session.id, depth, axis, open, session, tally: tree.tally(session.id) });
  if (!open) return;
  const below = { ...growing, axis, depth: depth + 1, byItself: true };
  const earlier = session.startedAt >= whole ? 0 : session.calls - tree.countOf(session.id);
  const [first] = calls;
  if (earlier > 0 && first && !filtered)
    rows.push({
      kind: 'earlier',
      id: `earlier ${session.id}`,
      depth: depth + 1,
      axis,
      session,
      count: earlier,
      before: first.id,
    });
  for (const child of tree.childrenOf(session.id)) addRun(child, below);
  if (isAgent(session)) addTurns(session, calls, below);
  else addBursts(calls, below);
}

/** Calls of an agent by the answer of the model that asked for them, also where that had no words. */
function addTurns(session: AgentState, calls: readonly LiveCall[], growing: Growing): void {
  const said = growing.sessions.said(session.id);
  let now: Said | undefined;
  let open = true;
  for (const call of calls) {
    const words = said.findLast(({ turn, at }) =>
      call.turn === undefined ? at <= call.startedAt : turn === call.turn,
    );
    if (words !== now && words !== undefined) {
      const id = `${session.id} ${words.turn}`;
      open = growing.isOpen(id, true);
      growing.rows.push({ kind: 'turn', id, depth: growing.depth, axis: growing.axis!, open, said: words });
    }
    now = words;
    if (now === undefined) open = true;
    if (open) addCall(call, now === undefined ? growing : { ...growing, depth: growing.depth + 1 });
  }
}

/** Milliseconds without a call after which others than agents begin something new, with bars of their own. */
const PAUSE = 60_000;

function addBursts(calls: readonly LiveCall[], growing: Growing): void {
  let burst: LiveCall[] = [];
  let end = 0;
  const flush = () => {
    const [first] = burst;
    if (!first) return;
    const goesOn = burst.some(call => !isOver(call));
    const axis = goesOn ? { from: first.startedAt } : { from: first.startedAt, to: end };
    for (const call of burst) addCall(call, { ...growing, axis }, call === first && call !== calls[0]);
    burst = [];
  };
  for (const call of calls) {
    if (burst.length > 0 && call.startedAt - end > PAUSE) flush();
    burst.push(call);
    end = Math.max(burst.length === 1 ? 0 : end, endOf(call) ?? call.startedAt);
  }
  flush();
}

function addCall(call: LiveCall, growing: Growing, later = false): void {
  const { rows, tree, depth, axis } = growing;
  rows.push({ kind: 'call', id: call.id, depth, axis: axis!, call, ...(later ? { later } : {}) });
  for (const made of tree.madeBy(call.id)) addCall(made, { ...growing, depth: depth + 1 });
  for (const child of tree.startedBy(call.id)) addRun(child, { ...growing, depth: depth + 1 });
}

function axisOf(session: AgentState, tree: Tree): Axis {
  if (isAtWork(session) || tree.isBusy(session.id)) return { from: session.startedAt };
  return { from: session.startedAt, to: Math.max(session.endedAt ?? 0, tree.lastOf(session.id)) };
}
