import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Toolgate } from '../../gate/toolgate.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import type { JobEnd, JobLimits, LiveJob, Sandbox } from '../../sandbox/port.ts';
import { stateFolder } from '../../store/state-folder.ts';
import { ToolError } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { OpenKeptLayer } from '../../workspace/port.ts';
import type { PreparedWrap } from './prepare-wrap.ts';
import type { RunOrder, TakeOrder, WrapTools } from './wrap-tools.ts';

const GIB = 1024 ** 3;

/** Limits of a wrapped agent with all that it starts. Its time is the time that the policy gives a call. */
export const wrapLimits = (time: number): JobLimits => ({
  time,
  cpu: Infinity,
  memory: Math.max(4 * GIB, Math.floor(totalmem() * 0.75)),
  processes: 4096,
  fileSize: 4 * GIB,
  disk: 4 * GIB,
  files: 4096,
});

export interface WrapTake {
  readonly outcome: Outcome;
  /** The set, written or pending; undefined: nothing is different. */
  readonly set: string | undefined;
  /** Paths that others changed meanwhile, and those among such paths that hold the lines of both. */
  readonly foreign: readonly string[];
  readonly merged: readonly string[];
  /** Folders outside of undo in which something is different. */
  readonly outside: readonly string[];
  /** Paths that the policy hides, and that are left out. */
  readonly unseen: readonly string[];
  /** Questions that were not put to a person: work that waits needs no answer, and work written unasked gets a no. */
  readonly asks: readonly string[];
}

/** The sandbox that wraps run in: there is none without an overlay. */
export async function openWrapSandbox(root: string, env: NodeJS.ProcessEnv): Promise<Sandbox> {
  const folder = stateFolder(root, env);
  const sandbox = await createSandbox({ env, folder: join(folder, 'sandbox'), cache: join(folder, 'cache') });
  if (sandbox.kind === 'bubblewrap' && sandbox.overlay) return sandbox;
  const [why] = sandbox.findings.filter(({ ok }) => !ok);
  throw new ToolError('SANDBOX_UNAVAILABLE', `Nothing can be wrapped here: ${why?.says ?? 'there is no overlay'}`, {
    suggestion: why?.next ?? 'See `toolgate doctor`.',
  });
}

interface WrapOptions {
  readonly gate: Toolgate;
  readonly tools: WrapTools;
  readonly sandbox: Sandbox;
  readonly layer: OpenKeptLayer;
}

/** A layer over the workspace and what is done with it: an agent runs on it, and its work is taken over or waits. */
export class Wrap {
  readonly layer: OpenKeptLayer;
  readonly #options: WrapOptions;
  #live: LiveJob | undefined;
  #ended: JobEnd | undefined;
  #hasRun = false;

  constructor(options: WrapOptions) {
    this.#options = options;
    this.layer = options.layer;
  }

  /** Runs the agent as one call of the gate. `stop` ends the agent, and its work until then is there all the same. */
  async run(
    prepared: PreparedWrap,
    { stop, onTurn }: { stop: AbortSignal; onTurn?: () => Promise<void> },
  ): Promise<Outcome> {
    const { gate, sandbox } = this.#options;
    const order: RunOrder = {
      kind: 'run',
      sandbox,
      prepared,
      layer: this.layer,
      limits: wrapLimits(gate.policy().limits.time),
      stop,
      onTurn: prepared.saysTurns ? onTurn : undefined,
      onStart: (live: LiveJob) => {
        this.#live = live;
        this.#hasRun = true;
      },
      onEnd: ended => {
        this.#ended = ended;
      },
    };
    const args = { command: prepared.command, hosts: prepared.hosts };
    // The person who types the command has said yes to it; what the policy denies is denied.
    const outcome = await this.#call('wrap', { args, order, approver: () => 'allow_once' });
    this.#live = undefined;
    return outcome;
  }

  /** Has the agent's work wait as a pending set, in the place of the one that waited before. */
  async keep(): Promise<WrapTake> {
    const asks: string[] = [];
    // Nothing is written now: a person is asked when it is.
    const taken = await this.#take(true, ({ reason }) => {
      asks.push(reason);
      return 'allow_once';
    });
    if (taken.outcome.ok) await this.#replacePending(taken.set, this.#live === undefined);
    return { ...taken, asks };
  }

  /** Writes the layer's content to the workspace, all or none; what the policy asks about is asked, or refused. */
  async write({ unasked = false } = {}): Promise<WrapTake> {
    const asks: string[] = [];
    const refuse: Answerer = ({ reason }) => {
      asks.push(reason);
      return 'reject_once';
    };
    const taken = await this.#take(false, unasked ? refuse : undefined);
    // The commit itself has kept a set that met the work of others.
    const kept = taken.outcome.ok ? undefined : taken.outcome.error.details?.pending;
    if (taken.outcome.ok || typeof kept === 'string')
      await this.#replacePending(kept as string | undefined, this.#live === undefined);
    return { ...taken, asks };
  }

  get hasRun(): boolean {
    return this.#hasRun;
  }

  /** The set that holds all that is not taken over so far, while it waits. */
  get pending(): string | undefined {
    return this.layer.note.pending;
  }

  async #replacePending(pending: string | undefined, kept: boolean): Promise<void> {
    const before = this.pending;
    this.layer.update({ pending, kept });
    // A person may have settled that set meanwhile.
    if (before !== undefined) await this.#options.gate.workspace.plan.drop({ id: before }).catch(() => {});
  }

  async #take(waits: boolean, approver?: Answerer): Promise<Omit<WrapTake, 'asks'>> {
    const { gate, layer } = this.#options;
    const merged = await this.#merged();
    const order: TakeOrder = { kind: 'take', layer, waits, live: this.#live !== undefined, merged };
    const outcome = await this.#call('wrap_take', { args: { write: !waits }, order, approver });
    const set = outcome.ok ? (outcome.metadata.changeSetID as string | undefined) : undefined;
    const value = (outcome.ok ? outcome.value : {}) as Partial<WrapTake>;
    const { foreign = [], merged: both = [], outside = [], unseen = [] } = value;
    if (set !== undefined) {
      // A file that holds the lines of others is not the layer's: written over once more, those would be lost.
      const shared = new Set(both);
      const rows = await gate.store.journal.changes(set);
      const own = rows.filter(({ path, after }) => !shared.has(path) && !(after && after.sha === undefined));
      layer.addWritten(own.map(({ path, after }) => [path, after?.sha] as const));
    }
    return { outcome, set, foreign, merged: both, outside, unseen };
  }

  /** What the folders that were written to hold; where the agent's own process is not there to tell, a job looks. */
  async #merged(): Promise<ReadonlySet<string>> {
    if (this.#live) return this.#live.merged();
    if (this.#ended?.merged) return this.#ended.merged;
    const { gate, sandbox, layer } = this.#options;
    const { root } = gate.workspace;
    const looked = await sandbox.run({
      argv: ['true'],
      root,
      cwd: root,
      hidden: [],
      env: {},
      cached: false,
      onOutput: () => {},
      view: { kind: 'overlay', layers: { folder: layer.folder, above: [] }, readOnly: true },
      limits: { ...wrapLimits(60_000), cpu: 60 },
    });
    if (looked.merged) return looked.merged;
    throw new ToolError('EXECUTION_ERROR', 'The sandbox could not say what was written. Nothing was changed.');
  }

  #call(
    name: string,
    { args, order, approver }: { args: object; order: RunOrder | TakeOrder; approver: Answerer | undefined },
  ): Promise<Outcome> {
    const { gate, tools, layer } = this.#options;
    const { sessionID, agent } = layer.note;
    return tools.during(order, messageID =>
      gate.execute({ name, args }, { sessionID, agent, messageID, answered: true, ...(approver ? { approver } : {}) }),
    );
  }
}

type Answerer = (request: { readonly reason: string }) => 'allow_once' | 'reject_once';
