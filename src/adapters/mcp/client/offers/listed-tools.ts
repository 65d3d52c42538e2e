import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { type Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { Tool } from '../../../../index.ts';
import { isRecord } from '../../../../schema/json.ts';
import { recordOf } from '../../../read-said.ts';
import { calmSchema, measureSchema } from './calm-schema.ts';
import { headerFault } from './header-fault.ts';

/** A tool as a server lists it, as far as it was found in order. */
export interface ListedTool {
  readonly name: string;
  /** The server's own name for the tool. */
  readonly own: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

export interface ToolListing {
  /** False before the server has listed anything. */
  readonly isKnown: boolean;
  readonly tools: ReadonlyMap<string, ListedTool>;
  /** The tools that were set aside, and why. */
  readonly aside: readonly { readonly tool: string; readonly reason: string }[];
}

const MOST_TOOLS = 5_000;
const MOST_NAME = 128;
const MOST_SCHEMA = 64 * 1024;
const MOST_DESCRIPTION = 4_000;
/** The most parts of a schema, with every reference in its place. */
const MOST_PARTS = 20_000;
/** The most oddities that are told. */
const MOST_ASIDE = 100;
/** The most characters of all that is kept of one server. */
const MOST_ALTOGETHER = 8 * 1024 * 1024;
/** Milliseconds that the checking may take before others get their turn. */
const LONGEST_TURN = 20;

/**
 * Checks each tool alone: an odd one is set aside with its reason, and the others are there. `only`: the wanted tools by
 * the server's own names; `headers`: whether parameters may travel as headers.
 */
export async function checkListed(
  server: string,
  raw: readonly unknown[],
  { only, headers = false }: { only?: readonly string[] | undefined; headers?: boolean } = {},
): Promise<ToolListing> {
  const tools = new Map<string, ListedTool>();
  const aside: { tool: string; reason: string }[] = [];
  let [odd, size, since] = [0, 0, Date.now()];
  for (const entry of raw.slice(0, MOST_TOOLS)) {
    if (Date.now() - since > LONGEST_TURN) {
      await pause();
      since = Date.now();
    }
    const own = nameIn(entry);
    if (only && (own === undefined || !only.includes(own))) continue;
    try {
      if (size > MOST_ALTOGETHER) throw new Error('all tools together are too large');
      const tool = await readTool(server, entry);
      const fault = headers ? headerFault(tool.inputSchema) : undefined;
      if (fault) throw new Error(fault);
      if (tools.has(tool.name)) throw new Error('its name is there twice');
      size += JSON.stringify(tool).length;
      tools.set(tool.name, tool);
    } catch (error) {
      odd++;
      const reason = error instanceof Error ? error.message : String(error);
      if (odd <= MOST_ASIDE) aside.push({ tool: shown(own), reason });
    }
  }
  if (odd > MOST_ASIDE) aside.push({ tool: `${odd - MOST_ASIDE} more`, reason: 'they are odd too' });
  if (raw.length > MOST_TOOLS) aside.push({ tool: 'the rest', reason: `a server may have ${MOST_TOOLS} tools` });
  return { isKnown: true, tools, aside };
}

async function readTool(server: string, entry: unknown): Promise<ListedTool> {
  const own = nameIn(entry);
  if (own === undefined || own === '' || own.length > MOST_NAME) throw new Error('it has no name, or too long a one');
  const { description, inputSchema, outputSchema } = entry as Record<string, unknown>;
  const name = toolName(server, own);
  const tool: ListedTool = {
    name,
    own,
    description: typeof description === 'string' ? description.slice(0, MOST_DESCRIPTION) : '',
    inputSchema: calmSchema(checkSchema(inputSchema ?? { type: 'object' }, 'parameters')),
    outputSchema: outputSchema === undefined ? undefined : checkSchema(outputSchema, 'output'),
  };
  if (tool.inputSchema.type !== 'object') throw new Error('the schema of its parameters is not of type "object"');
  await Tool.check(toInfo(tool, async () => undefined));
  return tool;
}

/** A schema of others as data of our own: bounded, and nothing in it that is not JSON. */
function checkSchema(schema: unknown, which: string): Readonly<Record<string, unknown>> {
  if (!isRecord(schema)) throw new Error(`the schema of its ${which} is no object`);
  const text = JSON.stringify(schema);
  if (text.length > MOST_SCHEMA) throw new Error(`the schema of its ${which} is longer than ${MOST_SCHEMA} characters`);
  const plain = JSON.parse(text) as Record<string, unknown>;
  if (measureSchema(plain) > MOST_PARTS) throw new Error(`the references in the schema of its ${which} multiply`);
  return plain;
}

/** The tool as one of ours, with all that its calls go through. */
export const toInfo = (
  { name, own, description, inputSchema }: ListedTool,
  callTool: (params: { arguments: Record<string, unknown> }, options: McpCallOptions) => Promise<unknown>,
): Tool.Info =>
  Tool.from({ name: own, description: description || `The tool ${own}.`, inputSchema }, { name, callTool });

/** The client's own options, as far as a tool gives them. */
export interface McpCallOptions {
  readonly signal: AbortSignal;
  readonly onprogress: (progress: { progress?: number; total?: number; message?: string | undefined }) => void;
}

const nameIn = (entry: unknown): string | undefined => {
  const { name } = recordOf(entry);
  return typeof name === 'string' ? name : undefined;
};

const shown = (name: string | undefined): string => (name === undefined ? '(without a name)' : name.slice(0, 80));

/** The longest name that every provider takes. */
const LONGEST_NAME = 64;

const SERVER = /^[a-zA-Z_][a-zA-Z0-9_-]{0,31}$/;

export const isServerName = (name: string): boolean => SERVER.test(name) && !/__|._$/.test(name);

/** `SERVER__TOOL`: no server can take the name of a built-in tool, or of another server's. */
function toolName(server: string, tool: string): string {
  const plain = `${server}__${tool.replace(/[^a-zA-Z0-9_-]/g, '_')}`;
  if (plain.length <= LONGEST_NAME && plain === `${server}__${tool}`) return plain;
  // Two names that look alike once they are plain must not meet.
  const mark = createHash('sha256').update(tool).digest('hex').slice(0, 6);
  return `${plain.slice(0, LONGEST_NAME - 7)}_${mark}`;
}

/** The form of a page. Loose on purpose: each tool of the list is checked alone. */
const PAGE = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

const MOST_PAGES = 200;
/** The most characters of all pages together; the pages that follow are not asked for. */
const MOST_LISTED = 32 * 1024 * 1024;

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
    if (raw.length > MOST_TOOLS || size > MOST_LISTED) break;
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
