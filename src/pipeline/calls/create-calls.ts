import type { ActivityListener } from '../../activity/activity-stream.ts';
import type { Context } from '../../tool/context.ts';
import { endLater, type MaybePromise } from '../../tool/maybe-promise.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { CallRequest, CallScope } from '../call.ts';
import type { Incoming } from '../call-states.ts';
import { explainCall, toPreview } from '../explain.ts';
import { receiveCall } from '../receive-call.ts';
import { saveCall } from '../record/ledger.ts';
import { previewOf } from '../result/preview.ts';
import { type EarlyWork, runCall } from '../run-call.ts';
import type { Runtime } from '../runtime.ts';
import { batches, Scheduler } from '../schedule/scheduler.ts';
import { ScriptCalls } from '../script/script-calls.ts';
import type { Allowance, Session } from '../session/session.ts';
import { Sessions } from '../session/sessions.ts';
import type { CallStop } from '../stop/call-stop.ts';
import { openScope, peekScope, withOwn } from './call-scopes.ts';
import type { Calls, OwnOptions, QueueOptions } from './calls.ts';
import { QueuedCall } from './queued-call.ts';
import { RunningCalls } from './running-calls.ts';

interface SessionDefaults {
  readonly sessionID: string;
  /** Whether the id was given from outside. */
  readonly named: boolean;
  readonly agent: string;
  readonly above?: Session;
  readonly budget?: Partial<Allowance>;
  readonly abort?: AbortSignal;
}

export function createCalls(runtime: Runtime, defaults: SessionDefaults) {
  const { sessionID, named, agent, above, budget = {}, abort } = defaults;
  const running = new RunningCalls(abort);
  const allowance = () => within(runtime.policy().limits, budget);
  const sessions = new Sessions({ store: runtime.store, own: sessionID, named, above, allowance });
  const receive = (request: CallRequest, scope: CallScope) => receiveCall(request, scope, { runtime });
  const receiveDry = (request: CallRequest, scope: CallScope) => receiveCall(request, scope, { runtime, dry: true });
  const preview = async (request: CallRequest, { session, agent, turn, messageID }: CallScope) =>
    toPreview(await explainCall(receiveDry(request, { session, agent, turn, messageID }), { question: true }));
  const parts = { sessions, running, agent, preview };

  if (above) {
    const leave = runtime.stops.addAgent(sessionID, reason => running.abort(reason));
    running.ending.addEventListener('abort', leave, { once: true });
    running.ending.addEventListener('abort', () => sessions.release(), { once: true });
  }

  /** Sees a call from its coming to its outcome: at once, or in its turn among those that are queued with it. */
  function attend(call: Incoming, among?: Scheduler, signal?: AbortSignal): Promise<Outcome> {
    running.enter();
    let outcome: MaybePromise<Outcome>;
    try {
      outcome = among ? among.add(new QueuedCall(call, run, signal)) : run(call);
    } catch (error) {
      outcome = Promise.reject(error);
    }
    if (outcome instanceof Promise) return endLater(outcome, endOf(call.stop));
    end(call.stop);
    return Promise.resolve(outcome);
  }

  function end(stop: CallStop): void {
    running.leave();
    runtime.stops.end(stop);
  }

  /** This function is made apart from the call: otherwise it would keep the call. */
  const endOf = (stop: CallStop) => () => end(stop);

  function queue(options?: QueueOptions) {
    const scope = openScope(parts, options);
    const scheduler = options?.apart ? schedulerApart(scope.session) : new Scheduler();
    return {
      add(request: CallRequest, own?: OwnOptions): Promise<Outcome> {
        try {
          // The queue's own signal ends all of its calls, and so the calls that they wait for.
          return attend(receive(request, own ? withOwn(scope, own) : scope), scheduler, own?.abort);
        } catch (error) {
          return Promise.reject(error);
        }
      },
    };
  }

  const ways: Calls = {
    session: id => sessions.get(id),
    queue,
    execute(request, options) {
      try {
        return attend(receive(request, openScope(parts, options)));
      } catch (error) {
        return Promise.reject(error);
      }
    },
    executeAll: (requests, options) => {
      const { add } = queue(options);
      return Promise.all(requests.map(request => add(request)));
    },
    explain: async (request, options) => {
      const scope = peekScope(parts, options);
      await scope.session.loading;
      return explainCall(receiveDry(request, scope), { question: options?.question });
    },
    groupToolCallsIntoBatches: async (requests, options) => {
      const scope = peekScope(parts, options);
      const items = [];
      for (const item of requests)
        items.push({ item, footprint: await new QueuedCall(receiveDry(item, scope), run).footprint() });
      return batches(items);
    },
    preview: (outcome, maxLines) => previewOf(runtime.registry, outcome, maxLines),
  };
  /** Opens the calls of the script that a running call is; `recover` ends calls that dead processes left open. */
  const openScript = (ctx: Context, what: unknown, recover: () => Promise<unknown>): Promise<ScriptCalls> => {
    const scheduler = new Scheduler();
    return ScriptCalls.open(ctx, what, {
      recover,
      add(request, scope) {
        const call = receive(request, scope);
        return { call, outcome: attend(call, scheduler, scope.abort) };
      },
    });
  };
  return { ways, running, openScript };
}

/** The schedulers, one for each session, of calls that do not form a turn together. */
const apart = new WeakMap<Session, Scheduler>();

function schedulerApart(session: Session): Scheduler {
  const known = apart.get(session) ?? new Scheduler({ apart: true });
  apart.set(session, known);
  return known;
}

const within = ({ calls, tokens }: Allowance, budget: Partial<Allowance>): Allowance => ({
  calls: Math.min(calls, budget.calls ?? calls),
  tokens: Math.min(tokens, budget.tokens ?? tokens),
});

function run(call: Incoming, early?: EarlyWork): MaybePromise<Outcome> {
  const { loading } = call.scope.session;
  if (!loading) return runLoaded(call, early);
  return loading.then(() => {
    call.trail.readClock();
    return runLoaded(call, early);
  });
}

function runLoaded(call: Incoming, early?: EarlyWork): MaybePromise<Outcome> {
  noteCall(call);
  const { onEvent } = call.scope;
  return onEvent ? runHeard(call, onEvent, early) : runCall(call, early);
}

async function runHeard(call: Incoming, onEvent: ActivityListener, early?: EarlyWork): Promise<Outcome> {
  const stop = call.runtime.activity.subscribe('*', event => {
    if (event.callID === call.callID) return onEvent(event);
  });
  try {
    return await runCall(call, early);
  } finally {
    stop();
  }
}

/**
 * Puts a call on the ledger in the same step as the start event, so that after a crash no call is seen to start and
 * never to end. A store in memory ends with the process, and its calls with it.
 */
function noteCall({ runtime, trail }: Incoming): void {
  if (runtime.store.kind === 'memory') return;
  // A store that cannot be written refuses the call where it is started.
  try {
    const noted = saveCall(trail.at, 'prepared');
    if (noted instanceof Promise) noted.catch(() => {});
  } catch {}
}
