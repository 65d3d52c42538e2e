import { OUTCOME_NAMES, type OutcomeName } from '../../src/tool/outcome.ts';
import { isOver, type LiveCall } from './live-call.ts';

export const OUTCOMES = ['running', ...OUTCOME_NAMES] as const;

export interface Filters {
  /** A run, with all the agents below it. */
  readonly session?: string;
  readonly agent?: string;
  readonly tool?: string;
  readonly outcome?: 'running' | OutcomeName;
  /** In names, arguments and outputs. */
  readonly text?: string;
}

const NAMES = ['session', 'agent', 'tool', 'outcome', 'text'] as const satisfies readonly (keyof Filters)[];

export function readFilters(search: URLSearchParams): Filters {
  const filters: Record<string, string> = {};
  for (const name of NAMES) {
    const value = search.get(name);
    if (value !== null && value !== '') filters[name] = value;
  }
  return filters as Filters;
}

export const isFiltered = (filters: Filters): boolean => Object.keys(filters).length > 0;

export interface FilterSight {
  /** The sessions of the run that was chosen. */
  readonly family: ReadonlySet<string>;
  /** What the server has found in texts that are not here. */
  readonly found: ReadonlySet<string>;
}

export const fits = (call: LiveCall, filters: Filters, { family, found }: FilterSight): boolean =>
  (filters.session === undefined || family.has(call.sessionID)) &&
  (filters.agent === undefined || call.agent === filters.agent) &&
  (filters.tool === undefined || call.tool === filters.tool) &&
  (filters.outcome === undefined || (filters.outcome === 'running' ? !isOver(call) : call.state === filters.outcome)) &&
  (filters.text === undefined || found.has(call.id) || textOf(call).includes(filters.text.toLowerCase()));

const texts = new WeakMap<LiveCall, string>();

/** All that is known of a call, in small letters; made once for each state of it. */
function textOf(call: LiveCall): string {
  const known = texts.get(call);
  if (known !== undefined) return known;
  const { tool, title, agent, args, output, error, preview } = call;
  const parts = [tool, title, agent, JSON.stringify(args), error?.code, error?.message, preview?.join('\n'), output];
  const text = parts.filter(Boolean).join('\n').toLowerCase();
  texts.set(call, text);
  return text;
}
