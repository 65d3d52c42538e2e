import { ActivityEventType } from '../activity/event-types.ts';
import { forgetProcess } from '../pipeline/recovery/recover-dead.ts';
import { seesAll } from '../pipeline/run/survey.ts';
import { CallLocks } from '../pipeline/schedule/call-locks.ts';
import { Stops } from '../pipeline/stop/stops.ts';
import type { ToolRegistry } from '../registry/registry.ts';
import { removeTree } from '../system/remove-tree.ts';
import { checkOptions } from '../tool/check-options.ts';
import { ToolError } from '../tool/error.ts';
import { newId } from '../tool/id.ts';
import { nodeProblem } from '../tool/loading/node-version.ts';
import { readDescription } from '../workspace/disk/real-root.ts';
import type { Plan } from '../workspace/port.ts';
import { createAgentGate, type SharedParts } from './create-agent-gate.ts';
import { createDeadLetters } from './dead-letters.ts';
import { type OpenParts, openParts } from './open-parts.ts';
import { OFFERED_WITH_CODE } from './packs/say-tools.ts';
import { checkRetention, startUpkeep } from './retention.ts';
import { startServers } from './start-server.ts';
import type { Toolgate } from './toolgate.ts';
import { TOOLGATE_OPTIONS, type ToolgateOptions } from './toolgate-options.ts';

const HEARTBEAT = 10_000;
const CLAIM_WAIT = 5_000;

/** Puts the runtime together: store, recovery of what a crash left, workspace, policy, packs, pipeline. */
export async function createToolgate(options: ToolgateOptions = {}): Promise<Toolgate> {
  checkOptions('createToolgate', options, TOOLGATE_OPTIONS);
  if (options.registry && options.packs)
    throw new TypeError('createToolgate: a registry has its packs; leave packs out');
  const problem = nodeProblem(process.versions.node);
  if (problem) throw new ToolError('EXECUTION_ERROR', problem, { suggestion: 'Install a newer one.' });
  if (options.retention) checkRetention(options.retention);
  const parts = await openParts(options);
  const { store, policy, workspace, approvals, tasks, origin, self, now } = parts;
  const shared = shareParts(parts, options);
  const gate = createAgentGate(shared, {
    ...origin,
    named: options.sessionID !== undefined,
    role: options.role ?? 'orchestrator',
    depth: 0,
    policy,
    packs: options.packs,
    registry: options.registry,
    tools: parts.tools,
  });
  if (options.toolResolver) gate.registry.addLazy({ summaries: () => [], resolve: options.toolResolver });
  announce(gate.registry, parts);
  const heartbeat = setInterval(() => {
    store.processes.beat(self.id, now()).catch(() => {});
    // A rule that people made elsewhere holds here too, also while nothing is asked.
    policy.reload().catch(() => {});
  }, HEARTBEAT).unref();
  const upkeep = startUpkeep(parts, options.retention);

  return {
    ...gate,
    workspace,
    approvals,
    journal: {
      list: query => lookOnly(parts).history.list(query),
      recordChange: change => workspace.recordChange({ ...change, ...origin }),
    },
    plan: createToldPlan(workspace.plan, parts),
    tasks,
    startServer: startServers(parts, gate.ending),
    store,
    deadLetters: createDeadLetters(store.deadLetters, gate.execute),
    usage: (by, query) => store.calls.totals(by, query),
    stop: (target, { by = origin.agent } = {}) => shared.runtime.stops.stop(target, by),
    async forgetRule(id) {
      const removed = await store.rules.remove(id);
      if (removed) await policy.reload();
      return removed;
    },
    recovered: parts.recovered,
    recover: parts.recover,
    processID: self.id,
    async close() {
      clearInterval(heartbeat);
      // Approvals close first: calls that wait for a person stay to be answered, instead of being withdrawn.
      approvals.close();
      shared.runtime.stops.close();
      await gate.close();
      await upkeep.close();
      await closeParts(parts);
      if (options.store === 'memory') removeTree(parts.folder);
    },
  };
}

function shareParts(parts: OpenParts, options: ToolgateOptions): SharedParts {
  const { env, root, now, self, store, outputs, activity, workspace, tasks, approvals, privateFiles, sandboxes } =
    parts;
  return {
    runtime: {
      workspace,
      blackboard: workspace.claims,
      locks: new CallLocks(),
      approvals,
      activity,
      store,
      syntax: parts.syntax,
      outputs,
      privateFiles,
      processID: self.id,
      stops: new Stops({ store, now }),
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
    parts: { env, sandboxes, index: parts.index.open, web: options.web, visionModel: options.visionModel },
    spawner: options.spawner,
    home: env.HOME,
    recover: parts.recover,
    offers: options.offer === 'code' ? OFFERED_WITH_CODE : [],
  };
}

async function closeParts(parts: OpenParts): Promise<void> {
  const { index, sandboxes, syntax, workspace, activity, store, self, now } = parts;
  await index.close();
  await sandboxes.idle();
  syntax.close();
  await workspace.close();
  await activity.flush();
  await forgetProcess(store, self.id, now());
  await store.close();
}

/** A view of no call, for those who look from outside. */
const lookOnly = ({ workspace, origin }: OpenParts) =>
  workspace.open({ ...origin, callID: newId(), turn: 0 }, { visible: seesAll, planned: false, maxImage: 0 });

/** Announces on the stream, from now on, which tools come and go. */
function announce(registry: ToolRegistry, { activity, origin }: OpenParts): void {
  registry.subscribe(event => {
    if (event.type === 'announce' || event.type === 'execute') return;
    const { type, tool, ...data } = event;
    if (type === 'register') activity.emit(ActivityEventType.TOOL_REGISTERED, origin, { toolName: tool, ...data });
    if (type === 'unregister') activity.emit(ActivityEventType.TOOL_UNREGISTERED, origin, { toolName: tool });
    // Errors of calls are told with the calls.
    if (type === 'error' && event.callID === undefined)
      activity.emit(ActivityEventType.ERROR, origin, { toolName: tool, ...data });
  });
}

/** The plan, with events of what people do with it. */
export function createToldPlan(plan: Plan, { activity, origin }: Pick<OpenParts, 'activity' | 'origin'>): Plan {
  const originOf = (by: string | undefined) => ({ ...origin, agent: by ?? origin.agent });
  return {
    ...plan,
    async apply(selection) {
      const applied = await plan.apply(selection);
      const who = originOf(selection?.by);
      for (const { id, changes } of applied) {
        for (const { diff: _, ...change } of changes)
          activity.emit(ActivityEventType.FILE_CHANGED, who, { changeSetID: id, ...change });
        activity.emit(ActivityEventType.PLAN_CHANGED, who, { changeSetID: id, settled: 'applied' });
      }
      return applied;
    },
    async drop(selection) {
      const dropped = await plan.drop(selection);
      for (const id of dropped)
        activity.emit(ActivityEventType.PLAN_CHANGED, originOf(selection?.by), { changeSetID: id, settled: 'dropped' });
      return dropped;
    },
  };
}
