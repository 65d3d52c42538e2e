import { z } from 'zod';
import type { Toolgate } from '../../gate/toolgate.ts';
import type { CallQuery, CallRow } from '../../store/port.ts';
import { OUTCOME_NAMES } from '../../tool/outcome.ts';
import type { CallList, CallSummary } from '../api.ts';
import { paged } from '../read-request.ts';
import { searchCalls } from './search-calls.ts';

const name = z.string().min(1).max(200).optional();

export const callQuery = z.strictObject({
  session: name,
  agent: name,
  tool: name,
  outcome: z.enum([...OUTCOME_NAMES, 'running']).optional(),
  text: name,
  ...paged(500, 100),
});

type Query = z.output<typeof callQuery>;

export const toSummary = ({ facts: _, ...row }: CallRow): CallSummary => row;

export async function listCalls({ store }: Toolgate, query: Query): Promise<CallList> {
  const { before, limit, text } = query;
  const wanted = asked(query);
  if (text !== undefined) {
    const { found, next } = await searchCalls(store, text, { ...wanted, before, limit });
    return { calls: found.map(toSummary), next };
  }
  const { calls } = store;
  const [found, total] = await Promise.all([calls.list({ ...wanted, before, limit: limit + 1 }), calls.count(wanted)]);
  const shown = found.slice(0, limit).map(toSummary);
  return { calls: shown, total, next: found.length > limit ? shown.at(-1)?.id : undefined };
}

const asked = ({ session, agent, tool, outcome }: Query): CallQuery => ({
  sessionID: session,
  agent,
  tool,
  ...(outcome === 'running' ? { status: 'open' } : { outcome }),
});
