import type { Context, Hono } from 'hono';
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
import { type People, personOf, stopAgent, stopCall } from './people.ts';
import { type PolicySettings, replayBody, replayPolicy, showPolicy } from './policy.ts';
import { previewApproval, previewBody } from './preview.ts';
import { person, readJsonBody, readQuery } from './read-request.ts';
import { ApiRefusal, resourceNotFound } from './refusal.ts';
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

/** Adds the page's requests, by address. Nothing is decided here: calls and answers go to the gate like all others. */
export function addRoutes(app: Hono, parts: RouteParts): void {
  const { gate, settings, demo, feed, people, agents } = parts;
  /** Sends an answer as JSON; where there is none, the status says so. */
  const send = (c: Context, answer: unknown) => (answer === undefined ? c.body(null, 204) : c.json(answer as object));
  const get = (path: string, answer: (id: string, c: Context) => unknown) =>
    app.get(path, async c => send(c, await answer(c.req.param('id') ?? '', c)));
  const post = <T extends z.ZodType>(path: string, shape: T, answer: (body: z.output<T>, id: string) => unknown) =>
    app.post(path, async c => send(c, await answer(await readJsonBody(c, shape), c.req.param('id') ?? '')));

  get('/api/overview', () => overview(parts));
  app.get('/api/events', c => {
    const last = c.req.header('last-event-id');
    const { from } = readQuery(c, eventQuery);
    return streamEvents(feed, from ?? (last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) : undefined));
  });

  get('/api/calls', (_, c) => listCalls(gate, readQuery(c, callQuery)));
  get('/api/calls/:id', id => showCall(gate, agents, id));
  get('/api/calls/:id/output', (id, c) => parts.showOutput(id, readQuery(c, outputQuery)));
  post('/api/calls/:id/stop', nothing, ({ by }, id) => stopCall(gate, id, by));

  get('/api/approvals', () => listApprovals(gate));
  post('/api/approvals/:id', answerBody, (body, id) => answerApproval(gate, id, body));
  post('/api/approvals/:id/preview', previewBody, ({ args }, id) => previewApproval(gate, id, args));

  get('/api/changes', (_, c) => listChanges(gate, readQuery(c, changeQuery)));
  get('/api/changes/:id', id => showChange(gate, id));
  for (const action of ['apply', 'drop'] as const)
    post(`/api/changes/:id/${action}`, settleBody, (body, id) => settleWaiting(gate, id, action, body));
  post('/api/undo', undoBody, body => requestUndo(people, body));
  post('/api/redo', redoBody, body => requestRedo(people, body));

  get('/api/tasks', async (): Promise<TaskList> => ({ tasks: await gate.tasks.list({ limit: MOST_TASKS }) }));
  get('/api/tasks/:id', id => showTask(gate, id));
  get('/api/agents', () => agents.list());
  get('/api/agents/:id/story', id => showStory(gate, agents, id));
  post('/api/agents/:id/stop', nothing, ({ by }, id) => stopAgent(gate, agents, id, by));
  get('/api/jobs', () => listJobs(gate));
  post('/api/jobs/:id/stop', nothing, (_, id) => stopJob(gate, id));

  get('/api/dead-letters', () => listDeadLetters(gate));
  post('/api/dead-letters/:id/retry', nothing, ({ by }, id) => retryLetter(gate, people, id, by));
  post('/api/dead-letters/:id/drop', nothing, (_, id) => dropLetter(gate, id));

  get('/api/tools', () => listTools(gate));
  post('/api/tools/:id/try', tryBody, ({ args, by }, name) => people.call({ name, args }, { by }));
  post('/api/explain', explainBody, ({ tool, args, question, by }) =>
    gate.explain({ name: tool, args }, { sessionID: people.sessionID, agent: personOf(by), question }),
  );

  get('/api/policy', () => showPolicy(gate, settings));
  post('/api/policy/replay', replayBody, body => replayPolicy(gate, body));
  app.delete('/api/rules/:id', async c => {
    const id = c.req.param('id');
    if (!(await gate.forgetRule(id))) throw resourceNotFound('saved rule', id);
    return c.body(null, 204);
  });

  const demoHere = (): Demo => {
    if (demo) return demo;
    throw resourceNotFound('demo here; start one with `npm start`');
  };
  get('/api/demo', () => demoHere().story());
  post('/api/demo/start', startDemoBody, ({ pace }) => {
    if (demoHere().running) throw new ApiRefusal(409, 'CONFLICT', { message: 'The demo agent is at work already' });
    demoHere().start(pace);
  });
}

/** A task by its id or its label. */
async function showTask({ tasks }: Toolgate, ref: string): Promise<TaskDetail> {
  try {
    return await tasks.get(ref);
  } catch (error) {
    throw error instanceof ToolError ? resourceNotFound('task', ref) : error;
  }
}

async function overview({ gate, version, demo }: RouteParts): Promise<Overview> {
  const { store, workspace, planned } = gate;
  const [lastSeq, pending, letters, calls] = await Promise.all([
    store.events.last(),
    gate.approvals.list(),
    store.deadLetters.list({ status: 'open', limit: 1_000 }),
    store.calls.count({}),
  ]);
  return {
    workspace: workspace.root,
    version,
    policy: gate.policy().name,
    planned,
    lastSeq,
    calls,
    pendingApprovals: pending.length,
    deadLetters: letters.length,
    demo: demo && { running: demo.running },
  };
}
