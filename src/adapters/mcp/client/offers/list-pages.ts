import { type Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { MOST_TOOLS } from './listed-tools.ts';

/** The form of a page. Loose on purpose: each tool of the list is checked alone. */
const PAGE = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

const MOST_PAGES = 200;
/** The most characters of all pages together; the pages that follow are not asked for. */
const MOST_ALTOGETHER = 32 * 1024 * 1024;

/**
 * The tools as the server lists them, unchecked. All pages together have `patience` milliseconds; a list that does not
 * end gives the tools that have come by then.
 */
export async function listPages(client: Client, patience: number): Promise<readonly unknown[]> {
  const until = Date.now() + patience;
  const raw: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  let size = 0;
  for (let page = 0; page < MOST_PAGES; page++) {
    const timeout = Math.max(1, until - Date.now());
    const answer = await client
      .request({ method: 'tools/list', params: { cursor } }, PAGE, { timeout })
      .catch(error => {
        if (raw.length > 0 && isLate(error)) return { tools: [], nextCursor: undefined };
        throw error;
      });
    for (const tool of answer.tools) raw.push(tool);
    size += sizeOf(answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined || seen.has(cursor) || Date.now() >= until) break;
    if (raw.length > MOST_TOOLS || size > MOST_ALTOGETHER) break;
    seen.add(cursor);
  }
  return raw.slice(0, MOST_TOOLS + 1);
}

const isLate = (error: unknown): boolean => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;

const sizeOf = (tools: readonly unknown[]): number =>
  tools.reduce<number>((sum, tool) => sum + written(tool).length, 0);

/** A tool as text; one that is too deep to be written is set aside by the check that follows. */
function written(tool: unknown): string {
  try {
    return JSON.stringify(tool) ?? '';
  } catch {
    return '';
  }
}
