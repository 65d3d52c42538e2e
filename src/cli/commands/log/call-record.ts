import { callTimes } from '../../../activity/call-times.ts';
import type { CallRow } from '../../../store/port.ts';
import { nameOutcome } from '../../../tool/outcome.ts';
import { callTitle } from '../../output/call-title.ts';
import { sayClock } from '../../output/say-clock.ts';
import { sayTimes } from '../../output/say-times.ts';
import { cutLine } from '../../terminal/fit-lines.ts';
import { cutAfter, type Terminal, toPrintableLine } from '../../terminal/terminal.ts';
import { endOfId } from './find-call.ts';

const MOST_WHAT = 100;

/** A call of the ledger as one line; on a terminal as wide as that, with the end of the id to find it by. */
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
