import type { DemoStepState, DemoStory } from '../../../console/api.ts';
import type { Toolgate } from '../../../gate/toolgate.ts';
import type { CallRow } from '../../../store/port.ts';
import type { RecordedSet } from '../../../tool/history.ts';
import { DEMO_PROMPT, DEMO_STEPS, type DemoStep, NO_SANDBOX } from './script.ts';
import type { CallNames } from './start-demo.ts';

export interface DemoRun {
  readonly session: string;
  readonly names: CallNames;
  readonly shell: boolean;
  readonly over: boolean;
}

interface Facts {
  readonly run: DemoRun;
  /** Rows of the ledger, by the names that the script has for the calls. */
  readonly calls: ReadonlyMap<string, CallRow>;
  readonly questions: ReadonlyMap<string, string>;
  readonly sets: readonly RecordedSet[];
}

const MOST = 100;

/** The demo as sentences. Each stands for what the calls of its step came to, and for nothing else. */
export async function tellStory(
  gate: Toolgate,
  {
    run,
    running,
    toolgate,
  }: { readonly run: DemoRun | undefined; readonly running: boolean; readonly toolgate: string },
): Promise<DemoStory> {
  const steps = DEMO_STEPS.filter(({ only }) => only !== 'terminal');
  const facts = run && (await factsOf(gate, run));
  const told = steps.map(step => (facts ? stateOf(step, facts) : ahead(step)));
  const over = run?.over === true;
  return {
    running,
    prompt: DEMO_PROMPT,
    session: run?.session,
    steps: told,
    seen: facts && over ? sumUp(facts, await gate.store.calls.list({ limit: MOST })) : [],
    next: over ? nextSteps(toolgate) : [],
  };
}

async function factsOf(gate: Toolgate, run: DemoRun): Promise<Facts> {
  const { session: sessionID } = run;
  const [rows, questions, sets] = await Promise.all([
    gate.store.calls.list({ sessionID, limit: MOST }),
    gate.approvals.list(),
    gate.journal.list({ sessionID, limit: MOST }),
  ]);
  return {
    run,
    calls: new Map(rows.map(row => [run.names.get(row.label ?? '') ?? row.id, row])),
    questions: new Map(questions.map(({ stepId, id }) => [stepId, id])),
    sets,
  };
}

const ahead = ({ id, title, captions }: DemoStep): DemoStepState => ({
  id,
  title,
  state: 'ahead',
  caption: captions.now,
  calls: [],
});

function stateOf(step: DemoStep, facts: Facts): DemoStepState {
  const { id, title, captions } = step;
  if (step.takesBack !== undefined) return takenBack(step, facts);
  if (step.shell && !facts.run.shell) return { ...ahead(step), state: 'left_out', caption: NO_SANDBOX };
  const rows = [...facts.calls].filter(([name]) => name.startsWith(`${id}-`)).sort(byName);
  const calls = rows.map(([, row]) => row.id);
  const said = (state: DemoStepState['state'], caption: string, more: Partial<DemoStepState> = {}): DemoStepState => ({
    id,
    title,
    state,
    caption,
    calls,
    ...more,
  });
  if (rows.length === 0) return facts.run.over ? said('odd', 'It did not come to this.') : ahead(step);
  const question = rows.map(([, row]) => facts.questions.get(row.id)).find(each => each !== undefined);
  if (question !== undefined) return said('asks', captions.now, { question });
  const open = rows.some(([, { status }]) => status !== 'settled') || rows.length < expectedOf(step);
  if (open) return facts.run.over ? said('odd', 'It was not finished.') : said('now', captions.now);
  const odd = rows.find(([, { error }], index) => error?.code !== step.calls[index]?.refused)?.[1].error;
  if (odd?.code === 'APPROVAL_DENIED' && captions.rejected) return said('rejected', captions.rejected);
  if (odd?.code === 'APPROVAL_TIMEOUT' && captions.unanswered) return said('unanswered', captions.unanswered);
  if (odd) return said('odd', `This did not end as it should: ${odd.message}`);
  const exit = rows.find(([, { exitCode }]) => exitCode !== undefined)?.[1].exitCode;
  if (exit !== undefined) return said('odd', `The command ended with exit code ${exit}, which it should not.`);
  return said(step.calls.some(({ refused }) => refused) ? 'refused' : 'done', captions.done);
}

/** The number of calls that a step has: the plan and the helper are three calls of the agent's own. */
const expectedOf = ({ calls }: DemoStep): number => calls.length || 3;

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => a.localeCompare(b);

function takenBack(step: DemoStep, { run, calls, sets }: Facts): DemoStepState {
  const call = calls.get(step.takesBack!);
  const set = sets.find(({ callID }) => callID === call?.id);
  if (!run.over || !call || !set) return ahead(step);
  const base = { id: step.id, title: step.title, calls: [], set: set.id };
  const { done, now } = step.captions;
  return set.undone ? { ...base, state: 'done', caption: done } : { ...base, state: 'yours', caption: now };
}

function sumUp({ calls: own, sets }: Facts, all: readonly CallRow[]): readonly string[] {
  const began = own.get('look-1')?.preparedAt ?? 0;
  const rows = all.filter(({ agent, preparedAt }) => agent.startsWith('demo') && preparedAt >= began);
  const refused = rows.filter(({ verdict, error }) => verdict === 'deny' || error?.code === 'INVALID_PATH');
  const asked = own.get('ask-1');
  const refusal = asked?.error?.code === 'APPROVAL_DENIED' ? 'you said no' : 'nobody answered';
  const answer = asked?.ok ? 'you allowed it' : refusal;
  const changed = pathsOf(sets, 'write');
  const gone = pathsOf(sets, 'delete');
  return [
    `The agent and its helper made ${rows.length} calls, and each of them is under Live with what it did and why it could.`,
    `${refused.length} were refused without asking you; one asked you, and ${answer}.`,
    `It changed ${changed}${gone === '' ? '' : ` and deleted ${gone}`}. All of it is under Changes, with the way back.`,
  ];
}

const pathsOf = (sets: readonly RecordedSet[], operation: 'write' | 'delete'): string =>
  [...new Set(sets.flatMap(({ changes }) => changes.flatMap(each => (each.operation === operation ? each.path : []))))]
    .sort()
    .join(' and ');

const nextSteps = (toolgate: string): DemoStory['next'] => [
  { does: 'This page for a project of yours', command: `${toolgate} serve --workspace /path/to/project` },
  { does: 'Your own assistant behind the gate', command: `${toolgate} hook install claude` },
  { does: 'An agent of Toolgate’s own', command: `${toolgate} run "Explain this project"` },
];
