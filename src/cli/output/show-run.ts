import type { ActivityEvent } from '../../activity/activity-stream.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import { sayCount } from '../../text/say.ts';
import { callLine } from '../../tool/text/mask.ts';
import { endedCall } from '../face/ended-call.ts';
import { writeBesideQuestions } from '../terminal/question-time.ts';
import { toPrintableLine } from '../terminal/terminal.ts';
import { sayTimes } from './say-times.ts';

interface ShownRun {
  text(delta: string): void;
  note(line: string): void;
  /** Ends the line that the model has begun. */
  end(): void;
}

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

export function showRun({ gate, stdout, stderr, clean }: ShowOptions): ShownRun {
  let begun = false;
  const begunAt = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout | undefined }>();
  const write = (line: string) =>
    writeBesideQuestions(() => {
      endLine();
      stderr?.write(`${line}\n`);
    });
  const endLine = () => {
    if (!begun) return;
    begun = false;
    stdout?.write('\n');
  };
  const stop = gate.activity.subscribe('*', event => {
    const line = lineOf(event);
    if (line !== undefined) write(line);
  });

  function lineOf(event: ActivityEvent): string | undefined {
    const { type, callID = '', data } = event;
    if (type === 'tool_call_start') {
      const announce = () => write(`  …    ${who(event)}${what(data)}`);
      const timer = data.quiet ? undefined : setTimeout(announce, SLOW).unref();
      begunAt.set(callID, { at: event.at, timer });
      return undefined;
    }
    if (type === 'tool_call_end') {
      const began = begunAt.get(callID);
      clearTimeout(began?.timer);
      begunAt.delete(callID);
      const { times } = endedCall(event as ActivityEvent<'tool_call_end'>, { took: began && event.at - began.at });
      const took = times ? ` (${sayTimes(times)})` : '';
      return [`  ${mark(data)} ${who(event)}${outcome(data)}${took}`, ...previewLines(data)].join('\n');
    }
    if (type === 'agent_started' && data.parent !== undefined)
      return `  >>   ${toPrintableLine(event.agent)} begins: ${short(String(data.prompt ?? ''))}`;
    if (type === 'agent_ended' && event.agent.includes('/'))
      return `  <<   ${toPrintableLine(event.agent)} ${data.ok ? 'is done' : 'has failed'}: ${sayCount(Number(data.steps ?? 0), 'step')}, ${sayCount(Number(data.calls ?? 0), 'call')}`;
    return undefined;
  }

  return {
    text(delta) {
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

type Data = ActivityEvent['data'];

/** The mark of a call: a command that failed by its own word is not well, though its call is. */
function mark({ success, exitCode, result }: Data): string {
  const { metadata } = (result ?? {}) as { metadata?: { return_code?: unknown } };
  const code = exitCode ?? metadata?.return_code ?? 0;
  if (!success) return 'no  ';
  return code === 0 ? 'ok  ' : `exit ${code}`;
}

/** The agent's name before a line; none for the first agent, which is meant anyway. */
const who = ({ agent }: ActivityEvent): string => (agent === 'main' ? '' : `${toPrintableLine(agent)}: `);

const what = ({ toolName, arguments: args }: Data): string => short(callLine(String(toolName), args));

function outcome({ toolName, result, error }: Data): string {
  const { title, metadata } = (result ?? {}) as { title?: unknown; metadata?: { planned?: unknown } };
  if (typeof title === 'string' && title !== '')
    return `${short(`${toolName}: ${title}`)}${metadata?.planned === true ? ', planned, not written' : ''}`;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return short(code === undefined ? String(toolName) : `${code}: ${message}`);
}

/** The lines of a call's preview that say more than its title. */
function previewLines({ result }: Data): string[] {
  const { title, preview } = (result ?? {}) as { title?: unknown; preview?: unknown };
  const lines = Array.isArray(preview) ? preview.filter(line => typeof line === 'string' && line !== title) : [];
  return lines.map(line => `         ${short(line)}`);
}

const short = (text: string): string => {
  const line = toPrintableLine(text.replace(/\s+/g, ' ').trim());
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
};
