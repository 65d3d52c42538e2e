import type { ActivityEvent } from '../../../activity/activity-stream.ts';
import type { RecordedStage } from '../../../pipeline/record/stage-reports.ts';
import type { ApprovalRow, CallRow, EventRow } from '../../../store/port.ts';
import { sayTime } from '../../../text/say.ts';
import { maskSafely } from '../../../tool/text/mask.ts';
import { endedCall } from '../../face/ended-call.ts';
import type { CommonOptions } from '../../options.ts';
import { sayClock } from '../../output/say-clock.ts';
import type { CliSession } from '../../session.ts';
import { printable, toPrintableLine } from '../../terminal/terminal.ts';
import { callJson, findCall, outcomeOf, timesOf } from './call-record.ts';

export async function printCall(given: string, session: CliSession, options: CommonOptions): Promise<void> {
  const { gate, terminal } = session;
  const row = await findCall(gate.store.calls, given);
  const { id } = row;
  const events = await gate.store.events.since(0, { callID: id });
  const end = events.findLast(({ type }) => type === 'tool_call_end');
  const asked = (await gate.store.approvals.list({ sessionID: row.sessionID })).filter(each => each.callID === id);
  if (!options.json) {
    const lines = [...headOf(row, session), ...asked.map(askedLine), ...restOf(row, end, session)];
    return terminal.result(lines.join('\n'));
  }
  const approvals = asked.map(({ id: approvalID, status, answer, answeredBy, createdAt, answeredAt }) => ({
    id: approvalID,
    status,
    answer: maskSafely(answer),
    answeredBy,
    createdAt,
    answeredAt,
  }));
  terminal.json({ ...callJson(row), approvals, end: end?.data });
}

function headOf(row: CallRow, { terminal: { style } }: CliSession): string[] {
  const [colour, word] = outcomeOf(row);
  const { tool, id, parentID, agent, sessionID, turn, preparedAt, args, verdict, reasons = [], error } = row;
  return [
    `${style(colour, word)}  ${style('bold', toPrintableLine(tool))}  ${id}`,
    `At:        ${sayClock(preparedAt)}, by ${toPrintableLine(agent)} in turn ${turn} of ${toPrintableLine(sessionID)}`,
    ...(parentID === undefined ? [] : [`Made by:   the script of ${parentID}`]),
    ...(timesOf(row) ? [`Took:      ${timesOf(row)}`] : []),
    `Arguments: ${toPrintableLine(JSON.stringify(args) ?? 'none')}`,
    ...(verdict ? [`Decided:   ${[verdict, ...reasons.map(toPrintableLine)].join('; ')}`] : []),
    ...(error ? [`Failed:    ${toPrintableLine(`${error.code}: ${error.message}`)}`] : []),
  ];
}

function askedLine({ id, status, answer, answeredBy, createdAt, answeredAt }: ApprovalRow): string {
  const word = answer === undefined ? status : String(answer.answer);
  const by = answeredBy === undefined ? '' : ` by ${toPrintableLine(answeredBy)}`;
  const after = answeredAt === undefined ? '' : ` after ${sayTime(answeredAt - createdAt)}`;
  return `Asked:     ${toPrintableLine(word)}${by}${after} (toolgate approvals show ${id})`;
}

function restOf(row: CallRow, end: EventRow | undefined, { terminal: { style } }: CliSession): string[] {
  if (!end) return row.status === 'settled' ? ['What it gave is no longer kept.'] : [];
  const event = end as ActivityEvent<'tool_call_end'>;
  const { diffs = [] } = endedCall(event);
  const output = event.data.result?.output ?? '';
  return [
    ...stageLines((event.data.stages ?? []) as readonly RecordedStage[], event.data.elapsed),
    ...(diffs.length > 0 ? ['', ...diffs.flatMap(diff => linesOf(diff, style))] : []),
    ...(output ? ['', printable(output)] : []),
  ];
}

/** The stages that took time or had something to say; each lasts until the next one begins. */
function stageLines(stages: readonly RecordedStage[], elapsed: number | undefined): string[] {
  const told = stages.flatMap(([stage, at, says = []], index) => {
    const took = (stages[index + 1]?.[1] ?? elapsed ?? at) - at;
    if (took < 1 && says.length === 0) return [];
    return [`${stage} ${[sayTime(Math.max(0, took)), ...says.map(toPrintableLine)].join('; ')}`];
  });
  return told.map((line, index) => `${(index === 0 ? 'Stages:' : '').padEnd(11)}${line}`);
}

const linesOf = (diff: string, style: CliSession['terminal']['style']): string[] =>
  printable(diff.trimEnd())
    .split('\n')
    .map(line => {
      if (line.startsWith('+')) return style('green', line);
      return line.startsWith('-') ? style('red', line) : line;
    });
