import type { CallRow } from '../../store/port.ts';
import type { Effects } from '../../tool/effect.ts';
import { type CallOrigin, type CallRequest, labelOf } from '../call.ts';

type Rewritten = { -readonly [Field in keyof Required<CallRow>]: CallRow[Field] };

const NOTHING: Effects = [];

type ReceivedCall = CallOrigin & { readonly request: CallRequest; readonly name: string; readonly startedAt: number };

/**
 * The row of a call: the same one each time that it is written, with what has become of the call meanwhile. It is a
 * class, as is all that a store in memory keeps of each call: the engine soon allocates long-lived literals among the
 * old objects, and collecting those costs many times as much. Fields that the constructor sets are only declared.
 */
export class LedgerRow implements Rewritten {
  declare readonly id: string;
  declare readonly label: string | undefined;
  declare readonly sessionID: string;
  declare readonly parentID: string | undefined;
  declare readonly turn: number;
  declare readonly agent: string;
  declare readonly processID: string;
  declare tool: string;
  args: unknown = undefined;
  status: CallRow['status'] = 'prepared';
  effects = NOTHING;
  danger: CallRow['danger'] = 'dangerous';
  verdict: CallRow['verdict'] = undefined;
  reasons: CallRow['reasons'] = undefined;
  facts: unknown = undefined;
  repeatable = false;
  declare readonly preparedAt: number;
  startedAt: number | undefined = undefined;
  settledAt: number | undefined = undefined;
  ok: boolean | undefined = undefined;
  outcome: CallRow['outcome'] = undefined;
  error: CallRow['error'] = undefined;
  attempts = 0;
  bytes: number | undefined = undefined;
  tokens: number | undefined = undefined;
  changeSetID: string | undefined = undefined;
  title: string | undefined = undefined;
  exitCode: number | undefined = undefined;
  waited: number | undefined = undefined;
  askedArgs: unknown = undefined;

  constructor({ callID, request, sessionID, scope, agent, runtime, name, startedAt }: ReceivedCall) {
    this.id = callID;
    this.label = labelOf(request);
    this.sessionID = sessionID;
    this.parentID = scope.parent;
    this.turn = scope.turn;
    this.agent = agent;
    this.processID = runtime.processID;
    this.tool = name;
    this.preparedAt = startedAt;
  }
}
