import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts';
import type { JobLimits, Sandbox } from '../../../src/sandbox/port.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { currentProcess } from '../../../src/system/process-identity.ts';
import type { ToolError } from '../../../src/tool/error.ts';
import type { LayerOptions, LayerOutcome } from '../../../src/tool/files.ts';
import { newId } from '../../../src/tool/id.ts';
import { createWorkspace } from '../../../src/workspace/create-workspace.ts';
import type { CallFiles, OpenKeptLayer } from '../../../src/workspace/port.ts';

const GIB = 1024 ** 3;
const LIMITS: JobLimits = {
  time: 120_000,
  cpu: 60,
  memory: GIB,
  processes: 256,
  fileSize: GIB,
  disk: GIB,
  files: 512,
};

/** What became of a job: the paths that were written, or those that others changed, where all of it waits. */
interface JobFate {
  readonly written: readonly string[];
  /** Paths of others, sorted. */
  readonly met: readonly string[];
  /** Paths that hold the lines of both. */
  readonly merged: readonly string[];
  /** Why nothing of it is to be had, where the sandbox or the workspace has refused it. */
  readonly error?: string | undefined;
  /** The set, written or waiting. */
  readonly set?: string | undefined;
}

/** A shell on a layer of the workspace: what others change meanwhile it does not see coming. */
export interface LayeredShell {
  /** Runs a script in it, to its end. */
  run(script: string): Promise<void>;
  /** Ends it, and writes what it did. */
  commit(): Promise<JobFate>;
}

/** A wrap without an agent: a layer that shells work on, one after another, and that is taken at the end of each turn. */
interface LayeredTurns {
  readonly layer: OpenKeptLayer;
  /** Begins a turn; one at a time. */
  begin(): LayeredShell;
  turn(script: string): Promise<JobFate>;
}

export type LayerWorld = Awaited<ReturnType<typeof openLayers>>;

/** Opens a sandbox that several workspaces may share. */
export async function openLayerSandbox() {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-layers-'));
  const sandbox = await createSandbox({ env: process.env, folder });
  return {
    sandbox,
    async close() {
      await sandbox.rest?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a workspace whose commands run on layers, in the real sandbox. */
export async function openLayers(sandbox: Sandbox) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-layers-')));
  const root = join(folder, 'ws');
  mkdirSync(root);
  const store = await openStore({ kind: 'memory' });
  const processID = newId();
  await store.processes.register(currentProcess(processID));
  const limits = { disk: GIB, image: 1 << 24 };
  const workspace = createWorkspace({ root, store, processID, limits, jobs: join(folder, 'jobs') });
  let turn = 0;
  const close = async () => {
    await workspace.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const openCall = () =>
    workspace.open(
      { callID: newId(), sessionID: 's', agent: 'a', turn: ++turn },
      { visible: () => true, hides: false, guarded: () => false, planned: false, maxImage: limits.image },
    );
  const commit: ShellParts['commit'] = async (call, { foreign, merged }) => {
    const met = [...foreign].sort();
    try {
      const set = await call.commit({ title: 'job', claims: [], approve: () => {} });
      return { written: (set?.changes ?? []).map(({ path }) => path).sort(), met, merged, set: set?.id };
    } catch (error) {
      const { details, message } = error as ToolError;
      const set = typeof details?.pending === 'string' ? details.pending : undefined;
      return { written: [], met, merged, set, error: message };
    }
  };
  return {
    root,
    workspace,
    openCall,
    close,
    shell: () => openShell(sandbox, root, { openCall, commit }),
    turns(): LayeredTurns {
      const layer = workspace.layers.open({ title: 'wrap', sessionID: 's', agent: 'a', at: Date.now() });
      const begin = (): LayeredShell => {
        const shell = openShell(sandbox, root, { openCall, commit, how: { kept: layer } });
        return {
          ...shell,
          async commit() {
            const fate = await shell.commit();
            if (fate.set === undefined || fate.written.length === 0) return fate;
            const rows = await store.journal.changes(fate.set);
            layer.addWritten(
              rows.flatMap(({ path, after }) => {
                if (fate.merged.includes(path) || (after && after.sha === undefined)) return [];
                return [[path, after?.sha] as const];
              }),
            );
            return fate;
          },
        };
      };
      return {
        layer,
        begin,
        async turn(script) {
          const shell = begin();
          await shell.run(script);
          return shell.commit();
        },
      };
    },
    /** Takes back a set. */
    async undo(id: string) {
      const call = openCall();
      await call.history.undoSet(id);
      await call.commit({ title: 'undo', claims: [], approve: () => {} });
    },
  };
}

interface ShellParts {
  readonly openCall: () => CallFiles;
  readonly commit: (call: CallFiles, met: Pick<LayerOutcome<unknown>, 'foreign' | 'merged'>) => Promise<JobFate>;
  readonly how?: LayerOptions;
}

function openShell(sandbox: Sandbox, root: string, { openCall, commit, how }: ShellParts): LayeredShell {
  const call = openCall();
  const { promise: input, resolve: give } = Promise.withResolvers<Writable>();
  const waiting: (() => void)[] = [];
  let said = '';
  const through = call.files.through(async ({ folder, above, hidden }) => {
    const ended = await sandbox.run({
      argv: ['bash'],
      root,
      cwd: root,
      hidden,
      env: {},
      limits: LIMITS,
      cached: false,
      view: { kind: 'overlay', layers: { folder, above } },
      onInput: give,
      onOutput: chunk => {
        said += chunk.toString();
        for (let at = said.indexOf('\n'); at >= 0; at = said.indexOf('\n')) {
          if (said.slice(0, at) === DONE) waiting.shift()?.();
          said = said.slice(at + 1);
        }
      },
    });
    if (!ended.merged) throw new Error(NO_LISTING);
    return { value: undefined, merged: ended.merged };
  }, how);
  const run = (script: string): Promise<void> =>
    new Promise(resolve => {
      waiting.push(resolve);
      void input.then(stream => stream.write(`{ ${script}\n} < /dev/null > /dev/null 2>&1\necho ${DONE}\n`));
      void through.catch(() => resolve());
    });
  return {
    run,
    async commit() {
      (await input).end();
      const left = await through.catch((error: Error) => error.message);
      if (typeof left === 'string') return { written: [], met: [], merged: [], error: left };
      return commit(call, left);
    },
  };
}

/** What is said where the sandbox cannot tell what was written: somebody has moved a folder below the running job. */
const NO_LISTING = 'no listing';
const DONE = 'toolgate-shell-done';
