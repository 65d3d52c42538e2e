import type { ToolCallContent } from '@agentclientprotocol/sdk';

/** Text between fences that it cannot end: others wrote it, and what is read there may be taken for Markdown. */
export function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}

export const codeBlock = (text: string): ToolCallContent => ({
  type: 'content',
  content: { type: 'text', text: fenced(text) },
});
