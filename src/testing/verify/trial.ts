import type { Toolgate } from '../../gate/toolgate.ts';
import type { Explanation } from '../../pipeline/explain.ts';
import type { PolicyInput, PresetName, RuntimePolicy, Verdict } from '../../policy/types.ts';
import type { Info } from '../../tool/define.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { type Difference, difference, type Snapshot } from '../snapshot.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../temporary-workspace.ts';
import { WatchedTool } from './watch-tool.ts';

/** The world in which a tool is tried. */
export interface Setting {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly policy: PresetName | PolicyInput | RuntimePolicy;
  readonly packs?: readonly string[];
  readonly prepare?: (gate: Toolgate, workspace: TemporaryWorkspace) => unknown;
}

export interface TrialRun {
  readonly outcome: Outcome;
  readonly after: Snapshot;
  readonly changes: readonly Difference[];
  readonly verdict: Verdict | undefined;
  readonly milliseconds: number;
}

/** A fresh workspace with a real gate on it, every ask answered with yes, for one set of arguments. */
export class Trial {
  readonly info: Info;
  readonly workspace: TemporaryWorkspace;
  readonly watch: WatchedTool;
  readonly gate: Toolgate;
  readonly #start: Snapshot;

  private constructor(info: Info, world: { workspace: TemporaryWorkspace; watch: WatchedTool; gate: Toolgate }) {
    this.info = info;
    this.workspace = world.workspace;
    this.watch = world.watch;
    this.gate = world.gate;
    this.#start = world.workspace.snapshot();
  }

  static async open(info: Info, { files, policy, packs, prepare }: Setting): Promise<Trial> {
    const workspace = temporaryWorkspace(files, { prefix: 'toolgate-verify-' });
    try {
      const watch = new WatchedTool(info);
      const tools = [watch.info];
      const gate = await workspace.gate({ store: 'memory', policy, packs, tools, approver: () => 'allow_once' });
      await prepare?.(gate, workspace);
      return new Trial(info, { workspace, watch, gate });
    } catch (error) {
      await workspace.remove();
      throw error;
    }
  }

  changes(): readonly Difference[] {
    return difference(this.#start, this.workspace.snapshot());
  }

  /** Notes the arguments as meant: whoever gives them means them, whatever earlier runs have brought in. */
  #mean(args: unknown): void {
    this.gate.session().said(JSON.stringify(args) ?? '');
  }

  explain(args: unknown): Promise<Explanation> {
    this.#mean(args);
    return this.gate.explain({ name: this.info.id, args: structuredClone(args) });
  }

  async run(args: unknown, abort?: AbortSignal): Promise<TrialRun> {
    const before = this.workspace.snapshot();
    const started = performance.now();
    this.#mean(args);
    const outcome = await this.gate.execute({ name: this.info.id, args: structuredClone(args) }, { abort });
    const milliseconds = performance.now() - started;
    const after = this.workspace.snapshot();
    await this.gate.store.flush();
    const row = await this.gate.store.calls.get(outcome.callID);
    return { outcome, after, changes: difference(before, after), verdict: row?.verdict, milliseconds };
  }

  close(): Promise<void> {
    return this.workspace.remove();
  }
}

/** Hands out trials. An unused trial is as good as a new one, and saves the making. */
export class Trials {
  readonly #info: Info;
  readonly #setting: Setting;
  #unused: Trial | undefined;

  constructor(info: Info, setting: Setting) {
    this.#info = info;
    this.#setting = setting;
  }

  /** Lends a trial. `work` tells whether the trial may have left something that cannot be seen in its workspace. */
  async use<T extends { readonly spent: boolean }>(work: (trial: Trial) => Promise<T>): Promise<T> {
    const trial = this.#unused ?? (await Trial.open(this.#info, this.#setting));
    this.#unused = undefined;
    let spent = true;
    try {
      const done = await work(trial);
      spent = done.spent || trial.changes().length > 0 || trial.workspace.strays().length > 0;
      return done;
    } finally {
      if (spent) await trial.close();
      else this.#unused = trial;
    }
  }

  async close(): Promise<void> {
    await this.#unused?.close();
  }
}

/** Changes in words for a person: `created a.txt, deleted b.txt`. */
export function sayChanges(changes: readonly Difference[]): string {
  const said = changes.slice(0, 5).map(({ change, path }) => `${change} ${path}`);
  return [...said, ...(changes.length > 5 ? [`${changes.length - 5} more`] : [])].join(', ');
}
