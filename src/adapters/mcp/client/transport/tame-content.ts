import { isSpecType } from '@modelcontextprotocol/client';
import { isRecord } from '../../../../schema/json.ts';

/** The most characters of an unknown type. */
const MOST_TYPE = 40;

/**
 * Makes a line of each block that this revision of the protocol does not know, and keeps the other blocks; the client
 * would refuse the whole answer. The client sees the same object after us.
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
