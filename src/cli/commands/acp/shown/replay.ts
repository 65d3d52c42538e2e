import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { AgentHistory, AgentMessage } from '../../../../agents/loop/history.ts';
import { inputOf } from '../../../../agents/loop/to-prompt.ts';
import { maskRecord, maskSafely } from '../../../../tool/text/mask.ts';
import { callTitle } from '../../../output/call-title.ts';
import { printable, toPrintableLine } from '../../../terminal/terminal.ts';
import { codeBlock } from './code-block.ts';
import type { EditorPaths } from './editor-paths.ts';
import { locationsIn, toolKind } from './tool-kind.ts';

const MOST_REPLY = 2_000;

export function replayOf({ messages }: Pick<AgentHistory, 'messages'>, paths: EditorPaths): SessionUpdate[] {
  return messages.flatMap((message, at) => updatesOf(message, messages[at + 1], paths));
}

function updatesOf(message: AgentMessage, next: AgentMessage | undefined, paths: EditorPaths): SessionUpdate[] {
  if (message.role === 'tool') return [];
  if (message.role === 'user') return [chunk('user_message_chunk', message.text)];
  const replies = new Map(next?.role === 'tool' ? next.replies.map(reply => [reply.callID, reply] as const) : []);
  return message.parts.flatMap((part): SessionUpdate[] => {
    if (part.type !== 'call') {
      const kind = part.type === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk';
      return part.text.trim() === '' ? [] : [chunk(kind, part.text)];
    }
    const args = maskSafely(inputOf(part.input));
    const reply = replies.get(part.callID);
    return [
      {
        sessionUpdate: 'tool_call',
        toolCallId: part.callID,
        title: toPrintableLine(callTitle(part.name, args)).slice(0, 200),
        kind: toolKind(part.name),
        status: reply?.ok === true ? 'completed' : 'failed',
        locations: locationsIn(args, paths),
        rawInput: args,
        content: reply ? [codeBlock(printable(maskRecord(reply.text)).slice(0, MOST_REPLY))] : [],
      },
    ];
  });
}

/** A part of a history, masked: the history holds what was said as it was said. */
const chunk = (
  sessionUpdate: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk',
  text: string,
): SessionUpdate => ({ sessionUpdate, content: { type: 'text', text: maskRecord(text) } });
