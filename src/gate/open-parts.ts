import { join } from 'node:path';
import { ActivityStream } from '../activity/activity-stream.ts';
import { createApprovals } from '../approval/approvals.ts';
import { judgeAgain } from '../pipeline/effects/judge-again.ts';
import { PolicyInForce } from '../pipeline/policy-in-force.ts';
import { recoverDead } from '../pipeline/recovery/recover-dead.ts';
import { PrivateFiles } from '../pipeline/taint/private-files.ts';
import type { CodeIndexOptions } from '../search/open-code-index.ts';
import type { CodeIndex } from '../search/port.ts';
import { openState } from '../store/open-state.ts';
import { createSyntaxChecker, type SyntaxFailure } from '../syntax/checker.ts';
import { currentProcess } from '../system/process-identity.ts';
import { createTasks } from '../tasks/create-tasks.ts';
import { infoOf } from '../tool/from/from.ts';
import { newId } from '../tool/id.ts';
import { learnSecrets } from '../tool/text/mask.ts';
import { createWorkspace } from '../workspace/create-workspace.ts';
import { realRoot } from '../workspace/disk/real-root.ts';
import { toolNames } from './packs/pack-facts.ts';
import { createSandboxes } from './packs/sandboxes.ts';
import type { ToolgateOptions } from './toolgate-options.ts';

const APPROVAL_TIMEOUT = 10 * 60_000;

export type OpenParts = Awaited<ReturnType<typeof openParts>>;

/** Opens the parts that all agents of a gate share, and sets right the work that dead processes left half done. */
export async function openParts(options: ToolgateOptions) {
  const { env = process.env, now = Date.now } = options;
  learnSecrets(env);
  const root = realRoot(options.workspace ?? env.AGENT_WORKSPACE_ROOT ?? '.');
  const { workspaceID } = options;
  const { store, outputs, folder, files } = await openState(options.store, root, { env, workspaceID });
  const self = currentProcess(newId(), now());
  await store.processes.register(self);
  const activity = new ActivityStream(store.events, now);
  const tools = (options.tools ?? []).map(tool => infoOf(tool));
  const names = () => toolNames(tools);
  const policy = await PolicyInForce.load(options.policy ?? 'standard', store.rules, { home: env.HOME, names });
  const workspace = createWorkspace({
    root,
    store,
    processID: self.id,
    now,
    newID: newId,
    limits: policy.current().limits,
    closed: [...files, ...(options.closed ?? [])],
    jobs: join(folder, 'jobs'),
    outsideUndo: options.outsideUndo,
    judge: judgeAgain({ store, root, policy: () => policy.current() }),
  });
  const origin = { sessionID: options.sessionID ?? newId(), agent: options.agent ?? 'main' };
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
  // State in memory is gone with this process: there is nothing to finish.
  const finish = options.finishIndex === true && options.store !== 'memory';
  const index = shareIndex({ root, folder: join(folder, 'search'), embedding: options.embeddingModel, finish });
  const syntax = createSyntaxChecker({ onFailure: tellMissingThreads });
  const opened = { env, now, root, folder, self, store, outputs, activity, workspace, tools, policy };
  return { ...opened, origin, tasks, recover, recovered, approvals, privateFiles, sandboxes, index, syntax };
}

/** Runs work one after the other: a lease keeps only processes apart. */
function inTurn<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}

/** Shares the index of the code among all agents; nothing of it is loaded before it is asked for. */
function shareIndex(options: CodeIndexOptions): { open(): Promise<CodeIndex>; close(): Promise<void> } {
  let index: Promise<CodeIndex> | undefined;
  return {
    open() {
      index ??= import('../search/open-code-index.ts').then(({ openCodeIndex }) => openCodeIndex(options));
      return index;
    },
    async close() {
      await (await index?.catch(() => undefined))?.close();
    },
  };
}

let told = false;

/** Tells that the library was bundled without the files beside it: it would check no syntax, and nobody would know. */
function tellMissingThreads({ message }: Pick<SyntaxFailure, 'message'>): void {
  if (told || !/Cannot find (?:module|package)|ENOENT/.test(message)) return;
  told = true;
  process.emitWarning(
    `Toolgate checks no syntax: ${message}. A bundle must leave toolgate out; see docs/bundling.md.`,
    { code: 'TOOLGATE_BUNDLED' },
  );
}
