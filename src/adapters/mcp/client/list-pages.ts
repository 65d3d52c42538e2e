import { type Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { MOST_TOOLS } from './listed-tools.ts';

/** Loose on purpose: each tool of the list is checked alone. */
const PAGE = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

const MOST_PAGES = 200;

/**
 * The tools as the server lists them, unchecked. All pages together have `patience` milliseconds; of a list that does
 * not end what has come by then is taken.
 */
export async function listPages(client: Client, patience: number): Promise<readonly unknown[]> {
  const until = Date.now() + patience;
  const raw: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const timeout = Math.max(1, until - Date.now());
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, PAGE, { timeout }).catch(error => {
      if (raw.length > 0 && isLate(error)) return { tools: [], nextCursor: undefined };
      throw error;
    });
    for (const tool of answer.tools) raw.push(tool);
    cursor = answer.nextCursor;
    if (cursor === undefined || seen.has(cursor) || raw.length > MOST_TOOLS || Date.now() >= until) break;
    seen.add(cursor);
  }
  return withoutBadHeaders(client, raw.slice(0, MOST_TOOLS + 1), patience);
}

const isLate = (error: unknown): boolean => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;

/** Parameters that travel as headers are the library's to judge; it leaves out tools that declare them wrongly. */
async function withoutBadHeaders(
  client: Client,
  raw: readonly unknown[],
  patience: number,
): Promise<readonly unknown[]> {
  const withHeaders = new Set(raw.filter(namesHeaders));
  if (withHeaders.size === 0) return raw;
  const { tools } = await client.listTools({}, { signal: AbortSignal.timeout(patience) });
  const names = new Set(tools.map(({ name }) => name));
  return raw.filter(tool => !withHeaders.has(tool) || names.has((tool as { name: string }).name));
}

function namesHeaders(tool: unknown): boolean {
  try {
    return JSON.stringify(tool).includes('x-mcp-header');
  } catch {
    // Too deep to be written; the check that follows says so.
    return false;
  }
}
