import type { Hono } from 'hono';
import { z } from 'zod';
import type { Toolgate } from '../gate/toolgate.ts';
import { ToolError } from '../tool/error.ts';
import type { AgentBook } from './agents/agent-book.ts';
import { showStory } from './agents/story.ts';
import type { DemoStory, Overview, TaskDetail, TaskList } from './api.ts';
import { answerApproval, answerBody, listApprovals } from './approvals.ts';
import { callQuery, listCalls } from './calls/list-calls.ts';
import { type createOutputs, outputQuery } from './calls/output.ts';
import { showCall } from './calls/show-call.ts';
import {
  changeQuery,
  listChanges,
  redoBody,
  requestRedo,
  requestUndo,
  settleBody,
  settleWaiting,
  showChange,
  undoBody,
} from './changes.ts';
import { dropLetter, listDeadLetters, retryLetter } from './dead-letters.ts';
import type { EventFeed } from './events/event-feed.ts';
import { streamEvents } from './events/event-stream.ts';
import { listJobs, stopJob } from './jobs.ts';
import { type People, personOf } from './people.ts';
import { type PolicySettings, replayBody, replayPolicy, showPolicy } from './policy.ts';
import { previewApproval, previewBody } from './preview.ts';
import { person, readJsonBody, readQuery } from './read-request.ts';
import { ApiRefusal, quoteBeginning, resourceNotFound } from './refusal.ts';
import { stopAgent, stopCall } from './stop.ts';
import { explainBody, listTools, tryBody } from './tools.ts';

/** A scripted agent that can be started from the page. */
export interface Demo {
  readonly running: boolean;
  /** Milliseconds between two steps, where the page says so. */
  start(pace: number | undefined): void;
  story(): Promise<DemoStory>;
}

interface RouteParts {
  readonly gate: Toolgate;
  readonly settings: PolicySettings;
  readonly version: string;
  readonly demo?: Demo;
  readonly feed: EventFeed;
  readonly people: People;
  readonly agents: AgentBook;
  readonly showOutput: ReturnType<typeof createOutputs>;
}

const MOST_TASKS = 5_000;

const nothing = z.strictObject(person);
const startDemoBody = z.strictObject({ pace: z.number().int().min(0).max(60_000).optional(), ...person });
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
  app.get('/api/calls/:id', async c => c.json(await showCall(gate, agents, c.req.param('id'))));

  app.get('/api/calls/:id/output', async c =>
    c.json(await parts.showOutput(c.req.param('id'), readQuery(c, outputQuery))),
  );

  app.post('/api/calls/:id/stop', async c => {
    const { by } = await readJsonBody(c, nothing);
    return c.json(await stopCall(gate, c.req.param('id'), by));
  });

  app.get('/api/approvals', async c => c.json(await listApprovals(gate)));
  app.post('/api/approvals/:id', async c =>
    c.json(await answerApproval(gate, c.req.param('id'), await readJsonBody(c, answerBody))),
  );

  app.post('/api/approvals/:id/preview', async c => {
    const { args } = await readJsonBody(c, previewBody);
    return c.json(await previewApproval(gate, c.req.param('id'), args));
  });

  app.get('/api/changes', async c => c.json(await listChanges(gate, readQuery(c, changeQuery))));
  app.get('/api/changes/:id', async c => c.json(await showChange(gate, c.req.param('id'))));
  for (const action of ['apply', 'drop'] as const)
    app.post(`/api/changes/:id/${action}`, async c => {
      const body = await readJsonBody(c, settleBody);
      return c.json(await settleWaiting(gate, { id: c.req.param('id'), action, body }));
    });
  app.post('/api/undo', async c => c.json(await requestUndo(people, await readJsonBody(c, undoBody))));
  app.post('/api/redo', async c => c.json(await requestRedo(people, await readJsonBody(c, redoBody))));

  app.get('/api/tasks', async c => c.json<TaskList>({ tasks: await gate.tasks.list({ limit: MOST_TASKS }) }));
  app.get('/api/tasks/:id', async c => c.json(await showTask(gate, c.req.param('id'))));
  app.get('/api/agents', async c => c.json(await agents.list()));
  app.get('/api/agents/:id/story', async c => c.json(await showStory(gate, agents, c.req.param('id'))));
  app.post('/api/agents/:id/stop', async c => {
    const { by } = await readJsonBody(c, nothing);
    return c.json(await stopAgent(gate, agents, { id: c.req.param('id'), by }));
  });
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

  app.get('/api/demo', async c => {
    if (!demo) throw noDemo();
    return c.json(await demo.story());
  });
  app.post('/api/demo/start', async c => {
    const { pace } = await readJsonBody(c, startDemoBody);
    if (!demo) throw noDemo();
    if (demo.running) throw new ApiRefusal(409, 'CONFLICT', { message: 'The demo agent is at work already' });
    demo.start(pace);
    return c.body(null, 204);
  });
}

const noDemo = () => resourceNotFound('demo here; start one with `npm start`');

/** A task by its id or its label. */
async function showTask({ tasks }: Toolgate, ref: string): Promise<TaskDetail> {
  try {
    return await tasks.get(ref);
  } catch (error) {
    throw error instanceof ToolError ? resourceNotFound(`task ${quoteBeginning(ref)}`) : error;
  }
}

async function overview({ gate, version, demo }: RouteParts): Promise<Overview> {
  const [lastSeq, pending, letters, calls] = await Promise.all([
    gate.store.events.last(),
    gate.approvals.list(),
    gate.store.deadLetters.list({ status: 'open', limit: 1_000 }),
    gate.store.calls.count({}),
  ]);
  return {
    workspace: gate.workspace.root,
    version,
    policy: gate.policy().name,
    planned: gate.planned,
    lastSeq,
    pendingApprovals: pending.length,
    calls,
    deadLetters: letters.length,
    demo: demo && { running: demo.running },
  };
}
