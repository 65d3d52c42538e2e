import { setMaxListeners } from 'node:events';
import { askAhead } from '../pipeline/ask/ask-ahead.ts';
import { Call, type CallRequest, type CallScope } from '../pipeline/call.ts';
import { explainCall } from '../pipeline/explain.ts';
import { saveCall } from '../pipeline/record/ledger.ts';
import { previewOf } from '../pipeline/result/preview.ts';
import { withinLimits } from '../pipeline/run/within-limits.ts';
import { prepareCall, runCall } from '../pipeline/run-call.ts';
import type { Runtime } from '../pipeline/runtime.ts';
import { EMPTY, EVERYTHING, type Footprint, footprintOf } from '../pipeline/schedule/footprint.ts';
import { batches, Scheduler } from '../pipeline/schedule/scheduler.ts';
import { keepSession } from '../pipeline/session/keep-session.ts';
import { type Allowance, Session } from '../pipeline/session/session.ts';
import { workOutEffects } from '../pipeline/stages/decide.ts';
import { newId } from '../tool/id.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { CallOptions, OwnOptions, QueueOptions, Toolgate } from './toolgate.ts';

const MOST_SESSIONS = 1000;

type Ways = Pick<
  Toolgate,
  'session' | 'execute' | 'executeAll' | 'queue' | 'explain' | 'groupToolCallsIntoBatches' | 'preview'
>;

interface GateCalls {
  readonly ways: Ways;
  /** Fires when no call runs any more that began later: it was stopped, or those it works for were. */
  readonly ending: AbortSignal;
  /** Aborts what runs and resolves when every call has its outcome. */
  stop(): Promise<void>;
}

interface SessionDefaults {
  readonly sessionID: string;
  /** The id was given from outside. */
  readonly named: boolean;
  readonly agent: string;
  /** Whom the session works for. */
  readonly above?: Session;
  readonly budget?: Partial<Allowance>;
  /** Ends all calls when it fires. */
  readonly abort?: AbortSignal;
}

/** The ways to make calls, all over the same stages. */
export function createCalls(runtime: Runtime, defaults: SessionDefaults): GateCalls {
  const sessions = new Map<string, Session>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const { abort: outer } = defaults;
  const onOuter = () => closing.abort();
  if (outer?.aborted) closing.abort();
  else outer?.addEventListener('abort', onOuter, { once: true });
  let running = 0;
  let idle: PromiseWithResolvers<void> | undefined;

  async function run(call: Call): Promise<Outcome> {
    if (call.scope.session.loading) await call.scope.session.loading;
    noteCall(call);
    const { onEvent } = call.scope;
    if (!onEvent) return runCall(call);
    const stop = runtime.activity.subscribe('*', event => {
      if (event.callID === call.callID) return onEvent(event);
    });
    return runCall(call).finally(stop);
  }

  /** Counted from its coming on: a call that waits for another one must have its outcome before all is closed. */
  async function counted(work: () => Promise<Outcome>): Promise<Outcome> {
    running++;
    try {
      return await work();
    } finally {
      if (--running === 0) idle?.resolve();
    }
  }

  function session(id: string = defaults.sessionID): Session {
    let found = sessions.get(id);
    if (found) sessions.delete(id);
    else found = openSession(id);
    sessions.set(id, found);
    const oldest = sessions.keys().next().value;
    if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    return found;
  }

  /** One with an id of our own making has no past, and nobody will ask for it again. */
  function openSession(id: string): Session {
    const { above } = defaults;
    const opened = new Session(id, { allowance, ...(above ? { above } : {}) });
    const isNew = runtime.store.kind === 'memory' || (id === defaults.sessionID && !defaults.named);
    const kept = isNew ? undefined : keepSession(opened, runtime.store);
    const inherited = above?.loading?.then(() => opened.inherit());
    if (!kept && !inherited) return opened;
    const loading = Promise.all([kept, inherited]).then(
      () => {
        opened.loading = undefined;
      },
      error => {
        // Its past is not known; the next call tries again.
        sessions.delete(id);
        throw error;
      },
    );
    loading.catch(() => {});
    opened.loading = loading;
    return opened;
  }

  function allowance(): Allowance {
    const { calls, tokens } = runtime.policy().limits;
    const { budget = {} } = defaults;
    return { calls: Math.min(calls, budget.calls ?? calls), tokens: Math.min(tokens, budget.tokens ?? tokens) };
  }

  function scopeOf(options: CallOptions = {}): CallScope {
    const own = session(options.sessionID);
    const turn = own.turn(options.turn);
    const abort = options.abort ? withClosing(options.abort) : closing.signal;
    return {
      session: own,
      agent: options.agent ?? defaults.agent,
      turn,
      messageID: options.messageID ?? `turn-${turn}`,
      abort,
      approver: options.approver,
      refused: options.refused,
      onEvent: options.onEvent,
      step: options.step,
    };
  }

  function withClosing(abort: AbortSignal): AbortSignal {
    const both = AbortSignal.any([abort, closing.signal]);
    setMaxListeners(0, both);
    return both;
  }

  /** One for each session, for calls that are no turn together. */
  const apart = new WeakMap<Session, Scheduler>();

  function schedulerApart(own: Session): Scheduler {
    const known = apart.get(own) ?? new Scheduler({ apart: true });
    apart.set(own, known);
    return known;
  }

  function queue(options?: QueueOptions) {
    const scope = scopeOf(options);
    const scheduler = options?.apart ? schedulerApart(scope.session) : new Scheduler();
    return {
      add(request: CallRequest, own?: OwnOptions) {
        const call = new Call(request, own ? withOwn(scope, own) : scope, runtime);
        let asked: Promise<void> | undefined;
        return counted(() =>
          scheduler.add({
            footprint: () => footprint(call),
            waits: () => {
              asked = putAhead(call);
            },
            // The queue's own ends all of its calls, and so what they wait for.
            ...(own?.abort ? { signal: own.abort } : {}),
            run: async seat => {
              call.seat = seat;
              await asked;
              return run(call);
            },
          }),
        );
      },
    };
  }

  const ways: Ways = {
    session,
    queue,
    execute: (request, options) => counted(() => run(new Call(request, scopeOf(options), runtime))),
    executeAll: (requests, options) => {
      const { add } = queue(options);
      return Promise.all(requests.map(request => add(request)));
    },
    explain: async (request, options) => {
      const scope = peek(options);
      await scope.session.loading;
      return explainCall(new Call(request, scope, runtime), { question: options?.question });
    },
    groupToolCallsIntoBatches: async (requests, options) => {
      const scope = peek(options);
      const items = [];
      for (const item of requests) {
        const call = new Call(item, scope, runtime);
        call.dry = true;
        items.push({ item, footprint: await footprint(call) });
      }
      return batches(items);
    },
    preview: (outcome, maxLines) => previewOf(runtime.registry, outcome, maxLines),
  };
  return {
    ways,
    ending: closing.signal,
    async stop() {
      outer?.removeEventListener('abort', onOuter);
      closing.abort();
      if (running === 0) return;
      // Whoever started the agent and whoever it belongs to may both wait.
      idle ??= Promise.withResolvers<void>();
      await idle.promise;
    },
  };

  /** The scope of a call that does not happen: it takes no turn. */
  function peek(options: CallOptions = {}): CallScope {
    return {
      session: session(options.sessionID),
      agent: options.agent ?? defaults.agent,
      turn: options.turn ?? 0,
      messageID: newId(),
    };
  }
}

/** The scope of a queue with what one of its calls brings along. */
function withOwn(scope: CallScope, { abort, approver, refused, onEvent, step }: OwnOptions): CallScope {
  const signal = abort && scope.abort ? AbortSignal.any([abort, scope.abort]) : (abort ?? scope.abort);
  return {
    ...scope,
    ...(signal ? { abort: signal } : {}),
    ...(approver ? { approver } : {}),
    ...(refused ? { refused } : {}),
    ...(onEvent ? { onEvent } : {}),
    ...(step ? { step } : {}),
  };
}

/** Resolves when the question is put, not when it is answered. */
async function putAhead(call: Call): Promise<void> {
  await call.scope.session.loading;
  call.ahead = await askAhead(call);
}

/**
 * On the ledger in the same step as the start event, so that after a crash no call is seen to start and never to end.
 * A store in memory ends with the process, and its calls with it.
 */
function noteCall(call: Call): void {
  if (call.runtime.store.kind === 'memory') return;
  // A store that cannot be written refuses the call where it is started.
  try {
    const noted = saveCall(call, 'prepared');
    if (noted instanceof Promise) noted.catch(() => {});
  } catch {}
}

/**
 * What a call will touch; one whose arguments are wrong touches nothing. What depends on the calls before it (an undo,
 * or what cannot be said while they are under way) waits for all of them.
 */
async function footprint(call: Call): Promise<Footprint> {
  await prepareCall(call);
  if (call.prepareFailure !== undefined) return EMPTY;
  try {
    await withinLimits(call, workOutEffects(call));
    return call.looksBack ? EVERYTHING : footprintOf(call.effects);
  } catch {
    return EVERYTHING;
  }
}
