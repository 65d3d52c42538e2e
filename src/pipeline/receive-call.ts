import { parseArguments } from '../tool/arguments/parse-arguments.ts';
import { newId } from '../tool/id.ts';
import { shortenText } from '../tool/text/mask.ts';
import type { CallRequest, CallScope } from './call.ts';
import type { Incoming, Standing } from './call-states.ts';
import { Trail } from './record/trail.ts';
import type { Runtime } from './runtime.ts';
import { CallStop } from './stop/call-stop.ts';

/** Receives a call. A list of calls may hold anything; each entry gets its outcome. */
export function receiveCall(
  given: CallRequest,
  scope: CallScope,
  { runtime, dry = false }: { readonly runtime: Runtime; readonly dry?: boolean },
): Incoming {
  const request = given ?? { name: '', args: undefined };
  const trail = new Trail<Standing>(runtime.now);
  const callID = newId(trail.now);
  const call: Standing = {
    callID,
    sessionID: scope.session.id,
    agent: scope.agent,
    request,
    scope,
    // Each call can be stopped alone.
    stop: dry ? new CallStop(scope.abort) : runtime.stops.open(callID, scope.session.id, scope.abort),
    runtime,
    startedAt: trail.now,
    dry,
    trail,
    name: nameCall(request.name),
    args: readText(request.args),
    given: undefined,
    by: undefined,
    // Fields of the stages to come, which nearly every call gets, have their room from the start: all states have one
    // shape then, and a copy of a state with more in it is not made larger field by field.
    tool: undefined,
    ready: undefined,
    alias: undefined,
    alsoAs: undefined,
    survey: undefined,
    progress: undefined,
    changedByPerson: undefined,
    rounds: undefined,
    checked: undefined,
    effects: undefined,
    danger: undefined,
    why: undefined,
    opaque: undefined,
    unseen: undefined,
    filesThen: undefined,
    looksBack: undefined,
    facts: undefined,
    decision: undefined,
    granted: undefined,
    rehearsed: undefined,
    run: undefined,
    view: undefined,
    result: undefined,
    text: undefined,
  };
  trail.reach(call);
  return call;
}

/** The name of a call. No tool has a longer name; what a model sends instead must not fill the records. */
export const nameCall = (name: unknown): string =>
  typeof name === 'string' ? shortenText(name, 100) : `(${typeof name})`;

/** Reads arguments that came as text, so that records can mask them by name; unreadable ones stay text. */
function readText(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  try {
    const parsed = parseArguments(args);
    return parsed.ok ? parsed.value : args;
  } catch {
    return args;
  }
}
