import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type McpServer,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { mayAsk } from '../caller.ts';
import type { McpServing } from '../create-mcp-serving.ts';
import { sendListChanged } from '../serve-offers.ts';
import { refuseRequest } from './guards.ts';
import { createRecentMessages } from './recent-messages.ts';

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests without an answer, by their ids. */
  readonly open: Set<RequestId>;
  /** Whether the client was trusted to ask when the session began: no other client answers in it. */
  readonly asks: boolean;
  usedAt: number;
}

/** Milliseconds of quiet that a session survives. */
const IDLE = 12 * 60 * 60_000;
const MOST = 100;
/** Milliseconds after which a client whose connection broke comes back. */
const RETRY = 500;

/** Clients of the old era: only with a session can one be asked in a call, and told that the tools have changed. */
export function createHttpSessions(serving: McpServing) {
  const sessions = new Map<string, Session>();
  let begun: Promise<unknown> = Promise.resolve();

  async function fetch(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null && isInitializeRequest(body)) return inTurn(() => begin(request, body));
    if (id === null) return refuseRequest(400, [-32000, 'Bad Request: Mcp-Session-Id header is required']);
    const session = sessions.get(id);
    if (!session || session.asks !== mayAsk(request)) return refuseRequest(404, [-32001, 'Session not found']);
    return answer(session, request, body);
  }

  /** Sessions begin one after the other, so that many at once are counted right. */
  function inTurn(begin: () => Promise<Response>): Promise<Response> {
    const mine = begun.then(begin);
    begun = mine.catch(() => {});
    return mine;
  }

  async function answer(session: Session, request: Request, body: unknown): Promise<Response> {
    const { open, transport } = session;
    session.usedAt = Date.now();
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    const ids = messages.filter(message => isJSONRPCRequest(message)).map(({ id }) => id);
    // The answers to two requests with one id could not be told apart, and one of them would never come.
    if (ids.some(id => open.has(id)) || new Set(ids).size < ids.length)
      return refuseRequest(400, [-32600, 'Invalid Request: the id is in use by a request that has no answer yet']);
    for (const id of ids) open.add(id);
    // A request that is taken back gets no answer.
    for (const message of messages) if (isCancelled(message)) open.delete(message.params.requestId);
    const response = await transport.handleRequest(request, { parsedBody: body });
    if (!response.ok) for (const id of ids) open.delete(id);
    return response;
  }

  async function begin(request: Request, body: unknown): Promise<Response> {
    if (!(await makeRoom()))
      return refuseRequest(503, [-32000, `All ${MOST} sessions have calls under way; try again later`]);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createRecentMessages(),
      retryInterval: RETRY,
      onsessioninitialized: id => void sessions.set(id, session),
    });
    const session: Session = { transport, open: new Set(), asks: mayAsk(request), usedAt: Date.now() };
    const server = (await serving.factory({ era: 'legacy', requestInfo: request })) as McpServer;
    const stop = serving.onToolsChanged(() => sendListChanged(server));
    server.server.onclose = () => {
      stop();
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await server.connect(noteAnswers(session));
    const response = await answer(session, request, body);
    // The session was refused, and nobody can come back to it.
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  /** Ends the sessions that were quiet longest, where there are too many, and says if there is room now. */
  async function makeRoom(): Promise<boolean> {
    const idle = [...sessions.values()].filter(({ open }) => open.size === 0).sort((a, b) => a.usedAt - b.usedAt);
    for (const session of idle) {
      if (sessions.size >= MOST || Date.now() - session.usedAt > IDLE) await session.transport.close();
    }
    return sessions.size < MOST;
  }

  return {
    fetch,
    close: () => Promise.all([...sessions.values()].map(({ transport }) => transport.close())),
  };
}

/** The session's transport, which from now on notes the requests it has answered. */
function noteAnswers(session: Session): WebStandardStreamableHTTPServerTransport {
  const { transport, open } = session;
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    try {
      await send(message, options);
    } finally {
      if (!('method' in message) && message.id !== undefined) open.delete(message.id);
      session.usedAt = Date.now();
    }
  };
  return transport;
}

const isCancelled = (message: unknown): message is { params: { requestId: RequestId } } =>
  isJSONRPCNotification(message) && message.method === 'notifications/cancelled' && message.params !== undefined;
