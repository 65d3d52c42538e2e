import { createHash } from 'node:crypto';
import type { ScriptStepRow, ScriptStore } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { canonicalJson } from '../../tool/text/canonical-json.ts';

/** Milliseconds in which a script that goes on has to make the earlier calls, unless it says something else. */
const PATIENCE = 10_000;

export const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

export interface ScriptStep {
  readonly place: number;
  readonly hash: string;
  /** The call's name in work that outlives the process: by its content, so that two at once may change order. */
  readonly key: string;
  /** The call as it is known from before. */
  readonly known: ScriptStepRow | undefined;
}

interface RecordOptions {
  /** The store; left out where nobody could go on with the script: then nothing is written down. */
  readonly store: ScriptStore | undefined;
  readonly script: string;
  readonly hash: string;
  readonly callID: string;
  readonly now: () => number;
}

/**
 * The record of what a script has done so far. A script that goes on is run from its start: each call must be an
 * earlier one, and gets the earlier outcome, until all of those have come again; from there on calls are made.
 */
export class ScriptRecord {
  readonly #options: RecordOptions;
  readonly #open: ScriptStepRow[];
  readonly #seen = new Map<string, number>();
  /** The time when the script began, however often it has gone on since. */
  readonly startedAt: number;
  readonly goesOn: boolean;
  #last: number;
  #heard: PromiseWithResolvers<void> | undefined;

  private constructor(options: RecordOptions, rows: readonly ScriptStepRow[]) {
    this.#options = options;
    const [first] = rows;
    this.startedAt = first?.at ?? options.now();
    this.#open = rows.filter(({ place }) => place > 0);
    this.#last = rows.at(-1)?.place ?? 0;
    this.goesOn = this.#last > 0;
  }

  static async open(options: RecordOptions): Promise<ScriptRecord> {
    const { store, script, hash, callID } = options;
    const rows = (await store?.list(script)) ?? [];
    const [first] = rows;
    if (first && first.hash !== hash) throw diverged('it is another script than the one that was begun as this step');
    const record = new ScriptRecord(options, rows);
    const at = record.startedAt;
    if (!first) await store?.put({ id: `${script} 0`, script, place: 0, hash, callID, repeatable: true, at });
    return record;
  }

  /** Numbers of the replies that the script was given before. */
  get told(): readonly number[] {
    return this.#open.flatMap(({ told }) => told ?? []);
  }

  /** The next call: an earlier one, or a new one once all of those have come again. Throws where they do not come. */
  async next(name: string, args: unknown): Promise<ScriptStep> {
    const hash = hashOf([name, args ?? {}]);
    const times = this.#seen.get(hash) ?? 0;
    this.#seen.set(hash, times + 1);
    const key = `${this.#options.script} ${hash.slice(0, 32)} ${times}`;
    const known = this.#take(hash);
    if (known) return { place: known.place, hash, key, known };
    while (this.#open.length > 0) await this.#othersCome(name);
    return { place: ++this.#last, hash, key, known: undefined };
  }

  #take(hash: string): ScriptStepRow | undefined {
    const at = this.#open.findIndex(row => row.hash === hash);
    if (at < 0) return undefined;
    const [row] = this.#open.splice(at, 1);
    this.#heard?.resolve();
    this.#heard = undefined;
    return row;
  }

  /** Waits for earlier calls: threads may change their order; a script that does something else never makes them. */
  async #othersCome(name: string): Promise<void> {
    this.#heard ??= Promise.withResolvers();
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), PATIENCE);
    const came = await Promise.race([this.#heard.promise, late.promise]);
    clearTimeout(timer);
    if (came === 'late') throw diverged(`it calls ${name} where it called something else before`);
  }

  /** Writes down that a call is about to do something; throws where another process is doing so. */
  async begin(step: ScriptStep, { callID, repeatable }: Pick<ScriptStepRow, 'callID' | 'repeatable'>): Promise<void> {
    await this.#put(step, { callID, repeatable });
  }

  /** Writes down a call's outcome, and whether others wrote it, before the script is told; gives the time of that. */
  async end(step: ScriptStep, reply: { outcome: Outcome; untrusted: boolean; told: number }): Promise<number> {
    const { outcome, untrusted, told } = reply;
    const { callID } = outcome;
    return this.#put(step, { callID, repeatable: false, outcome: { ...plain(outcome), untrusted }, told });
  }

  async #put(
    { place, hash, known }: ScriptStep,
    row: Pick<ScriptStepRow, 'callID' | 'repeatable' | 'outcome' | 'told'>,
  ): Promise<number> {
    const { store, script, now } = this.#options;
    const at = now();
    const before = known && { before: known.callID };
    const written = await store?.put({ id: `${script} ${place}`, script, place, hash, at, ...row }, before);
    if (written === false)
      throw new ToolError('ABORTED', 'Another process goes on with this script; nothing was done here', {
        retryable: true,
      });
    return at;
  }
}

function plain({ ok, callID, tool, output, value, error }: Outcome): Readonly<Record<string, unknown>> {
  try {
    const shown = ok && value !== undefined ? '' : output;
    return JSON.parse(JSON.stringify({ ok, callID, tool, output: shown, value, error }));
  } catch {
    return { ok, callID, tool, output, error };
  }
}

const diverged = (how: string): ToolError =>
  new ToolError('SCRIPT_DIVERGED', `The script cannot go on from where it was: ${how}; nothing was done twice`, {
    suggestion: 'Look at what its calls have done, and write a new script for what is left.',
  });
