import type { CallRow, CallStore } from '../../../store/port.ts';
import { ToolError } from '../../../tool/error.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';

const SHOWN = 8;
const PAGE = 500;
/** The most calls that are searched for an id by its end: the ledger knows whole ids only. */
const MOST = 20_000;

/** The end of an id, shown where there is little room: ids begin with the time, and end with what tells them apart. */
export const endOfId = (id: string): string => id.slice(-SHOWN);

/** The call with this id, or the one among the newest calls whose id ends with it. */
export async function findCall(calls: Pick<CallStore, 'get' | 'list'>, id: string): Promise<CallRow> {
  const [found, ...others] = await candidates(calls, id);
  if (!found)
    throw new ToolError('INVALID_ARGUMENTS', `There is no call ${toPrintableLine(id)}`, {
      suggestion: 'List them with: toolgate log',
    });
  if (others.length > 0)
    throw new ToolError('INVALID_ARGUMENTS', `The ids of several calls end with ${id}`, {
      suggestion: `Say which: ${[found, ...others].map(row => row.id).join(', ')}`,
    });
  return found;
}

async function candidates(calls: Pick<CallStore, 'get' | 'list'>, id: string): Promise<readonly CallRow[]> {
  const exact = await calls.get(id);
  if (exact) return [exact];
  if (!/^[\da-f]{4,}$/.test(id)) return [];
  const found: CallRow[] = [];
  let before: string | undefined;
  for (let seen = 0; seen < MOST; seen += PAGE) {
    const page = await calls.list({ before, limit: PAGE });
    for (const row of page) if (row.id.endsWith(id)) found.push(row);
    before = page.at(-1)?.id;
    if (page.length < PAGE) break;
  }
  return found;
}
