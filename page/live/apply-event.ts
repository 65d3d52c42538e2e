import type { ActivityEvent } from '../../src/activity/activity-stream.ts';
import type { Failure } from '../../src/tool/error.ts';
import { addOutput, isOver, type LiveCall, stateOf } from './live-call.ts';

/** Characters of what a call printed that stay here when it is over: there are thousands of calls. */
const KEPT = 2_048;

/** The call after one more event; undefined where the event is not about one. */
export function applyEvent(known: LiveCall | undefined, event: ActivityEvent): LiveCall | undefined {
  const { callID, data, seq } = event;
  if (callID === undefined || (known && seq <= known.seq)) return known;
  const call = { ...(known ?? begun(event, callID)), seq };
  if (typeof data.toolName === 'string' && call.tool === '') return { ...change(call, event), tool: data.toolName };
  return change(call, event);
}

function begun({ at, agent, sessionID, seq, data }: ActivityEvent, id: string): LiveCall {
  const tool = typeof data.toolName === 'string' ? data.toolName : '';
  return { ...{ id, tool, agent, sessionID, seq }, args: undefined, state: 'running', startedAt: at, output: '' };
}

function change(call: LiveCall, { type, data, at }: ActivityEvent): LiveCall {
  switch (type) {
    case 'tool_call_start':
      return { ...call, args: data.arguments, quiet: data.quiet === true, startedAt: Math.min(call.startedAt, at) };
    case 'tool_output_chunk':
      return { ...call, output: addOutput(call.output, String(data.chunk ?? '')) };
    case 'tool_call_update':
      return typeof data.title === 'string' ? { ...call, title: data.title } : call;
    case 'approval_requested':
      return isOver(call) || data.waiting === false ? call : { ...call, state: 'waiting' };
    case 'approval_resolved':
      return call.state === 'waiting' ? { ...call, state: 'running' } : call;
    case 'tool_call_end':
      return ended(call, data, at);
    default:
      return call;
  }
}

function ended(call: LiveCall, data: ActivityEvent['data'], at: number): LiveCall {
  const error = data.error as Failure | undefined;
  const result = data.result as { title?: unknown; output?: unknown; preview?: unknown } | undefined;
  const output = call.output === '' && typeof result?.output === 'string' ? result.output : call.output;
  return {
    ...call,
    // The ledger has the whole of it.
    output: output.slice(-KEPT),
    state: stateOf(data.success === true, error),
    endedAt: at,
    ...(typeof result?.title === 'string' ? { title: result.title } : {}),
    ...(Array.isArray(result?.preview) ? { preview: result.preview.map(String) } : {}),
    ...(error ? { error } : {}),
  };
}
