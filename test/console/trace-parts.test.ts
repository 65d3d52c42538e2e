import { describe, expect, it } from 'vitest';
import { applyEvent } from '../../page/live/apply-event.ts';
import { createCallBook } from '../../page/live/call-book.ts';
import { fits, readFilters } from '../../page/live/filters.ts';
import { fromRow, type LiveCall } from '../../page/live/live-call.ts';
import { createSessionBook, isAtWork, workedUntil } from '../../page/live/session-book.ts';
import { buildTrace, type TraceOptions } from '../../page/live/trace.ts';
import type { ActivityEvent } from '../../src/activity/activity-stream.ts';
import type { AgentState, CallSummary } from '../../src/console/api.ts';

const call = (id: string, sessionID: string, startedAt: number, more: Partial<LiveCall> = {}): LiveCall => ({
  id,
  sessionID,
  startedAt,
  tool: 'bash',
  args: {},
  agent: sessionID,
  state: 'ok',
  elapsed: 10,
  output: '',
  seq: 0,
  ...more,
});

const agent = (id: string, startedAt: number, more: Partial<AgentState> = {}): AgentState => ({
  id,
  agent: id,
  type: 'coder',
  depth: 1,
  startedAt,
  endedAt: startedAt + 1_000,
  outcome: 'ok',
  calls: 0,
  failed: 0,
  tokens: 0,
  ...more,
});

const event = (seq: number, type: string, data: object, more: object = {}) =>
  ({
    seq,
    type,
    at: seq,
    sessionID: 's',
    agent: 'a',
    data: { toolName: 'bash', ...data },
    ...more,
  }) as unknown as ActivityEvent;

function trace(calls: readonly LiveCall[], agents: readonly AgentState[], more: Partial<TraceOptions> = {}) {
  const sessions = createSessionBook();
  sessions.load({ agents: agents.toReversed() });
  return buildTrace({ calls, sessions, toggled: new Map(), ...more });
}
const drawn = (rows: ReturnType<typeof trace>) => rows.map(({ id, depth }) => `${'-'.repeat(depth)}${id}`);

it('a call whose arguments a person has changed is told with these, also when its events are told again', () => {
  const book = createCallBook();
  const row = { id: 'c1', tool: 'bash', args: { command: 'changed' }, askedArgs: { command: 'asked' } };
  book.load([{ ...row, sessionID: 's', agent: 'a', status: 'settled', ok: true, preparedAt: 1 } as CallSummary]);
  book.take(event(1, 'tool_call_start', { arguments: { command: 'asked' } }, { callID: 'c1' }));
  expect(book.get('c1')).toMatchObject({ args: { command: 'changed' }, askedArgs: { command: 'asked' } });
});

it('a call that waits for its turn shows from its first sign of work on what it runs', () => {
  const of = { callID: 'c1' };
  const begun = applyEvent(undefined, event(1, 'tool_call_start', { arguments: {} }, { ...of, at: 1_000 }));
  const works = applyEvent(
    begun,
    event(2, 'tool_call_update', { elapsed: 1_000, waited: 29_000 }, { ...of, at: 31_000 }),
  );
  expect(works).toMatchObject({ startedAt: 1_000, waited: 29_000 });
  const over = { success: true, elapsed: 30_500, waited: 29_000 };
  const told = applyEvent(works, event(3, 'tool_call_end', over, { ...of, at: 31_500 }))!;
  const row = {
    id: 'c1',
    status: 'settled',
    ok: true,
    preparedAt: 0,
    startedAt: 29_000,
    settledAt: 30_500,
    waited: 29_000,
  };
  const { elapsed, waited } = fromRow(row as CallSummary);
  expect([told.elapsed, told.waited]).toEqual([elapsed, waited]);
});

it('a run that is taken up again keeps its name and its time, and is the newest', () => {
  const sessions = createSessionBook();
  sessions.load({ agents: [agent('late', 5_000), agent('early', 0, { prompt: 'Mend it' })] });
  const data = { type: 'coder', depth: 1, prompt: '' };
  sessions.take(event(1, 'agent_started', data, { sessionID: 'early', agent: 'early', at: 60_000 }));
  const early = sessions.get('early')!;
  expect(early).toMatchObject({ prompt: 'Mend it', startedAt: 0 });
  expect([isAtWork(early), workedUntil(early, 60_500)]).toEqual([true, 1_500]);
  const calls = [call('c1', 'late', 5_001), call('c2', 'early', 60_001)];
  expect(buildTrace({ calls, sessions, toggled: new Map() })[0]?.id).toBe('early');
});

describe('the trace', () => {
  const agents = [agent('one', 0), agent('child', 20, { parent: 'one', parentCall: 'c2' }), agent('two', 5_000)];
  const calls = [call('c1', 'one', 1), call('c2', 'one', 10), call('c3', 'child', 25), call('c4', 'two', 5_001)];

  it('the trace has the newest run first, calls in the order of time, and an agent below the call that started it', () => {
    expect(drawn(trace(calls, agents))).toEqual(['two', '-c4', 'one', '-c1', '-c2', '--child', '---c3']);
  });

  it('the trace has the calls of a script below the call that ran it, from events and from the ledger', () => {
    const inside = [call('c5', 'one', 11, { parent: 'c2' }), call('c6', 'one', 12, { parent: 'c2' })];
    const rows = trace([...calls.slice(0, 2), ...inside], [agent('one', 0, { calls: 4 })]);
    expect(drawn(rows)).toEqual(['one', '-c1', '-c2', '--c5', '--c6']);
    expect(applyEvent(undefined, event(1, 'tool_call_start', { parentCallID: 'c2' }, { callID: 'c7' }))?.parent).toBe(
      'c2',
    );
    expect(fromRow({ id: 'c8', parentID: 'c2', status: 'settled', ok: true } as CallSummary).parent).toBe('c2');
  });

  it('the trace shows of a filter what fits, and what leads to it', () => {
    expect(drawn(trace(calls, agents, { fits: ({ id }) => id === 'c3' }))).toEqual(['one', '-child', '--c3']);
  });

  it('folds what a person has folded, but never what is looked at', () => {
    const toggled = new Map([['one', false]]);
    expect(drawn(trace(calls, agents, { toggled }))).toEqual(['two', '-c4', 'one']);
    expect(drawn(trace(calls, agents, { toggled, selected: 'c3' }))).toHaveLength(7);
  });

  it('the trace has a parent for whoever is no agent, and bars of their own after a pause', () => {
    const rows = trace([call('a', 'person', 0), call('b', 'person', 50), call('c', 'person', 900_000)], []);
    expect(drawn(rows)).toEqual(['person', '-a', '-b', '-c']);
    expect(rows.slice(1).map(({ axis }) => axis)).toEqual([
      { from: 0, to: 60 },
      { from: 0, to: 60 },
      { from: 900_000, to: 900_010 },
    ]);
    expect(rows.map(row => row.kind === 'call' && row.later)).toEqual([false, undefined, undefined, true]);
  });

  it('the trace says how many calls of a run are not here, and of which from the first on', () => {
    const old = agent('old', 0, { calls: 300 });
    const rows = trace([call('c9', 'old', 500)], [old], { whole: 400 });
    expect(rows[1]).toMatchObject({ kind: 'earlier', count: 299, before: 'c9' });
    expect(drawn(trace([call('c9', 'old', 500)], [old]))).toEqual(['old', '-c9']);
  });

  it('the trace has the words of the model above the calls that it asked for', () => {
    const sessions = createSessionBook();
    sessions.take(event(1, 'agent_started', { type: 'coder', depth: 1, prompt: 'Do it' }));
    sessions.take(event(2, 'agent_said', { turn: 1, text: 'I look first.' }));
    const rows = buildTrace({ calls: [call('c1', 's', 3), call('c2', 's', 4)], sessions, toggled: new Map() });
    expect(rows.map(({ kind, depth }) => [kind, depth])).toEqual([
      ['run', 0],
      ['turn', 1],
      ['call', 2],
      ['call', 2],
    ]);
  });

  it('the trace has a turn for each answer of the model, also for one without words', () => {
    const sessions = createSessionBook();
    sessions.take(event(1, 'agent_started', { type: 'coder', depth: 1, prompt: 'Do it' }));
    sessions.take(event(2, 'agent_said', { turn: 1, text: 'I look first.' }));
    sessions.take(event(4, 'agent_said', { turn: 2, text: '' }));
    const made = [call('c1', 's', 3, { turn: 1 }), call('c2', 's', 5, { turn: 2 })];
    const rows = buildTrace({ calls: made, sessions, toggled: new Map() });
    expect(rows.map(({ kind, depth }) => `${kind} ${depth}`)).toEqual([
      'run 0',
      'turn 1',
      'call 2',
      'turn 1',
      'call 2',
    ]);
  });

  it('the trace comes to an end where two sessions claim to have started each other', () => {
    const odd = [agent('x', 0, { parent: 'y' }), agent('y', 1, { parent: 'x' }), agent('z', 2, { parent: 'z' })];
    expect(drawn(trace([call('c1', 'z', 3)], odd))).toContain('-c1');
  });
});

describe('a call', () => {
  const row: CallSummary = {
    id: 'c',
    sessionID: 's',
    turn: 1,
    agent: 'a',
    processID: 'p',
    tool: 'bash',
    args: {},
    status: 'settled',
    effects: [],
    danger: 'safe',
    repeatable: false,
    preparedAt: 100,
    settledAt: 1_300,
    waited: 1_000,
    ok: true,
  };
  const live = [
    event(1, 'tool_call_start', { arguments: {} }, { callID: 'c', at: 101 }),
    event(2, 'approval_requested', { waiting: true }, { callID: 'c', at: 110 }),
    event(3, 'approval_resolved', {}, { callID: 'c', at: 1_112 }),
  ];
  const after = (end: object) =>
    [...live, event(4, 'tool_call_end', end, { callID: 'c', at: 1_309 })].reduce(
      (known: LiveCall | undefined, each) => applyEvent(known, each),
      undefined,
    )!;

  it('a call took as long by its events as by the ledger, waiting and running apart', () => {
    const ended = after({ success: true, elapsed: 1_200, waited: 1_000 });
    expect(ended).toMatchObject({ elapsed: 1_200, waited: 1_000 });
    expect(fromRow(row)).toMatchObject({ elapsed: 1_200, waited: 1_000 });
    expect(ended.waitsSince).toBeUndefined();
  });

  it('a call that waits has waited since it was asked, also for who comes later', () => {
    const book = createCallBook();
    book.load([{ ...row, status: 'started' }]);
    book.waiting(new Map([['c', 110]]));
    expect(book.get('c')).toMatchObject({ state: 'waiting', waitsSince: 110 });
  });

  it('a call whose program failed is neither well nor failed', () => {
    expect(after({ success: true, exitCode: 3 })).toMatchObject({ state: 'exit', exitCode: 3 });
    expect(fromRow({ ...row, exitCode: 3 }).state).toBe('exit');
    const undone = { code: 'UNDO_CONFLICT', type: 'user_error', message: 'later work', retryable: false } as const;
    expect(fromRow({ ...row, ok: false, error: undone as unknown as NonNullable<CallSummary['error']> }).state).toBe(
      'conflict',
    );
  });

  it('a call is found by its arguments, its output and what the server has found', () => {
    const sight = { family: new Set<string>(), found: new Set(['far']) };
    const fit = (each: LiveCall, search: string) => fits(each, readFilters(new URLSearchParams(search)), sight);
    expect(fit(call('a', 's', 1, { args: { path: 'src/Needle.ts' } }), 'text=needle')).toBe(true);
    expect(fit(call('a', 's', 1, { output: 'a needle in it' }), 'text=Needle')).toBe(true);
    expect(fit(call('a', 's', 1), 'text=needle')).toBe(false);
    expect(fit(call('far', 's', 1), 'text=needle')).toBe(true);
    expect(fit(call('a', 's', 1, { state: 'exit' }), 'outcome=exit')).toBe(true);
    expect(fit(call('a', 's', 1, { state: 'waiting' }), 'outcome=running')).toBe(true);
  });
});
