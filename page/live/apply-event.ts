import type { ActivityEvent } from '../../src/activity/activity-stream.ts';
import type { Failure } from '../../src/tool/error.ts';
import { nameOutcome } from '../../src/tool/outcome.ts';
import { addOutput, isOver, type LiveCall } from './live-call.ts';

/** The call after one more event; undefined where the event is not about one. */
export function applyEvent(known: LiveCall | undefined, event: ActivityEvent): LiveCall | undefined {
  const { callID, data, seq } = event;
  // An agent tells of the call that asked for it, which is not its own.
  if (callID === undefined || (known && seq <= known.seq) || event.type.startsWith('agent_')) return known;
  const call = { ...(known ?? begun(event, callID)), seq };
  if (typeof data.toolName === 'string' && call.tool === '') return { ...change(call, event), tool: data.toolName };
  return change(call, event);
}

function begun({ at, agent, sessionID, seq, data }: ActivityEvent, id: string): LiveCall {
  const tool = typeof data.toolName === 'string' ? data.toolName : '';
  return { id, tool, agent, sessionID, seq, args: undefined, state: 'running', startedAt: at, output: '' };
}

function change(call: LiveCall, { type, data, at }: ActivityEvent): LiveCall {
  switch (type) {
    case 'tool_call_start':
      return {
        // The ledger is ahead where a person has changed the arguments, and the event is told again.
        ...call,
        args: call.args ?? data.arguments,
        quiet: data.quiet === true,
        startedAt: Math.min(call.startedAt, at),
        ...(typeof data.parentCallID === 'string' ? { parent: data.parentCallID } : {}),
      };
    case 'tool_output_chunk':
      return { ...call, output: addOutput(call.output, String(data.chunk ?? '')) };
    case 'tool_call_update':
      return {
        ...call,
        ...(typeof data.title === 'string' ? { title: data.title } : {}),
        ...(typeof data.waited === 'number' ? { waited: data.waited } : {}),
      };
    case 'approval_requested':
      return isOver(call) || data.waiting === false ? call : { ...call, state: 'waiting', waitsSince: at };
    case 'approval_resolved':
      return call.state === 'waiting' ? goneOn(call, at) : call;
    case 'tool_call_end':
      return ended(call, data, at);
    default:
      return call;
  }
}

function goneOn({ waitsSince, ...call }: LiveCall, at: number): LiveCall {
  return { ...call, state: 'running', waited: (call.waited ?? 0) + Math.max(0, at - (waitsSince ?? at)) };
}

function ended({ waitsSince: _, ...call }: LiveCall, data: ActivityEvent['data'], at: number): LiveCall {
  const error = data.error as Failure | undefined;
  const result = data.result as { title?: unknown; output?: unknown; preview?: unknown } | undefined;
  const output = call.output === '' && typeof result?.output === 'string' ? addOutput('', result.output) : call.output;
  const exitCode = typeof data.exitCode === 'number' ? data.exitCode : undefined;
  const elapsed = typeof data.elapsed === 'number' ? data.elapsed : Math.max(0, at - call.startedAt);
  return {
    ...call,
    output,
    state: nameOutcome({ ok: data.success === true, error, exitCode }) ?? 'failed',
    // As the ledger will say it: the event itself may come a moment later.
    elapsed,
    ...(typeof data.waited === 'number' ? { waited: data.waited } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(typeof result?.title === 'string' ? { title: result.title } : {}),
    ...(Array.isArray(result?.preview) ? { preview: result.preview.map(String) } : {}),
    ...(error ? { error } : {}),
  };
}
