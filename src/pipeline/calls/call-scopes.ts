import type { ArgumentsPreview } from '../../approval/request.ts';
import { checkOptions } from '../../tool/check-options.ts';
import type { CallRequest, CallScope } from '../call.ts';
import type { Sessions } from '../session/sessions.ts';
import { CALL_OPTIONS, type CallOptions, type OwnOptions } from './calls.ts';
import type { RunningCalls } from './running-calls.ts';

interface ScopeParts {
  readonly sessions: Sessions;
  readonly running: RunningCalls;
  readonly agent: string;
  readonly preview: (request: CallRequest, scope: CallScope) => Promise<ArgumentsPreview>;
}

const NONE: CallOptions = {};

/** The scope of calls that happen: they take a turn. */
export function openScope({ sessions, running, agent, preview }: ScopeParts, given?: CallOptions): CallScope {
  const options = given === undefined ? NONE : checkOptions('A call', given, CALL_OPTIONS);
  const session = sessions.get(options.sessionID);
  const turn = session.turn(options.turn);
  const { agent: by = agent, messageID } = options;
  return {
    session,
    agent: by,
    turn,
    messageID,
    preview,
    abort: running.signalFor(options.abort),
    approver: options.approver,
    refused: options.refused,
    answered: options.answered,
    onEvent: options.onEvent,
    step: options.step,
    toolCallID: options.toolCallID,
    hold: options.hold,
    onPrinted: options.onPrinted,
  };
}

export function peekScope({ sessions, agent }: ScopeParts, options: CallOptions = {}): CallScope {
  checkOptions('A call', options, CALL_OPTIONS);
  return {
    session: sessions.get(options.sessionID),
    agent: options.agent ?? agent,
    turn: options.turn ?? 0,
    messageID: options.messageID,
  };
}

/** The scope of a queue, together with the options that one of its calls brings along. */
export const withOwn = (scope: CallScope, own: OwnOptions): CallScope => ({
  ...scope,
  abort: own.abort && scope.abort ? AbortSignal.any([own.abort, scope.abort]) : (own.abort ?? scope.abort),
  approver: own.approver ?? scope.approver,
  refused: own.refused ?? scope.refused,
  answered: own.answered ?? scope.answered,
  onEvent: own.onEvent ?? scope.onEvent,
  step: own.step ?? scope.step,
  toolCallID: own.toolCallID ?? scope.toolCallID,
});
