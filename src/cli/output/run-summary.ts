import type { AgentResult } from '../../agents/loop/agent-run.ts';
import { costOf, type Prices } from '../../config/keys/prices.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import type { RunRow, RunStore } from '../../store/port.ts';
import { sayCount, sayDollars, sayNumber } from '../../text/say.ts';
import type { RecordedSet } from '../../tool/history.ts';
import type { AgentReport } from '../../workers/run-spec.ts';
import type { PlannedFile } from '../../workspace/port.ts';
import type { CommonOptions } from '../options.ts';
import { toPrintableLine } from '../terminal/terminal.ts';
import { describePlan } from './describe-files.ts';

export interface RunChanges {
  /** The newest first. */
  readonly sets: readonly RecordedSet[];
  /** Changes of commands that are not written yet. */
  readonly pending: readonly RecordedSet[];
  readonly planned: readonly PlannedFile[];
}

/** What these sessions have changed, as far as it is still in force. */
export async function changesOf(gate: Toolgate, sessions: ReadonlySet<string>): Promise<RunChanges> {
  const sets = await gate.journal.list({ sessions: [...sessions], limit: 1000 });
  const holds = ({ status, undone, undoes, changes }: RecordedSet) =>
    status === 'committed' && !undone && undoes === undefined && changes.length > 0;
  const pending = sets.filter(set => set.status === 'pending');
  return { sets: sets.filter(holds), pending, planned: gate.planned ? (await gate.plan.show()).files : [] };
}

type FileSummary = Readonly<{ path: string; operation: string; added: number; removed: number; agents: string[] }>;

export function filesOf({ sets }: Pick<RunChanges, 'sets'>): readonly FileSummary[] {
  const files = new Map<string, FileSummary>();
  for (const { changes, agent } of sets.toReversed()) {
    for (const { path, operation, added, removed } of changes) {
      const before = files.get(path);
      files.set(path, {
        path,
        operation: before?.operation === 'create' && operation === 'write' ? 'create' : operation,
        added: (before?.added ?? 0) + added,
        removed: (before?.removed ?? 0) + removed,
        agents: [...new Set([...(before?.agents ?? []), agent])],
      });
    }
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** How often `toolgate undo` takes back a turn until all is as before. */
export const turnsOf = ({ sets }: RunChanges): number => new Set(sets.map(set => `${set.sessionID} ${set.turn}`)).size;

export function describeChanges(changes: RunChanges, options: CommonOptions): string[] {
  const files = filesOf(changes);
  const place = options.workspace === undefined ? '' : ` --workspace ${toPrintableLine(options.workspace)}`;
  const lines = files.map(({ path, operation, added, removed, agents }) => {
    const by = agents.every(agent => agent === 'main') ? '' : `  by ${agents.map(toPrintableLine).join(', ')}`;
    return `  ${operation.padEnd(6)} ${toPrintableLine(path)}  +${added} -${removed}${by}`;
  });
  const { length } = changes.pending;
  return [
    ...(files.length > 0 ? ['Changed:', ...lines, ...takeBack(turnsOf(changes), place)] : []),
    ...(files.length + changes.planned.length === 0 ? ['No file was changed.'] : []),
    ...(changes.planned.length > 0 ? describePlan(changes.planned, place) : []),
    ...(length > 0 ? [`${length} changes of commands are pending: toolgate changes${place} shows them.`] : []),
  ];
}

const takeBack = (turns: number, place: string): string[] =>
  turns === 1
    ? [`Take it back with: toolgate undo${place}`]
    : [
        `Take back the last of ${turns} steps with: toolgate undo${place} (${turns} times for all)`,
        `                           one file: toolgate undo PATH${place}`,
      ];

export interface AgentUse extends Pick<AgentResult, 'ok' | 'steps' | 'calls' | 'tokens'> {
  readonly agent: string;
  readonly type: string;
  readonly model?: string | undefined;
}

type Gathered = Readonly<{ roots: ReadonlySet<string>; sessions: Set<string>; uses: AgentUse[] }>;

/** Adds the agents that workers ran, with all below them. Each is a session of its own. */
export async function gatherUses(runs: RunStore, { roots, sessions, uses }: Gathered): Promise<void> {
  const found = await Promise.all([...roots].map(rootID => runs.list({ rootID, limit: 1000 })));
  const elsewhere = found.flat();
  for (const { id } of elsewhere) sessions.add(id);
  for (const run of elsewhere.toReversed()) uses.unshift(useOf(run));
}

function useOf({ spec, status, result }: RunRow): AgentUse {
  const { steps = 0, calls = 0, tokens = { input: 0, output: 0 } } = (result ?? {}) as Partial<AgentReport>;
  const model = typeof spec.model === 'string' ? spec.model : undefined;
  const [agent, type] = [String(spec.agent), String(spec.agentType)];
  return { agent, type, model, ok: status === 'done', steps, calls, tokens };
}

export const tokensOfAll = (uses: readonly AgentUse[]): AgentUse['tokens'] => ({
  input: uses.reduce((sum, { tokens }) => sum + tokens.input, 0),
  output: uses.reduce((sum, { tokens }) => sum + tokens.output, 0),
});

/** What all agents of a run cost together; undefined where the price of one is not known. */
function costOfAll(uses: readonly AgentUse[], prices: Prices): number | undefined {
  const costs = uses.map(({ model, tokens }) => costOf(prices, model, tokens));
  return costs.every(cost => cost !== undefined) ? costs.reduce((sum, cost) => sum + cost, 0) : undefined;
}

export function describeUse(uses: readonly AgentUse[], who: string, prices: Prices): string {
  const count = (key: 'steps' | 'calls') => uses.reduce((sum, use) => sum + use[key], 0);
  const { input, output } = tokensOfAll(uses);
  const dollars = costOfAll(uses, prices);
  const others = uses.length > 1 ? ` and ${uses.length - 1} below it` : '';
  const cost = dollars === undefined ? '' : `, ${sayDollars(dollars)}`;
  return `${who}${others}: ${sayCount(count('steps'), 'step')}, ${sayCount(count('calls'), 'call')}, ${sayNumber(input)} tokens in, ${sayNumber(output)} out${cost}`;
}
