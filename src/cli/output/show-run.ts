import type { ActivityEvent } from '../../activity/activity-stream.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import { sayCount } from '../../text/say.ts';
import { callLine } from '../../tool/text/mask.ts';
import type { EndedCall } from '../face/call-lines.ts';
import { endedCall } from '../face/ended-call.ts';
import { writeBesideQuestions } from '../terminal/question-time.ts';
import { briefly, toPrintableLine } from '../terminal/terminal.ts';
import { sayTimes } from './say-times.ts';

interface ShowOptions {
  readonly gate: Toolgate;
  /** Where the text goes; undefined where it is told at the end. */
  readonly stdout: NodeJS.WritableStream | undefined;
  /** Where the lines go; undefined where nobody wants them. */
  readonly stderr: NodeJS.WritableStream | undefined;
  readonly clean: (text: string) => string;
}

/** A call that takes longer than this is announced; others only have their line at the end. */
const SLOW = 1_500;
const MOST = 160;

export function showRun({ gate, stdout, stderr, clean }: ShowOptions) {
  let begun = false;
  const begunAt = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout | undefined }>();
  const write = (line: string) =>
    writeBesideQuestions(() => {
      endLine();
      stderr?.write(`${line}\n`);
    });
  const endLine = () => {
    if (begun) stdout?.write('\n');
    begun = false;
  };
  const stop = gate.activity.subscribe('*', event => {
    const line = lineOf(event);
    if (line !== undefined) write(line);
  });

  function lineOf(event: ActivityEvent): string | undefined {
    const { type, callID = '', data } = event;
    if (type === 'tool_call_start') {
      const announce = () => write(`  …    ${who(event)}${short(callLine(String(data.toolName), data.arguments))}`);
      const timer = data.quiet ? undefined : setTimeout(announce, SLOW).unref();
      begunAt.set(callID, { at: event.at, timer });
      return undefined;
    }
    if (type === 'tool_call_end') {
      const began = begunAt.get(callID);
      clearTimeout(began?.timer);
      begunAt.delete(callID);
      const call = endedCall(event as ActivityEvent<'tool_call_end'>, { took: began && event.at - began.at });
      return endLines(call, who(event));
    }
    if (type === 'agent_started' && data.parent !== undefined)
      return `  >>   ${toPrintableLine(event.agent)} begins: ${short(String(data.prompt ?? ''))}`;
    if (type === 'agent_ended' && event.agent.includes('/'))
      return `  <<   ${toPrintableLine(event.agent)} ${data.ok ? 'is done' : 'has failed'}: ${sayCount(Number(data.steps ?? 0), 'step')}, ${sayCount(Number(data.calls ?? 0), 'call')}`;
    return undefined;
  }

  return {
    text(delta: string) {
      writeBesideQuestions(() => {
        begun = !delta.endsWith('\n');
        stdout?.write(clean(delta));
      });
    },
    note: write,
    end() {
      stop();
      for (const { timer } of begunAt.values()) clearTimeout(timer);
      writeBesideQuestions(endLine);
    },
  };
}

/** A call, with the lines of its preview that say more. A command that failed by its own word is not well. */
function endLines(call: EndedCall, agent: string): string {
  const { tool, ok, exitCode = 0, title = '', error, times, planned, preview = [] } = call;
  const mark = exitCode === 0 ? 'ok  ' : `exit ${exitCode}`;
  const failed = error?.code === undefined ? tool : `${error.code}: ${error.message}`;
  const what = title === '' ? short(failed) : `${short(`${tool}: ${title}`)}${planned ? ', planned, not written' : ''}`;
  const more = preview.filter(line => line !== title).map(line => `         ${short(line)}`);
  return [`  ${ok ? mark : 'no  '} ${agent}${what}${times ? ` (${sayTimes(times)})` : ''}`, ...more].join('\n');
}

/** The agent's name before a line; none for the first agent, which is meant anyway. */
const who = ({ agent }: ActivityEvent): string => (agent === 'main' ? '' : `${toPrintableLine(agent)}: `);

const short = (text: string): string => briefly(text, MOST);
