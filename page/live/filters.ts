import { type CallState, isOver, type LiveCall } from './live-call.ts';

export const OUTCOMES = ['ok', 'failed', 'denied', 'running'] as const;

export interface Filters {
  readonly session?: string;
  readonly agent?: string;
  readonly tool?: string;
  readonly outcome?: (typeof OUTCOMES)[number];
}

export function readFilters(search: URLSearchParams): Filters {
  const filters: Record<string, string> = {};
  for (const name of ['session', 'agent', 'tool', 'outcome']) {
    const value = search.get(name);
    if (value !== null && value !== '') filters[name] = value;
  }
  return filters as Filters;
}

export const fits = (call: LiveCall, { session, agent, tool, outcome }: Filters): boolean =>
  (session === undefined || call.sessionID === session) &&
  (agent === undefined || call.agent === agent) &&
  (tool === undefined || call.tool === tool) &&
  (outcome === undefined || (outcome === 'running' ? !isOver(call) : call.state === (outcome as CallState)));
