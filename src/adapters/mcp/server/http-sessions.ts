import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpServing } from './create-mcp-serving.ts';
import { createRecentMessages } from './recent-messages.ts';

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly stop: () => void;
  /** Requests that have no whole answer yet. */
  open: number;
  usedAt: number;
}

export interface HttpSessions {
  fetch(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** Milliseconds. */
const IDLE = 12 * 60 * 60_000;
const MOST = 100;
/** So soon, in ms, a client comes back whose connection broke. */
const RETRY = 500;

/**
 * Clients of the old era, each with a session: only so can they be asked anything in the middle of a call, and told
 * that the tools have changed.
 */
export function createHttpSessions(serving: McpServing): HttpSessions {
  const sessions = new Map<string, Session>();

  async function fetch(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null && isInitializeRequest(body)) return begin(request, body);
    if (id === null) return refuse(400, 'Bad Request: Mcp-Session-Id header is required');
    const session = sessions.get(id);
    if (!session) return refuse(404, 'Session not found');
    return answer(session, request, body);
  }

  async function answer(session: Session, request: Request, body: unknown): Promise<Response> {
    session.open++;
    const done = once(() => {
      session.open--;
      session.usedAt = Date.now();
    });
    try {
      const response = await session.transport.handleRequest(request, { parsedBody: body });
      if (request.method === 'POST') return whenSent(response, done);
      // The stream for what nobody asked for is open all the time, and holds nothing up.
      done();
      return response;
    } catch (error) {
      done();
      throw error;
    }
  }

  async function begin(request: Request, body: unknown): Promise<Response> {
    await makeRoom();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createRecentMessages(),
      retryInterval: RETRY,
      onsessioninitialized: id => void sessions.set(id, session),
    });
    const server = (await serving.factory({ era: 'legacy', requestInfo: request })) as McpServer;
    const stop = serving.onToolsChanged(() => server.sendToolListChanged());
    const session: Session = { transport, stop, open: 0, usedAt: Date.now() };
    server.server.onclose = () => {
      stop();
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    return answer(session, request, body);
  }

  async function makeRoom(): Promise<void> {
    const idle = [...sessions.values()].filter(({ open }) => open === 0).sort((a, b) => a.usedAt - b.usedAt);
    for (const session of idle) {
      if (sessions.size >= MOST || Date.now() - session.usedAt > IDLE) await session.transport.close();
    }
  }

  return {
    fetch,
    async close() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

/** Calls back when the answer was sent to its end, or nobody wants it any more. */
function whenSent(response: Response, done: () => void): Response {
  if (!response.body) {
    done();
    return response;
  }
  // The types do not know `cancel` yet.
  const watched = new TransformStream<Uint8Array, Uint8Array>({ flush: done, ...{ cancel: done } });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(watched), { status, headers });
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

const refuse = (status: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code: status === 404 ? -32001 : -32000, message }, id: null }, { status });
