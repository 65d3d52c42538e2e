import { type Context, Hono } from 'hono';
import type { Toolgate } from '../gate/toolgate.ts';
import { ToolError } from '../tool/error.ts';
import { addRoutes, type Demo } from './add-routes.ts';
import { createAgentBook } from './agents/agent-book.ts';
import { createOutputs } from './calls/output.ts';
import { createEventFeed } from './events/event-feed.ts';
import { createGuard, type GuardOptions } from './guards.ts';
import { HEADERS, LOCKED, NOT_BUILT, toPage } from './page.ts';
import { createPeople } from './people.ts';
import type { PolicySettings } from './policy.ts';
import { ApiRefusal, resourceNotFound } from './refusal.ts';

export interface ConsoleOptions extends GuardOptions {
  readonly gate: Toolgate;
  readonly settings: PolicySettings;
  readonly version: string;
  /** The page as one text; undefined where it was not built. */
  readonly page: () => string | undefined;
  readonly demo?: Demo;
  /** Called with an error of our side. */
  readonly onProblem?: (error: Error) => void;
}

export interface Console {
  fetch(request: Request): Promise<Response>;
  /** Ends all streams. */
  close(): void;
}

/** The console's page and its API. Nothing is decided here: calls and answers go to the gate like all others. */
export function createConsole(options: ConsoleOptions): Console {
  const { gate } = options;
  const guard = createGuard(options);
  const feed = createEventFeed({ events: gate.store.events, activity: gate.activity });
  const app = new Hono();

  app.use(async (c, next) => {
    const refusal = guard(c.req.raw);
    if (refusal) return opensPage(c) && refusal.status === 401 ? toPage(LOCKED, 401) : refusal.toResponse(HEADERS);
    await next();
    for (const [name, value] of Object.entries(HEADERS)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    return undefined;
  });

  app.get('/', () => {
    const page = options.page();
    return page === undefined ? toPage(NOT_BUILT, 503) : toPage(page);
  });
  const agents = createAgentBook(gate, options.settings.prices);
  addRoutes(app, { ...options, feed, people: createPeople(gate), agents, showOutput: createOutputs(gate) });

  app.notFound(() => resourceNotFound('such address').toResponse());
  app.onError(error => toRefusal(error, options).toResponse(HEADERS));

  return { fetch: async request => app.fetch(request), close: () => feed.close() };
}

const opensPage = (c: Context): boolean => c.req.method === 'GET' && c.req.path === '/';

/** A request's own mistake is told to its sender; a mistake of ours is told to whoever started us. */
function toRefusal(error: Error, { onProblem }: ConsoleOptions): ApiRefusal {
  if (error instanceof ApiRefusal) return error;
  if (error instanceof ToolError) {
    const { code, message, suggestion } = error;
    return new ApiRefusal(400, code, { message, suggestion });
  }
  onProblem?.(error);
  return new ApiRefusal(500, 'EXECUTION_ERROR', { message: 'Something broke; `toolgate serve` says what' });
}
