import { checkOptions } from '../../tool/check-options.ts';
import { newId } from '../../tool/id.ts';
import type { CallScope } from '../call.ts';
import type { Sessions } from '../session/sessions.ts';
import { CALL_OPTIONS, type CallOptions, type OwnOptions } from './calls.ts';
import type { RunningCalls } from './running-calls.ts';

interface ScopeParts {
  readonly sessions: Sessions;
  readonly running: RunningCalls;
  /** The agent of calls that name none. */
  readonly agent: string;
}

/** The scope of calls that happen: they take a turn. */
export function openScope({ sessions, running, agent }: ScopeParts, options: CallOptions = {}): CallScope {
  checkOptions('A call', options, CALL_OPTIONS);
  const session = sessions.get(options.sessionID);
  const turn = session.turn(options.turn);
  return {
    session,
    agent: options.agent ?? agent,
    turn,
    messageID: options.messageID ?? `turn-${turn}`,
    abort: running.signalFor(options.abort),
    approver: options.approver,
    refused: options.refused,
    onEvent: options.onEvent,
    step: options.step,
  };
}

/** The scope of a call that does not happen. */
export function peekScope({ sessions, agent }: ScopeParts, options: CallOptions = {}): CallScope {
  checkOptions('A call', options, CALL_OPTIONS);
  return {
    session: sessions.get(options.sessionID),
    agent: options.agent ?? agent,
    turn: options.turn ?? 0,
    messageID: newId(),
  };
}

/** The scope of a queue with what one of its calls brings along. */
export function withOwn(scope: CallScope, { abort, approver, refused, onEvent, step }: OwnOptions): CallScope {
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
