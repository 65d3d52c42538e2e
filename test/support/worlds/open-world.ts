import fs from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { covers, resolveEffects } from '../../../src/pipeline/effects/resolve-effects.ts';
import { renameKeys } from '../../../src/registry/aliases.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { currentProcess } from '../../../src/system/process-identity.ts';
import { compileOutputSchema, compileSchema } from '../../../src/tool/arguments/check/compile.ts';
import { coerce } from '../../../src/tool/arguments/coerce.ts';
import type { CallContext, Context, Result } from '../../../src/tool/context.ts';
import type { Definition, Info } from '../../../src/tool/define.ts';
import type { Effects } from '../../../src/tool/effect.ts';
import { newId } from '../../../src/tool/id.ts';
import { createWorkspace } from '../../../src/workspace/create-workspace.ts';

/** For tests: a real workspace in a temporary folder, and calls of single tools in it, without a policy. */
export interface World {
  readonly root: string;
  path(relative: string): string;
  put(relative: string, content: string | Uint8Array): void;
  get(relative: string): string;
  has(relative: string): boolean;
  /** Judges, runs and commits a call. Fails when the call touched what it had not declared. */
  run(tool: Info, args: Record<string, unknown>, options?: ToolRunOptions): Promise<ToolRun>;
  dispose(): Promise<void>;
}

export interface ToolRunOptions {
  readonly turn?: number;
  readonly sessionID?: string;
  readonly visible?: (absolute: string) => boolean;
  /** Between the verdict and the run. */
  readonly meanwhile?: () => void;
}

export interface ToolRun {
  readonly asked: boolean | string;
  readonly effects: Effects;
  readonly result: Result;
  readonly output: string;
  // biome-ignore lint/suspicious/noExplicitAny: values of every tool
  readonly value: any;
  readonly chunks: readonly string[];
}

export async function openWorld(): Promise<World> {
  const root = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'toolgate-packs-')));
  const store = await openStore({ kind: 'memory' });
  const processID = newId();
  await store.processes.register(currentProcess(processID));
  const limits = { disk: 1 << 28, image: 1 << 24 };
  const workspace = createWorkspace({ root, store, processID, limits });
  let turns = 0;
  const world: World = {
    root,
    path: relative => join(root, relative),
    put(relative, content) {
      fs.mkdirSync(dirname(join(root, relative)), { recursive: true });
      fs.writeFileSync(join(root, relative), content);
    },
    get: relative => fs.readFileSync(join(root, relative), 'utf8'),
    has: relative => fs.existsSync(join(root, relative)),
    async run(tool, given, options = {}) {
      const definition = tool.definition as Definition;
      const args = await checked(definition, given);
      const identity = {
        callID: newId(),
        sessionID: options.sessionID ?? 's',
        agent: 'main',
        turn: options.turn ?? ++turns,
      };
      const opened = workspace.open(identity, {
        visible: options.visible ?? (() => true),
        planned: false,
        maxImage: 1 << 24,
      });
      const chunks: string[] = [];
      const judging: CallContext = {
        ...identity,
        role: 'orchestrator',
        messageID: 'm',
        capabilities: new Set(),
        cwd: '..',
        files: opened.files,
        history: opened.history,
      };
      const ctx: Context = {
        ...judging,
        abort: new AbortController().signal,
        metadata: () => {},
        output: chunk => void chunks.push(chunk),
        mayReach: undefined,
        workIn: () => {},
        ask: async () => {},
      };
      const effects = resolveEffects(await definition.effects!(args as never, judging), workspace.resolve);
      const { approval = false } = definition;
      const asked = typeof approval === 'function' ? await approval(args as never, judging) : approval;
      options.meanwhile?.();
      const result = await definition.execute(args as never, ctx);
      await checkValue(definition, result);
      await opened.commit({
        title: result.title ?? tool.id,
        claims: [],
        approve: observed => {
          if (!covers(effects, observed)) {
            throw new Error(`${tool.id} declared ${JSON.stringify(effects)} and touched ${JSON.stringify(observed)}`);
          }
        },
      });
      return { asked, effects, result, output: String(result.output), value: result.value, chunks };
    },
    async dispose() {
      await workspace.close();
      await store.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
  return world;
}

async function checked(definition: Definition, given: Record<string, unknown>): Promise<unknown> {
  const named = definition.parameterNames ? renameKeys(given, definition.parameterNames) : given;
  const schema = compileSchema(definition.parameters);
  const result = await schema.check(coerce(schema, named).value);
  if (!result.ok) throw new Error(`arguments: ${JSON.stringify(result.issues)}`);
  return result.value;
}

async function checkValue(definition: Definition, result: Result): Promise<void> {
  if (!definition.returns) return;
  const fits = await compileOutputSchema(definition.returns).check(result.value);
  if (!fits.ok) throw new Error(`value: ${JSON.stringify(fits.issues)}`);
}
