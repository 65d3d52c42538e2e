import type { Hono } from 'hono';
import { z } from 'zod';
import type { Toolgate } from '../gate/toolgate.ts';
import { ToolError } from '../tool/error.ts';
import type { createAgentBook } from './agents.ts';
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
import type { EventFeed } from './events/event-feed.ts';
import { streamEvents } from './events/event-stream.ts';
import { listJobs, stopJob } from './jobs.ts';
import { type People, personOf } from './people.ts';
import { type PolicySettings, replayBody, replayPolicy, showPolicy } from './policy.ts';
import { person, readJsonBody, readQuery } from './read-request.ts';
import { ApiRefusal, quoteBeginning, resourceNotFound } from './refusal.ts';
import { explainBody, listTools, tryBody } from './tools.ts';

/** A scripted agent that can be started from the page. */
export interface Demo {
  readonly running: boolean;
  start(): void;
}

interface RouteParts {
  readonly gate: Toolgate;
  readonly settings: PolicySettings;
  readonly version: string;
  readonly demo?: Demo;
  readonly feed: EventFeed;
  readonly people: People;
  readonly agents: ReturnType<typeof createAgentBook>;
}

const MOST_TASKS = 5_000;

const nothing = z.strictObject(person);
const eventQuery = z.object({ from: z.coerce.number().int().min(0).optional() });

/** What the page asks for, by address. Nothing is decided here: calls and answers go to the gate like all others. */
export function addRoutes(app: Hono, parts: RouteParts): void {
  const { gate, settings, demo, feed, people, agents } = parts;
  app.get('/api/overview', async c => c.json(await overview(parts)));
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

  app.get('/api/policy', async c => c.json(await showPolicy(gate, settings)));
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
}

/** A task by its id or its label. */
async function showTask({ tasks }: Toolgate, ref: string): Promise<TaskDetail> {
  try {
    return await tasks.get(ref);
  } catch (error) {
    throw error instanceof ToolError ? resourceNotFound(`task ${quoteBeginning(ref)}`) : error;
  }
}

async function overview({ gate, version, demo }: RouteParts): Promise<Overview> {
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
    demo: demo && { running: demo.running },
  };
}
