import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActivityEvent } from '../../activity/activity-stream.ts';
import { ActivityEventType } from '../../activity/event-types.ts';
import { DEFAULT_LIMITS } from '../../policy/create/presets.ts';
import type { Context } from '../../tool/context.ts';
import { ToolError, toFailure } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { CallRequest, CallScope } from '../call.ts';
import type { Incoming, Opened, Standing } from '../call-states.ts';
import { authorshipOf } from '../origin/note-result.ts';
import { recallStep } from '../recovery/recall-step.ts';
import { callBehind } from '../run/run-context.ts';
import { ReplyOrder } from './reply-order.ts';
import { hashOf, ScriptRecord, type ScriptStep } from './script-record.ts';

interface ScriptParts {
  /** Makes a call among the calls of its script, and gives the call with its outcome. */
  readonly add: (request: CallRequest, scope: CallScope) => { call: Incoming; outcome: Promise<Outcome> };
  /** Ends the calls that dead processes left open. */
  readonly recover: () => Promise<unknown>;
}

/** The outcome of a call, and when the script was told: the same whenever the script goes on. */
type ScriptReply = { readonly outcome: Outcome; readonly at: number };

/** The calls that a script makes, each below the call that runs it. */
export class ScriptCalls {
  readonly #parent: Opened;
  readonly #parts: ScriptParts;
  readonly #record: ScriptRecord;
  readonly #order: ReplyOrder;
  readonly #ending = new AbortController();
  readonly #abort: AbortSignal;
  readonly #within = AsyncLocalStorage.snapshot();
  readonly #open = new Set<Promise<unknown>>();
  /** Calls that a person has said no to: a script that makes one again is told the same, and nobody is asked. */
  readonly #denied = new Set<string>();
  #made = 0;
  #untrusted = false;

  private constructor(
    parent: Opened,
    parts: ScriptParts,
    { record, abort }: { record: ScriptRecord; abort: AbortSignal },
  ) {
    this.#parent = parent;
    this.#parts = parts;
    this.#record = record;
    this.#order = new ReplyOrder(record.told);
    this.#abort = AbortSignal.any([abort, this.#ending.signal]);
  }

  /** Opens the calls of the script that the call with this context runs; `what` holds all that makes up the script. */
  static async open(ctx: Context, what: unknown, parts: ScriptParts): Promise<ScriptCalls> {
    const parent = callBehind(ctx);
    const { runtime, sessionID, scope, callID } = parent;
    const record = await ScriptRecord.open({
      store: scope.step ? runtime.store.scripts : undefined,
      script: scriptOf(sessionID, scope.step?.key ?? callID),
      hash: hashOf(what),
      callID,
      now: runtime.now,
    });
    return new ScriptCalls(parent, parts, { record, abort: ctx.abort });
  }

  get startedAt(): number {
    return this.#record.startedAt;
  }

  /** The source of the script's own random numbers: the same whenever the script goes on. */
  get seed(): string {
    const { sessionID, scope, callID } = this.#parent;
    return hashOf([sessionID, scope.step?.key ?? callID]);
  }

  get made(): number {
    return this.#made;
  }

  /** Whether the script goes on from where another process has left it. */
  get goesOn(): boolean {
    return this.#record.goesOn;
  }

  /** Whether something that others wrote came back to the script. */
  get untrusted(): boolean {
    return this.#untrusted;
  }

  /** Milliseconds that people were waited for. */
  get waited(): number {
    return this.#parent.run.waited;
  }

  /** One call, through all stages. Rejects where the script cannot go on at all. */
  call(name: string, args: unknown): Promise<ScriptReply> {
    const most = this.#parent.runtime.policy().limits.scriptCalls ?? DEFAULT_LIMITS.scriptCalls;
    if (this.#abort.aborted) return Promise.reject(new ToolError('ABORTED', 'The script has ended'));
    if (++this.#made > most) return Promise.resolve({ outcome: tooMany(name, most), at: this.#parent.runtime.now() });
    this.#order.heard();
    const reply = this.#within(() => this.#make(name, args));
    this.#open.add(reply);
    const left = () => this.#open.delete(reply);
    reply.then(left, left);
    return reply;
  }

  /** Stops the calls that are under way, and resolves when each has its outcome. */
  async end(): Promise<void> {
    this.#ending.abort();
    this.#order.end();
    await Promise.allSettled(this.#open);
  }

  async #make(name: string, args: unknown): Promise<ScriptReply> {
    const step = await this.#record.next(name, args);
    const { known } = step;
    if (known?.outcome) {
      this.#untrusted ||= known.outcome.untrusted !== false;
      this.#noteDenied(step, known.outcome);
      await this.#order.turn(known.told);
      return { outcome: known.outcome as unknown as Outcome, at: known.at };
    }
    const { recover } = this.#parts;
    const { store } = this.#parent.runtime;
    const recalled = known && (await recallStep(known, { store, recover, abort: this.#abort }));
    // Nobody knows who wrote the results that a lost process was told.
    const { outcome, untrusted } = recalled
      ? { outcome: recalled, untrusted: true }
      : await this.#run(name, args, step);
    this.#untrusted ||= untrusted;
    this.#noteDenied(step, outcome);
    const told = await this.#order.turn();
    // The call was stopped because the script is: whoever goes on with the script finds out what became of the call.
    const isStopped = outcome.error?.code === 'ABORTED' || outcome.error?.code === 'OUTCOME_UNKNOWN';
    const isLeft = this.#abort.aborted && isStopped;
    return {
      outcome,
      at: isLeft ? this.#parent.runtime.now() : await this.#record.end(step, { outcome, untrusted, told }),
    };
  }

  #noteDenied({ hash }: ScriptStep, outcome: Pick<Outcome, 'error'> | Readonly<Record<string, unknown>>): void {
    const { error } = outcome as Pick<Outcome, 'error'>;
    if (error?.code === 'APPROVAL_DENIED' && error.details?.answer !== undefined) this.#denied.add(hash);
  }

  async #run(name: string, args: unknown, step: ScriptStep): Promise<{ outcome: Outcome; untrusted: boolean }> {
    const { scope, callID } = this.#parent;
    const { step: own } = scope;
    const pause = this.#pauseForPeople();
    const { call, outcome } = this.#parts.add(
      { name, args },
      {
        ...scope,
        parent: callID,
        abort: this.#abort,
        refused: this.#denied.has(step.hash) ? { message: 'they have said no to the same call' } : undefined,
        toolCallID: undefined,
        onEvent: pause.onEvent,
        step: own && {
          key: step.key,
          begin: facts => this.#record.begin(step, facts),
          isLeft: () => own.isLeft?.() === true,
        },
      },
    );
    try {
      return { outcome: await outcome, untrusted: isOfOthers(call.trail.at) };
    } finally {
      await pause.end();
    }
  }

  /** While a person is asked, the time of the script stands still, and its place is free for other calls. */
  #pauseForPeople(): { readonly onEvent: (event: ActivityEvent) => void; readonly end: () => Promise<void> } {
    const { run, trail, scope } = this.#parent;
    const { place } = trail;
    let goOn: (() => void) | undefined;
    const end = async () => {
      goOn?.();
      if (goOn && run.waits === 0) await place?.seat?.back({ inTurn: false });
      goOn = undefined;
    };
    return {
      end,
      onEvent: event => {
        const { type, data } = event;
        const isAsked = type === ActivityEventType.APPROVAL_REQUESTED;
        if (!isAsked && type !== ActivityEventType.APPROVAL_RESOLVED) return;
        if (isAsked && data.waiting === true && !goOn) {
          goOn = run.pause();
          if (run.waits === 1) place?.seat?.leave();
        } else if (!isAsked) void end();
        return scope.onEvent?.(event);
      },
    };
  }
}

/** The name of a script among all scripts that may be gone on with. */
export const scriptOf = (sessionID: string, step: string): string => hashOf([sessionID, step]);

const isOfOthers = ({ ready, tool, effects = [], run }: Standing): boolean =>
  ready !== undefined &&
  tool !== undefined &&
  run?.startedAt !== undefined &&
  authorshipOf({ ready, tool, effects }) !== false;

function tooMany(name: string, most: number): Outcome {
  const error = toFailure(
    new ToolError('BUDGET_EXCEEDED', `The script has made ${most} calls, and may make no more`, {
      suggestion: 'Print what is there; do the rest in another script.',
      forPeople: 'To allow more: policy.limits.scriptCalls in your own config.',
    }),
  );
  const output = `${error.code}: ${error.message}`;
  const title = `${name}: ${error.code}`;
  const said = { value: undefined, output, metadata: {}, attachments: [] };
  return { ...said, ok: false, callID: '', id: undefined, tool: name, title, error };
}
