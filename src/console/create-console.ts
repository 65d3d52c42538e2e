import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Toolgate } from '../gate/toolgate.ts';
import { ToolError } from '../tool/error.ts';
import { createAgentBook } from './agents.ts';
import type { Overview, TaskDetail, TaskList } from './api.ts';
import { answerApproval, answerBody, listApprovals } from './approvals.ts';
import { callQuery, listCalls, showCall } from './calls.ts';
import {
  changeQuery,
  listChanges,
  redoBody,
  requestRedo,
  requestUndo,
  settlePending,
  showChange,
  undoBody,
} from './changes.ts';
import { dropLetter, listDeadLetters, retryLetter } from './dead-letters.ts';
import { createEventFeed } from './event-feed.ts';
import { streamEvents } from './event-stream.ts';
import { createGuard, type GuardOptions } from './guards.ts';
import { listJobs, stopJob } from './jobs.ts';
import { HEADERS, LOCKED, NOT_BUILT, toPage } from './page.ts';
import { createPeople, personOf } from './people.ts';
import { type PolicySettings, replayBody, replayPolicy, showPolicy } from './policy.ts';
import { person, readJsonBody, readQuery } from './read-request.ts';
import { ApiRefusal, quoteBeginning, resourceNotFound } from './refusal.ts';
import { explainBody, listTools, tryBody } from './tools.ts';

export interface ConsoleOptions extends GuardOptions {
  readonly gate: Toolgate;
  readonly settings: PolicySettings;
  readonly version: string;
  /** The page as one text; undefined where it was not built. */
  readonly page: () => string | undefined;
  /** A scripted agent that can be started from the page. */
  readonly demo?: Demo;
  /** What broke on our side. */
  readonly onProblem?: (error: Error) => void;
}

export interface Demo {
  readonly running: boolean;
  start(): void;
}

export interface Console {
  fetch(request: Request): Promise<Response>;
  /** Ends all streams. */
  close(): void;
}

const MOST_TASKS = 5_000;

const nothing = z.strictObject(person);
const eventQuery = z.object({ from: z.coerce.number().int().min(0).optional() });

/** The console's page and what it asks for. Nothing is decided here: calls and answers go to the gate like all others. */
export function createConsole(options: ConsoleOptions): Console {
  const { gate, demo } = options;
  const { store } = gate;
  const guard = createGuard(options);
  const feed = createEventFeed({ events: store.events, activity: gate.activity });
  const people = createPeople(gate);
  const agents = createAgentBook(gate);
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
  app.get('/api/overview', async c => c.json(await overview(options)));
  app.get('/api/events', c => {
    const last = c.req.header('last-event-id');
    const { from } = readQuery(c, eventQuery);
    return streamEvents(feed, from ?? (last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) : undefined));
  });

  app.get('/api/calls', async c => c.json(await listCalls(gate, readQuery(c, callQuery))));
  app.get('/api/calls/:id', async c => c.json(await showCall(gate, c.req.param('id'))));

  app.get('/api/approvals', async c => c.json(await listApprovals(gate)));
  app.post('/api/approvals/:id', async c =>
    c.json(await answerApproval(gate, c.req.param('id'), await readJsonBody(c, answerBody))),
  );

  app.get('/api/changes', async c => c.json(await listChanges(gate, readQuery(c, changeQuery))));
  app.get('/api/changes/:id', async c => c.json(await showChange(gate, c.req.param('id'))));
  for (const action of ['apply', 'drop'] as const)
    app.post(`/api/changes/:id/${action}`, async c => {
      await readJsonBody(c, nothing);
      return c.json(await settlePending(gate, c.req.param('id'), action));
    });
  app.post('/api/undo', async c => c.json(await requestUndo(people, await readJsonBody(c, undoBody))));
  app.post('/api/redo', async c => c.json(await requestRedo(people, await readJsonBody(c, redoBody))));

  app.get('/api/tasks', async c => c.json<TaskList>({ tasks: await gate.tasks.list({ limit: MOST_TASKS }) }));
  app.get('/api/tasks/:id', async c => c.json(await showTask(gate, c.req.param('id'))));
  app.get('/api/agents', async c => c.json(await agents.list()));
  app.get('/api/jobs', c => c.json(listJobs(gate)));
  app.post('/api/jobs/:id/stop', async c => {
    await readJsonBody(c, nothing);
    return c.json(await stopJob(gate, c.req.param('id')));
  });

  app.get('/api/dead-letters', async c => c.json(await listDeadLetters(gate)));
  app.post('/api/dead-letters/:id/retry', async c => {
    const { by } = await readJsonBody(c, nothing);
    return c.json(await retryLetter(gate, people, { id: c.req.param('id'), by }));
  });
  app.post('/api/dead-letters/:id/drop', async c => {
    await readJsonBody(c, nothing);
    await dropLetter(gate, c.req.param('id'));
    return c.body(null, 204);
  });

  app.get('/api/tools', async c => c.json(await listTools(gate)));
  app.post('/api/tools/:name/try', async c => {
    const { args, by } = await readJsonBody(c, tryBody);
    return c.json(await people.call({ name: c.req.param('name'), args }, { by }));
  });
  app.post('/api/explain', async c => {
    const { tool, args, question, by } = await readJsonBody(c, explainBody);
    const who = { sessionID: people.sessionID, agent: personOf(by) };
    return c.json(await gate.explain({ name: tool, args }, { ...who, question }));
  });

  app.get('/api/policy', async c => c.json(await showPolicy(gate, options.settings)));
  app.post('/api/policy/replay', async c => c.json(await replayPolicy(gate, await readJsonBody(c, replayBody))));
  app.delete('/api/rules/:id', async c => {
    const id = c.req.param('id');
    if (!(await gate.forgetRule(id))) throw resourceNotFound(`saved rule ${quoteBeginning(id)}`);
    return c.body(null, 204);
  });

  app.post('/api/demo/start', async c => {
    await readJsonBody(c, nothing);
    if (!demo) throw resourceNotFound('demo here; start one with `npm start`');
    if (demo.running) throw new ApiRefusal(409, 'CONFLICT', { message: 'The demo agent is at work already' });
    demo.start();
    return c.body(null, 204);
  });

  app.notFound(() => resourceNotFound('such address').toResponse());
  app.onError(error => toRefusal(error, options).toResponse(HEADERS));

  return {
    fetch: async request => app.fetch(request),
    close: () => feed.close(),
  };
}

const opensPage = (c: Context): boolean => c.req.method === 'GET' && c.req.path === '/';

/** By its id or its label. */
async function showTask({ tasks }: Toolgate, ref: string): Promise<TaskDetail> {
  try {
    return await tasks.get(ref);
  } catch (error) {
    throw error instanceof ToolError ? resourceNotFound(`task ${quoteBeginning(ref)}`) : error;
  }
}

async function overview({ gate, version, demo }: ConsoleOptions): Promise<Overview> {
  const [lastSeq, pending, letters] = await Promise.all([
    gate.store.events.last(),
    gate.approvals.list(),
    gate.store.deadLetters.list({ status: 'open', limit: 1_000 }),
  ]);
  return {
    workspace: gate.workspace.root,
    version,
    policy: gate.policy().name,
    lastSeq,
    pendingApprovals: pending.length,
    deadLetters: letters.length,
    ...(demo ? { demo: { running: demo.running } } : {}),
  };
}

/** What a request did wrong is told; what we did wrong is told to who started us. */
function toRefusal(error: Error, { onProblem }: ConsoleOptions): ApiRefusal {
  if (error instanceof ApiRefusal) return error;
  if (error instanceof ToolError) {
    const { code, message, suggestion } = error;
    return new ApiRefusal(400, code, { message, ...(suggestion === undefined ? {} : { suggestion }) });
  }
  onProblem?.(error);
  return new ApiRefusal(500, 'EXECUTION_ERROR', { message: 'Something broke; `toolgate serve` says what' });
}
