import type { Toolgate } from '../../gate/toolgate.ts';
import type { CallRow, EventRow } from '../../store/port.ts';
import type { Story, StoryStep } from '../api.ts';
import { toSummary } from '../calls/list-calls.ts';
import { resourceNotFound } from '../refusal.ts';
import type { AgentBook } from './agent-book.ts';

/** Steps that are told, the newest ones. */
const MOST = 1_000;
const PAGE = 500;

/** What an agent was asked, what its model said, its calls and its answer, in the order of their events. */
export async function showStory(gate: Toolgate, book: AgentBook, id: string): Promise<Story> {
  const agent = await book.find(id);
  if (!agent) throw resourceNotFound('agent', id);
  const { store } = gate;
  const [started, said, ended, begun, rows, calls] = await Promise.all([
    eventsOf(gate, id, 'agent_started'),
    eventsOf(gate, id, 'agent_said'),
    eventsOf(gate, id, 'agent_ended'),
    eventsOf(gate, id, 'tool_call_start'),
    store.calls.list({ sessionID: id, limit: MOST }),
    store.calls.count({ sessionID: id }),
  ]);
  // A call whose beginning was pruned came before all that is there.
  const beganAt = new Map(begun.map(({ callID, seq }) => [callID, seq]));
  const told = withoutEcho(
    [
      ...rows.toReversed().map(row => ({ seq: beganAt.get(row.id) ?? 0, step: callStep(row) })),
      ...firstOfEach(started).map(event => ({ seq: event.seq, step: promptStep(event) })),
      ...said.map(event => ({ seq: event.seq, step: saidStep(event) })),
      ...ended.map(event => ({ seq: event.seq, step: answerStep(event) })),
    ].sort((a, b) => a.seq - b.seq),
  );
  const below = await book.byCall();
  const shown = told.slice(-MOST).map(({ step }) => step);
  return {
    agent,
    steps: shown.map(step => (step.kind === 'call' ? { ...step, agents: below.get(step.call.id) ?? [] } : step)),
    omitted: told.length - shown.length + Math.max(0, calls - rows.length),
  };
}

type Told = { readonly seq: number; readonly step: StoryStep };

/** The newest events of a type, in their order. */
async function eventsOf({ store }: Toolgate, sessionID: string, type: string): Promise<readonly EventRow[]> {
  let found: EventRow[] = [];
  for (let last = 0; ; ) {
    const page = await store.events.since(last, { sessionID, type, limit: PAGE });
    found = [...found, ...page].slice(-MOST);
    if (page.length < PAGE) return found;
    last = page.at(-1)!.seq;
  }
}

/** A run that is taken up again starts anew with the same prompt, or with none. */
const firstOfEach = (started: readonly EventRow[]): readonly EventRow[] =>
  started.filter(({ data }, index) => index === 0 || (data.prompt && data.prompt !== started[index - 1]?.data.prompt));

/** The last words of the model are its answer: told once, with what they took. */
function withoutEcho(told: readonly Told[]): readonly Told[] {
  const steps = [...told];
  for (const [index, { seq, step }] of told.entries()) {
    const last = told[index - 1]?.step;
    if (step.kind !== 'answer' || !step.ok || last?.kind !== 'said' || last.text.trim() !== step.text.trim()) continue;
    steps[index] = { seq, step: { ...step, ...(last.tokens ? { tokens: last.tokens } : {}) } };
    steps[index - 1] = ECHO;
  }
  return steps.filter(each => each !== ECHO);
}

const ECHO: Told = { seq: -1, step: { kind: 'prompt', at: 0, text: '' } };

const callStep = (row: CallRow): StoryStep => ({ kind: 'call', at: row.preparedAt, call: toSummary(row), agents: [] });

const promptStep = ({ at, data }: EventRow): StoryStep => ({ kind: 'prompt', at, text: String(data.prompt ?? '') });

function saidStep({ at, data }: EventRow): StoryStep {
  const tokens = data.tokens as { readonly input?: number; readonly output?: number } | undefined;
  const text = String(data.text ?? '');
  return { kind: 'said', at, turn: Number(data.turn ?? 0), text, ...(tokens ? { tokens } : {}) };
}

function answerStep({ at, data }: EventRow): StoryStep {
  const { message } = (data.error ?? {}) as { readonly message?: unknown };
  const text = data.ok === true ? data.text : (message ?? data.text);
  return { kind: 'answer', at, text: String(text ?? ''), ok: data.ok === true };
}
