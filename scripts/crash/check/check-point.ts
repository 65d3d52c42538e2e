import type { Toolgate } from '../../../src/gate/toolgate.ts';
import { openPlace, type Place, runCall, runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenarios.ts';
import { differences, type Tree, treeOf } from '../tree.ts';
import { checkState } from './check-state.ts';

/** The trees that an operation may leave: before it, after each of its sets. */
export interface Stages {
  /** Before anything was recorded. */
  readonly initial: Tree;
  /** From the old tree to the new one; all but a plan have just these two. */
  readonly trees: readonly Tree[];
}

/** How a process said that the operation ended. */
export interface Told {
  readonly ok: boolean;
  readonly callID: string;
  readonly code?: string;
  readonly message?: string;
  /** Milliseconds. */
  readonly took: number;
}

export interface Checked {
  /** What the start after the kill had to do. */
  readonly recovered: 'nothing' | 'completed' | 'rolled back';
  readonly problems: readonly string[];
}

/**
 * Starts a gate where a process was killed. The files must be as before the operation or as after it, journal and
 * ledger must say the same, and work must go on: what was done can be taken back, what was not can be done.
 */
export async function checkPoint(
  scenario: Scenario,
  place: Place,
  { initial, trees, told }: Stages & { readonly told?: Told },
): Promise<Checked> {
  const problems: string[] = told ? checkTold(told, treeOf(place.workspace), trees) : [];
  const gate = await openPlace(place);
  const { completed, rolledBack, kept } = gate.recovered;
  problems.push(...kept.map(path => `recovery left ${path} alone`));
  const check = async () =>
    problems.push(...(await checkState({ workspace: place.workspace, store: gate.store, initial })));
  try {
    const tree = treeOf(place.workspace);
    const stage = trees.findIndex(expected => differences(tree, expected).length === 0);
    if (stage < 0) problems.push(`neither old nor new: ${closest(tree, trees).join('; ')}`);
    else problems.push(...(await checkOutcome(gate, scenario, stage === trees.length - 1)));
    await check();
    if (problems.length === 0) {
      problems.push(...(await goOn(gate, scenario, { place, trees, stage })));
      await check();
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await gate.close();
  }
  return { recovered: completed.length ? 'completed' : rolledBack.length ? 'rolled back' : 'nothing', problems };
}

/** What the caller was told is what the files are, at once and without any help; where that cannot be, it is unknown. */
function checkTold({ ok, code, message }: Told, tree: Tree, trees: readonly Tree[]): string[] {
  if (code === 'OUTCOME_UNKNOWN') return [];
  const wrong = differences(tree, ok ? trees.at(-1)! : trees[0]!);
  return wrong.map(difference => `told as ${ok ? 'done' : `failed (${code}: ${message})`}, but ${difference}`);
}

/** The ledger tells of the operation what the files tell. A call that never got to the ledger has done nothing. */
async function checkOutcome(gate: Toolgate, { run, before }: Scenario, done: boolean): Promise<string[]> {
  if (run === 'plan') return [];
  const rows = await gate.store.calls.list({ limit: 10 });
  const row = rows.length > before.length ? rows[0] : undefined;
  if ((row?.ok ?? false) === done || row?.error?.code === 'OUTCOME_UNKNOWN') return [];
  return [`the operation is ${done ? '' : 'not '}there, the ledger says ${JSON.stringify(row?.error ?? row?.ok)}`];
}

interface Going {
  readonly place: Place;
  readonly trees: readonly Tree[];
  readonly stage: number;
}

async function goOn(gate: Toolgate, scenario: Scenario, { place, trees, stage }: Going): Promise<string[]> {
  const done = stage === trees.length - 1;
  if (done) for (const call of scenario.back) await runCall(gate, call);
  else await runScenario(gate, scenario);
  const expected = done ? trees[0]! : trees.at(-1)!;
  const how = done ? 'taken back' : 'done again';
  return differences(treeOf(place.workspace), expected).map(difference => `${how}: ${difference}`);
}

const closest = (tree: Tree, trees: readonly Tree[]): string[] =>
  trees.map(expected => differences(tree, expected)).sort((a, b) => a.length - b.length)[0] ?? [];
