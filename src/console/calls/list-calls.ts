import { z } from 'zod';
import type { Toolgate } from '../../gate/toolgate.ts';
import type { CallQuery, CallRow, EventRow, Store } from '../../store/port.ts';
import { OUTCOME_NAMES } from '../../tool/outcome.ts';
import type { CallList, CallSummary } from '../api.ts';
import { paged } from '../read-request.ts';

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

const asked = ({ session, agent, tool, outcome }: Query): CallQuery => {
  return { sessionID: session, agent, tool, ...(outcome === 'running' ? { status: 'open' } : { outcome }) };
};

/** The rows that are read at a time, and the most for one answer. */
const STEP = 200;
const MOST_ROWS = 2_000;
/** The most calls whose output is read for one answer, the most events of one call, and the most characters of all. */
const MOST_OUTPUTS = 300;
const MOST_EVENTS = 500;
const MOST_CHARACTERS = 8 * 2 ** 20;

/** Calls with a text in what is known of them, newest first, and where the search stopped, if there is more. */
async function searchCalls(
  { calls, events }: Pick<Store, 'calls' | 'events'>,
  text: string,
  query: CallQuery & { readonly limit: number },
): Promise<{ readonly found: readonly CallRow[]; readonly next?: string | undefined }> {
  const wanted = text.toLowerCase();
  const has = (said: unknown) => typeof said === 'string' && said.toLowerCase().includes(wanted);
  const found: CallRow[] = [];
  let { before } = query;
  let outputs = 0;
  let characters = 0;

  async function printed({ id }: CallRow): Promise<boolean> {
    const rows = await events.since(0, { callID: id, limit: MOST_EVENTS });
    const output = rows.map(outputIn).join('');
    outputs++;
    characters += output.length;
    return has(output);
  }

  for (let read = 0; read < MOST_ROWS; read += STEP) {
    const rows = await calls.list({ ...query, before, limit: STEP });
    for (const row of rows) {
      if (found.length >= query.limit || outputs >= MOST_OUTPUTS || characters >= MOST_CHARACTERS)
        return { found, next: before };
      if (has(rowText(row)) || (await printed(row))) found.push(row);
      before = row.id;
    }
    if (rows.length < STEP) return { found };
  }
  return { found, next: before };
}

const rowText = ({ id, tool, agent, title, args, error }: CallRow): string =>
  [id, tool, agent, title, textsIn(args), error?.code, error?.message].join('\n');

/** All texts in arguments, as they are and not as JSON writes them. */
function textsIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${textsIn(inner)}`)
    .join('\n');
}

/** The output in an event; pieces follow each other without a break. */
function outputIn({ type, data }: EventRow): string {
  if (type === 'tool_output_chunk') return data.cut ? '' : String(data.chunk ?? '');
  const result = type === 'tool_call_end' ? (data.result as { readonly output?: unknown } | undefined) : undefined;
  return result === undefined ? '' : `\n${result.output}`;
}
