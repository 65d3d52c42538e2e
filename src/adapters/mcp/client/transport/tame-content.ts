import { isSpecType } from '@modelcontextprotocol/client';
import { isRecord } from '../../../../schema/json.ts';

/** Characters of a type that nobody knows. */
const MOST_TYPE = 40;

/**
 * Of an answer with blocks that this revision of the protocol does not know, the others are kept: each of those becomes
 * a line that says so. The client would refuse the whole answer. It sees the same object after us.
 */
export function tameContent(message: unknown): void {
  const result = isRecord(message) ? message.result : undefined;
  if (!isRecord(result) || !Array.isArray(result.content)) return;
  for (const [index, block] of result.content.entries())
    if (!isSpecType.ContentBlock(block)) result.content[index] = { type: 'text', text: sayLeftOut(block) };
}

function sayLeftOut(block: unknown): string {
  const type = isRecord(block) && typeof block.type === 'string' ? block.type : 'unknown';
  return `[a block of type ${JSON.stringify(type.slice(0, MOST_TYPE))} was left out]`;
}
