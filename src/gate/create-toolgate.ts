import { join } from 'node:path';
import { ActivityStream } from '../activity/activity-stream.ts';
import { ActivityEventType } from '../activity/event-types.ts';
import { createApprovals } from '../approval/approvals.ts';
import type { Approver } from '../approval/request.ts';
import type { Spawner } from '../packs/spawn/port.ts';
import { judgeAgain } from '../pipeline/effects/judge-again.ts';
import { forgetProcess } from '../pipeline/recovery/forget-process.ts';
import { recoverDead } from '../pipeline/recovery/recover-dead.ts';
import { CallLocks } from '../pipeline/schedule/call-locks.ts';
import { PrivateFiles } from '../pipeline/taint/private-files.ts';
import type { PolicyInput, PresetName, RuntimePolicy } from '../policy/types.ts';
import type { ToolRegistry, ToolResolver } from '../registry/registry.ts';
import { openState } from '../store/open-state.ts';
import { createSyntaxChecker } from '../syntax/checker.ts';
import { currentProcess } from '../system/process-identity.ts';
import { removeTree } from '../system/remove-tree.ts';
import { createTasks } from '../tasks/create-tasks.ts';
import type { Info } from '../tool/define.ts';
import { ToolError } from '../tool/error.ts';
import { type ForeignTool, from } from '../tool/from/from.ts';
import { newId } from '../tool/id.ts';
import { nodeProblem } from '../tool/loading/node-version.ts';
import { learnSecrets } from '../tool/text/mask.ts';
import { createWorkspace } from '../workspace/create-workspace.ts';
import { readDescription, realRoot } from '../workspace/disk/real-root.ts';
import type { Workspace } from '../workspace/port.ts';
import { createAgentGate, seesAll } from './create-agent-gate.ts';
import type { PackOptions } from './packs/parts.ts';
import { createSandboxes } from './packs/sandboxes.ts';
import { shareIndex } from './packs/share-index.ts';
import { PolicyInForce } from './policy-in-force.ts';
import { tellMissingThreads } from './tell-missing-threads.ts';
import type { AgentGate, Toolgate } from './toolgate.ts';

export interface ToolgateOptions {
  /** The one root. Default: `AGENT_WORKSPACE_ROOT`, else the working directory. */
  readonly workspace?: string;
  /** Names of packs; default all that the policy allows. */
  readonly packs?: readonly string[];
  /** Own tools. */
  readonly tools?: readonly (Info | ForeignTool)[];
  /** A preset's name, or an object; default `standard`. */
  readonly policy?: PresetName | PolicyInput | RuntimePolicy;
  /** Who is asked; without one an ask is a rejection that says how to answer. */
  readonly approver?: Approver;
  /** Someone may answer from elsewhere (the command line, a console): asks then wait even without an approver. */
  readonly waitForAnswers?: boolean;
  /** Milliseconds until an unanswered ask is a rejection. */
  readonly approvalTimeout?: number;
  /** A path, the URL of a PostgreSQL database, or `memory`; default a file in the user's state folder. */
  readonly store?: string;
  /** The workspace's name in a database that several machines share; default a hash of its path. */
  readonly workspaceID?: string;
  /** `plan` keeps all changes in a layer that can be shown, applied and dropped. */
  readonly mode?: 'plan' | 'direct';
  /** Files and folders that no tool may touch, beside the store's own: such as the user's config. */
  readonly closed?: readonly string[];
  /** Folders that commands may change without a way back, as in a .gitignore; `!dist/` takes one out, false all. */
  readonly outsideUndo?: readonly string[] | false;
  readonly toolResolver?: ToolResolver;
  /** Starts agents below one; without it there is no `spawn` pack. */
  readonly spawner?: (gate: AgentGate) => Spawner;
  /** Who searches the web. */
  readonly web?: PackOptions['web'];
  /** The model that looks at pictures. */
  readonly visionModel?: PackOptions['visionModel'];
  /** With it `search_code` ranks by meaning too. */
  readonly embeddingModel?: PackOptions['embeddingModel'];
  readonly sessionID?: string;
  readonly agent?: string;
  /** Milliseconds to wait for a file that a sibling has claimed. */
  readonly claimWait?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly now?: () => number;
}

const HEARTBEAT = 10_000;
const APPROVAL_TIMEOUT = 10 * 60_000;
const CLAIM_WAIT = 5_000;

/** Puts the runtime together: store, recovery of what a crash left, workspace, policy, packs, pipeline. */
export async function createToolgate(options: ToolgateOptions = {}): Promise<Toolgate> {
  const problem = nodeProblem(process.versions.node);
  if (problem) throw new ToolError('EXECUTION_ERROR', problem, { suggestion: 'Install a newer one.' });
  const { env = process.env, now = Date.now } = options;
  learnSecrets(env);
  const root = realRoot(options.workspace ?? env.AGENT_WORKSPACE_ROOT ?? '.');
  const { store, outputs, folder, files } = await openState(options.store, root, {
    env,
    workspaceID: options.workspaceID,
  });
  const self = currentProcess(newId(), now());
  await store.processes.register(self);
  const activity = new ActivityStream(store.events, now);
  const own = (options.tools ?? []).map(tool => (isInfo(tool) ? tool : from(tool)));
  const policy = await PolicyInForce.load(options.policy ?? 'standard', store.rules, { home: env.HOME, tools: own });
  const { limits } = policy.current();
  const closed = [...files, ...(options.closed ?? [])];
  const jobs = join(folder, 'jobs');
  const workspace = createWorkspace({
    root,
    store,
    processID: self.id,
    now,
    newID: newId,
    limits,
    closed,
    jobs,
    ...(options.outsideUndo === undefined ? {} : { outsideUndo: options.outsideUndo }),
    judge: judgeAgain({ store, root, policy: () => policy.current() }),
  });
  const sessionID = options.sessionID ?? newId();
  const origin = { sessionID, agent: options.agent ?? 'main' };
  const tasks = createTasks({
    store,
    now,
    newId,
    self: { ...origin, processID: self.id, role: 'orchestrator' },
    relay: ask => activity.relay(ask),
  });
  const recover = inTurn(() => recoverDead({ store, activity, now, self, workspace, tasks }));
  const recovered = await recover();
  const approvals = createApprovals({
    store,
    approver: options.approver,
    interactive: options.approver !== undefined || options.waitForAnswers === true,
    timeout: options.approvalTimeout ?? APPROVAL_TIMEOUT,
    now,
    newId,
    self,
    emit: (type, who, data) => activity.emit(type, who, data),
    onRuleSaved: () => policy.reload(),
  });
  const privateFiles = new PrivateFiles(store, root);
  await privateFiles.reload();
  const sandboxes = createSandboxes({ env, folder });
  const index = shareIndex({ root, folder: join(folder, 'search'), embedding: options.embeddingModel });
  const syntax = createSyntaxChecker({ onFailure: tellMissingThreads });
  const gate = createAgentGate(
    {
      runtime: {
        workspace,
        blackboard: workspace.claims,
        locks: new CallLocks(),
        approvals,
        activity,
        store,
        syntax,
        outputs,
        privateFiles,
        processID: self.id,
        planned: options.mode === 'plan',
        claimWait: options.claimWait ?? CLAIM_WAIT,
        now,
      },
      shell: { env, sandboxes, workspace, keepOutput: id => outputs.keep(id) },
      registry: {
        init: { workspace: root, cwd: root },
        readText: readDescription,
        outputs,
        tasks,
        todos: {
          read: id => store.state.get(`todo:${id}`) as never,
          write: (id, list) => store.state.set(`todo:${id}`, list),
        },
      },
      parts: {
        env,
        sandboxes,
        index: index.open,
        ...(options.web ? { web: options.web } : {}),
        ...(options.visionModel ? { visionModel: options.visionModel } : {}),
      },
      spawner: options.spawner,
      home: env.HOME,
    },
    {
      ...origin,
      named: options.sessionID !== undefined,
      role: 'orchestrator',
      depth: 0,
      policy,
      packs: options.packs,
      tools: own,
    },
  );
  if (options.toolResolver) gate.registry.addLazy({ summaries: () => [], resolve: options.toolResolver });
  announce(gate.registry, activity, origin);
  const heartbeat = setInterval(() => {
    store.processes.beat(self.id, now()).catch(() => {});
    // What people forbid elsewhere holds here too, also while nothing is asked.
    policy.reload().catch(() => {});
  }, HEARTBEAT).unref();

  return {
    ...gate,
    workspace,
    activity,
    approvals,
    journal: {
      list: query => lookOnly(workspace, origin).history.list(query),
      recordChange: change => workspace.recordChange({ ...change, ...origin }),
    },
    plan: workspace.plan,
    tasks,
    store,
    async forgetRule(id) {
      const removed = await store.rules.remove(id);
      if (removed) await policy.reload();
      return removed;
    },
    recovered,
    recover,
    processID: self.id,
    async close() {
      clearInterval(heartbeat);
      // First: what waits for a person then stays to be answered, instead of being withdrawn with its call.
      approvals.close();
      await gate.close();
      await index.close();
      await sandboxes.idle();
      syntax.close();
      await workspace.close();
      await activity.flush();
      await forgetProcess(store, self.id, now());
      await store.close();
      if (options.store === 'memory') removeTree(folder);
    },
  };
}

/** A view of no call, for those who look from outside. */
const lookOnly = (workspace: Workspace, origin: { sessionID: string; agent: string }) =>
  workspace.open({ ...origin, callID: newId(), turn: 0 }, { visible: seesAll, planned: false, maxImage: 0 });

/** From now on the stream tells which tools come and go. */
function announce(
  registry: ToolRegistry,
  activity: ActivityStream,
  origin: { sessionID: string; agent: string },
): void {
  registry.subscribe(event => {
    if (event.type === 'announce') return;
    const { type, tool, ...data } = event;
    if (type === 'register') activity.emit(ActivityEventType.TOOL_REGISTERED, origin, { toolName: tool, ...data });
    if (type === 'unregister') activity.emit(ActivityEventType.TOOL_UNREGISTERED, origin, { toolName: tool });
    if (type === 'error') activity.emit(ActivityEventType.ERROR, origin, { toolName: tool, ...data });
  });
}

const isInfo = (tool: Info | ForeignTool): tool is Info => 'id' in tool && 'definition' in tool;

/** One after the other: a lease keeps only processes apart. */
function inTurn<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
