import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  readRequestBody,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import type { McpServing } from '../create-mcp-serving.ts';
import { streamTaskNews, taskListeningIn } from '../tasks/news.ts';
import { refuseRequest } from './guards.ts';
import { createHttpSessions } from './sessions.ts';
import { keepAwake } from './sse.ts';

export interface McpEndpoint {
  /** Tells clients of the modern era of news; changes of tools are told without it. */
  readonly notify: ServerNotifier;
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The most bytes of one request: a file may be written in one call. */
const MOST_BODY = 16 * 2 ** 20;
/** The most messages of one request, as the SDK has it. */
const MOST_BATCH = 100;

/** One address for both eras. The endpoint checks nobody: put guards before it. */
export function createMcpEndpoint(serving: McpServing): McpEndpoint {
  const modern = createMcpHandler(serving.factory, { legacy: 'reject' });
  const sessions = createHttpSessions(serving);
  const stop = serving.onToolsChanged(() => modern.notify.toolsChanged());

  async function fetch(request: Request): Promise<Response> {
    // A body that is no JSON is refused there.
    if (request.method === 'POST' && !isJsonContentType(request.headers.get('content-type')))
      return modern.fetch(request);
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    if (body instanceof Response) return body;
    const legacy = await isLegacyRequest(request, body);
    if (legacy) return sessions.fetch(request, body);
    const answer = keepAwake(request, modern.fetch(request, { parsedBody: body }));
    const listening = taskListeningIn(body, request);
    return listening ? streamTaskNews(listening, serving.tasks, await answer) : answer;
  }

  return {
    notify: modern.notify,
    fetch,
    async close() {
      stop();
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

async function readBody(request: Request): Promise<unknown> {
  try {
    const read = await readRequestBody(request, MOST_BODY);
    if (read.tooLarge)
      return refuseRequest(413, [-32000, `Payload Too Large: a request has at most ${MOST_BODY} bytes`]);
    const body: unknown = JSON.parse(read.text);
    // Each message is looked at before anybody counts them.
    if (Array.isArray(body) && body.length > MOST_BATCH)
      return refuseRequest(400, [-32600, `Invalid Request: a batch has at most ${MOST_BATCH} messages`]);
    return body;
  } catch {
    return refuseRequest(400, [-32700, 'Parse error: the body is no JSON']);
  }
}
