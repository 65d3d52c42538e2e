import type { ActivityEvent } from '../../activity/activity-stream.ts';
import { callTimes } from '../../activity/call-times.ts';
import type { EndedCall } from './call-lines.ts';

interface Began extends Pick<EndedCall, 'about'> {
  /** Milliseconds from the call's start to its end, and those of them in which it waited. */
  readonly took?: number | undefined;
  readonly waited?: number | undefined;
}

export function endedCall({ agent, data }: ActivityEvent<'tool_call_end'>, times: Began = {}): EndedCall {
  const { title, preview, metadata } = data.result ?? {};
  const { return_code, changes, planned } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  const waited = numberIn(data.waited) ?? times.waited ?? 0;
  const took = numberIn(data.elapsed) ?? times.took;
  return {
    tool: data.toolName,
    agent,
    ok: data.success,
    about: times.about,
    title,
    error: data.error,
    exitCode: numberIn(data.exitCode) ?? numberIn(return_code),
    times: took === undefined ? undefined : callTimes(took, waited),
    planned: planned === true,
    preview,
    diffs: Array.isArray(changes) ? changes.flatMap(diffIn) : [],
  };
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const diffIn = (change: unknown): string[] => {
  const { diff } = (change ?? {}) as { diff?: unknown };
  return typeof diff === 'string' ? [diff] : [];
};
