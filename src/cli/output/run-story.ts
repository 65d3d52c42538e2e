import type { AgentHistory, AgentMessage } from '../../agents/loop/history.ts';
import { maskRecord, maskSafely } from '../../tool/text/mask.ts';
import { cutAfter, printable, toPrintableLine } from '../terminal/terminal.ts';
import { callTitle } from './call-title.ts';

const MOST_REPLY = 160;
const NO_REPLY = ['…   ', 'it has no reply yet'] as const;

/** Exit codes other than 0, by the id of the call. */
type ExitCodes = ReadonlyMap<string, number>;

export function storyLines({ messages }: Pick<AgentHistory, 'messages'>, exitCodes: ExitCodes): string[] {
  const blocks = messages.map((message, at) => linesOf(message, messages[at + 1], exitCodes));
  return blocks.flatMap(lines => (lines.length === 0 ? [] : ['', ...lines]));
}

function linesOf(message: AgentMessage, next: AgentMessage | undefined, exitCodes: ExitCodes): string[] {
  if (message.role === 'tool') return [];
  if (message.role === 'user') return `> ${shown(message.text).replaceAll('\n', '\n  ')}`.split('\n');
  const replies = new Map(next?.role === 'tool' ? next.replies.map(reply => [reply.callID, reply] as const) : []);
  return message.parts.flatMap(part => {
    if (part.type !== 'call')
      return part.type === 'reasoning' || part.text.trim() === '' ? [] : shown(part.text.trim()).split('\n');
    const reply = replies.get(part.callID);
    const exit = exitCodes.get(part.callID);
    const well = exit === undefined ? 'ok  ' : `exit ${exit}`;
    const [mark, said] = reply ? [reply.ok ? well : 'no  ', cutAfter(firstLine(reply.text), MOST_REPLY)] : NO_REPLY;
    return [`  ${mark} ${toPrintableLine(callTitle(part.name, maskSafely(argsIn(part.input))))}`, `         ${said}`];
  });
}

/** A text, masked: a history holds what was said as it was said. */
const shown = (text: string): string => printable(maskRecord(text));

/** The first line of a text, masked. */
export const firstLine = (text: string): string => toPrintableLine(maskRecord(text.trim().split('\n')[0] ?? ''));

function argsIn(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}
