import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { readSaidText, recordOf } from '../../read-said.ts';

export const TASKS = 'io.modelcontextprotocol/tasks';

/** The sender of a request, as far as the request says. */
export interface Caller {
  readonly modern: boolean;
  readonly name: string;
  readonly capabilities: ClientCapabilities;
  readonly knowsTasks: boolean;
  /** Whether the client's answers to approvals are a person's: see `trustToAsk`. */
  readonly mayAsk: boolean;
  /** Calls of one caller share a working directory and the files they have read; other callers have their own. */
  readonly sessionID: string;
  /** A text for the client, which after a restart has the same one. */
  readonly key: string;
}

/** The caller of a request. `request`: undefined for the one client of a pipe; `session`: the id of the connection. */
export function callerOf(
  server: McpServer,
  ctx: ServerContext,
  { modern, request, session }: { modern: boolean; request: Request | undefined; session: string },
): Caller {
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const info = modern ? envelope?.[CLIENT_INFO_META_KEY] : server.server.getClientVersion();
  const declared = modern ? envelope?.[CLIENT_CAPABILITIES_META_KEY] : server.server.getClientCapabilities();
  const capabilities = (declared ?? {}) as ClientCapabilities;
  const name = shortName(info);
  const shared = sharedBy(request, name, ctx.sessionId);
  return {
    modern,
    name,
    capabilities,
    knowsTasks: modern && capabilities.extensions?.[TASKS] !== undefined,
    sessionID: `mcp-${shared ?? session}`,
    mayAsk: mayAsk(request),
    key: keyOf(shared, name, request),
  };
}

/** The sender of a request of the modern era that is answered before it reaches a server. */
export function senderOf(meta: Readonly<Record<string, unknown>>, request: Request | undefined) {
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const name = shortName(meta[CLIENT_INFO_META_KEY]);
  const knowsTasks = capabilities?.extensions?.[TASKS] !== undefined;
  return { knowsTasks, key: keyOf(sharedBy(request, name), name, request) };
}

/** The name that requests share. Over HTTP a modern request comes alone; its address or its client's name tells it. */
const sharedBy = (request: Request | undefined, name: string, session?: string): string | undefined =>
  request && (sessionIn(request) ?? session ?? name);

/** The key of a caller. Clients that may and may not answer for a person never go on with each other's calls. */
const keyOf = (shared: string | undefined, name: string, request: Request | undefined): string =>
  shared === undefined ? `pipe-${name}` : `${mayAsk(request) ? 'asking' : 'http'}-${shared}`;

/** The session in the address (`/mcp?session=NAME`). */
const sessionIn = ({ url }: Request): string | undefined =>
  /^[\w.-]{1,60}$/.exec(new URL(url).searchParams.get('session') ?? '')?.[0];

/** The client's name, as records and questions can show it. */
function shortName(info: unknown): string {
  const plain = readSaidText(recordOf(info).name).replace(/[^\w .@/-]+/g, '');
  return plain.trim().slice(0, 60) || 'mcp';
}

/** The capability that the client would have to declare for this question, and has not. */
export function missingFor(request: InputRequest, has: ClientCapabilities): ClientCapabilities | undefined {
  const { elicitation, sampling, roots } = has;
  if (request.method === 'sampling/createMessage') return sampling ? undefined : { sampling: {} };
  if (request.method === 'roots/list') return roots ? undefined : { roots: {} };
  const mode = request.params.mode === 'url' ? 'url' : 'form';
  // A question that names no mode is from the time before there were two.
  const can = mode === 'url' ? elicitation?.url : elicitation && (elicitation.form || !elicitation.url);
  return can ? undefined : { elicitation: { [mode]: {} } };
}

const trusted = new WeakSet<Request>();

/**
 * Notes that a request over HTTP comes from a client whose questions reach a person: its answers to approvals are
 * believed. For guards that know the client by more than its own word.
 */
export function trustToAsk(request: Request): void {
  trusted.add(request);
}

/** Whether a client may ask. The one client of a pipe was started by the person, or by a program that they started. */
export const mayAsk = (request: Request | undefined): boolean => request === undefined || trusted.has(request);
