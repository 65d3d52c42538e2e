import { callTimes } from '../../../activity/call-times.ts';
import type { CallRow, CallStore } from '../../../store/port.ts';
import { ToolError } from '../../../tool/error.ts';
import { nameOutcome } from '../../../tool/outcome.ts';
import { callTitle } from '../../output/call-title.ts';
import { sayClock } from '../../output/say-clock.ts';
import { sayTimes } from '../../output/say-times.ts';
import { cutLine } from '../../terminal/fit-lines.ts';
import { cutAfter, type Terminal, toPrintableLine } from '../../terminal/terminal.ts';

const MOST_WHAT = 100;

/**
 * A call of the ledger as one line, the same in a list and while it is followed. On a terminal the line is as wide as
 * that, with the end of the call's id, by which the call can be found.
 */
export function callRecord(row: CallRow, { style }: Pick<Terminal, 'style'>, columns?: number): string {
  const [colour, word] = outcomeOf(row);
  const clock = sayClock(row.preparedAt);
  // A call that came to nothing has no title: what was asked is told, and the code of its error.
  const asked = `${callTitle(row.tool, row.args)}${row.error ? ` (${row.error.code})` : ''}`;
  const title = row.ok && row.title !== undefined ? `${row.tool}: ${row.title}` : asked;
  const short = cutAfter(toPrintableLine(title.replace(/\s+/g, ' ')), MOST_WHAT);
  const who = row.agent === 'main' || row.agent === 'cli' ? '' : `  ${toPrintableLine(row.agent)}`;
  const told = `${row.parentID === undefined ? '' : '↳ '}${short}${who}`;
  const tail = [timesOf(row), columns === undefined ? row.id : endOfId(row.id)].filter(Boolean).join('  ');
  const room = (columns ?? 0) - clock.length - OUTCOME_WIDTH - tail.length - 6;
  return [
    style('dim', clock),
    style(colour, word.padEnd(OUTCOME_WIDTH)),
    columns === undefined ? told : cutLine(told, room).padEnd(room),
    style('dim', tail),
  ].join('  ');
}

const OUTCOME_WIDTH = 8;

const COLOURS = { ok: 'green', exit: 'yellow', conflict: 'yellow', denied: 'red', failed: 'red' } as const;

export function outcomeOf(row: CallRow): readonly ['green' | 'yellow' | 'red' | 'cyan', string] {
  const name = row.outcome ?? nameOutcome(row);
  if (name === undefined) return ['cyan', row.status === 'started' ? 'running' : 'waiting'];
  return [COLOURS[name], name === 'exit' ? `exit ${row.exitCode}` : name];
}

export const timesOf = ({ preparedAt, settledAt, waited }: CallRow): string =>
  settledAt === undefined ? '' : sayTimes(callTimes(settledAt - preparedAt, waited));

/** A call as one JSON value. What it holds was masked when it was written. */
export function callJson({ facts: _, processID: __, ...row }: CallRow): Record<string, unknown> {
  return { ...row, outcome: row.outcome ?? outcomeOf(row as CallRow)[1] };
}

const SHOWN = 8;
const PAGE = 500;
/** The most calls that are searched for an id by its end: the ledger knows whole ids only. */
const MOST = 20_000;

/** The end of an id, shown where there is little room: ids begin with the time, and end with what tells them apart. */
const endOfId = (id: string): string => id.slice(-SHOWN);

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
