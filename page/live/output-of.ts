import type { ActivityEvent } from '../../src/activity/activity-stream.ts';

/** What a call printed, by its events: piece by piece, or else with its result. */
export function outputOf(events: readonly ActivityEvent[]): string {
  const chunks = events.filter(({ type }) => type === 'tool_output_chunk').map(({ data }) => String(data.chunk ?? ''));
  if (chunks.length > 0) return chunks.join('');
  const end = events.find(({ type }) => type === 'tool_call_end');
  const result = end?.data.result as { output?: unknown } | undefined;
  return typeof result?.output === 'string' ? result.output : '';
}
