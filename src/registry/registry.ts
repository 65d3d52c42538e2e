import type { PresetName } from '../policy/types.ts';
import type { Alias, Info, InitContext } from '../tool/define.ts';
import type { Capability } from '../tool/effect.ts';
import { capabilitiesOf } from '../tool/effect.ts';
import { ToolError } from '../tool/error.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { ReadyOptions, ReadyTool } from '../tool/ready.ts';
import type { JsonSchema, MaybePromise } from '../tool/schema/schema.ts';
import { aliasSchema } from './aliases.ts';
import { parseToolPackManifest, RISK_PROFILES, type ToolPackManifest } from './manifest.ts';
import { RegisteredTool, type RegisterOptions } from './registered.ts';

export type RegistryEvent =
  | { readonly type: 'register'; readonly tool: string; readonly pack?: string; readonly replaced: boolean }
  | { readonly type: 'unregister'; readonly tool: string }
  | { readonly type: 'execute'; readonly tool: string; readonly callID: string; readonly ok: boolean }
  | { readonly type: 'error'; readonly tool: string; readonly message: string };

/** `classic` shows each tool by its first other name, where it has one. */
export type Vocabulary = 'canonical' | 'classic';

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export interface Found {
  readonly tool: RegisteredTool;
  /** Set when the name was not the tool's own. */
  readonly alias?: Alias;
}

/** Asked for names that are not registered; `null` when it does not know them either. */
export type ToolResolver = (name: string) => MaybePromise<Info | null | undefined>;

/** Tools that are known by a line each and loaded when they are asked for. */
export interface LazySource {
  readonly summaries: () => readonly { readonly name: string; readonly description: string }[];
  readonly resolve: ToolResolver;
  readonly options?: RegisterOptions;
}

export interface RegistryOptions {
  readonly init?: InitContext;
  readonly readText?: ReadyOptions['readText'];
  readonly toolResolver?: ToolResolver;
}

type Executor = (id: string, args: unknown, ctx?: Record<string, unknown>) => Promise<Outcome>;

/** Which tools there are. It knows names and packs; running is the pipeline's, handed in by the gate. */
export class ToolRegistry {
  readonly #names = new Map<string, Found>();
  readonly #packs = new Map<string, { manifest: ToolPackManifest | undefined; ids: string[] }>();
  readonly #listeners = new Set<(event: RegistryEvent) => void>();
  readonly #lazy: LazySource[] = [];
  readonly #ready: ReadyOptions;
  #executor: Executor | undefined;

  constructor(options: RegistryOptions = {}) {
    this.#ready = {
      init: options.init ?? { workspace: '.', cwd: '.' },
      readText:
        options.readText ??
        (() => {
          throw new ToolError(
            'EXECUTION_ERROR',
            'This registry cannot read description files; make it through createToolgate',
          );
        }),
    };
    if (options.toolResolver) this.addLazy({ summaries: () => [], resolve: options.toolResolver });
  }

  register(info: Info, options: RegisterOptions = {}): RegisteredTool {
    const tool = new RegisteredTool(info, options, this.#ready);
    const names = [tool.id, ...tool.aliases.map(alias => alias.name)];
    const earlier = this.#names.get(tool.id);
    if (tool.origin === 'foreign') this.#refuseTakenNames(tool, names);
    if (earlier && earlier.tool.id === tool.id) this.#forget(earlier.tool);
    this.#names.set(tool.id, { tool });
    for (const alias of tool.aliases) {
      const taken = this.#names.get(alias.name);
      if (taken && taken.tool.id === alias.name) continue;
      this.#names.set(alias.name, { tool, alias });
    }
    this.#emit({ type: 'register', tool: tool.id, pack: tool.pack, replaced: earlier !== undefined });
    return tool;
  }

  unregister(id: string): boolean {
    const found = this.#names.get(id);
    if (!found || found.alias) return false;
    this.#forget(found.tool);
    for (const pack of this.#packs.values()) pack.ids = pack.ids.filter(other => other !== id);
    this.#emit({ type: 'unregister', tool: id });
    return true;
  }

  /** By its own name or another one. */
  find(name: string): Found | undefined {
    return this.#names.get(name);
  }

  get(name: string): Info | undefined {
    return this.#names.get(name)?.tool.info;
  }

  /** Built-ins first, sorted by name, then the others in the order of their coming. */
  all(): readonly RegisteredTool[] {
    const tools = [...this.#names.values()].filter(found => !found.alias).map(found => found.tool);
    const builtIn = tools.filter(tool => tool.origin === 'built-in').sort((a, b) => (a.id < b.id ? -1 : 1));
    return [...builtIn, ...tools.filter(tool => tool.origin !== 'built-in')];
  }

  list(): readonly Info[] {
    return this.all().map(tool => tool.info);
  }

  names(): readonly string[] {
    return [...this.#names.keys()];
  }

  /** The tools whose required permissions are all granted. */
  async enabled(permissions: readonly Capability[] | PresetName): Promise<readonly Info[]> {
    const granted = new Set(typeof permissions === 'string' ? RISK_PROFILES[permissions] : permissions);
    const infos: Info[] = [];
    for (const tool of this.all()) {
      if (requiredOf(await tool.ready()).every(capability => granted.has(capability))) infos.push(tool.info);
    }
    return infos;
  }

  /** By a manifest, or by a name alone. The last registration of a name within one's own packs wins. */
  registerPack(
    pack: ToolPackManifest | string,
    tools: readonly Info[],
    options: RegisterOptions & { readonly keep?: (info: Info) => boolean } = {},
  ): void {
    const manifest = typeof pack === 'string' ? undefined : parseToolPackManifest(pack);
    const name = manifest?.name ?? (pack as string);
    if (manifest) assertSameTools(manifest, tools);
    const ids: string[] = [];
    const { keep = () => true, ...rest } = options;
    for (const info of tools) if (keep(info)) ids.push(this.register(info, { ...rest, pack: name }).id);
    this.#packs.set(name, { manifest, ids });
  }

  /** The tools of these packs, without repetition; an unknown pack is an error. */
  resolvePacks(names: readonly string[]): readonly Info[] {
    const infos = new Map<string, Info>();
    for (const name of names) {
      const pack = this.#packs.get(name);
      if (!pack)
        throw new ToolError(
          'INVALID_ARGUMENTS',
          `No pack is named ${JSON.stringify(name)}. There are: ${this.listPackNames().join(', ')}`,
        );
      for (const id of pack.ids) {
        const info = this.get(id);
        if (info) infos.set(id, info);
      }
    }
    return [...infos.values()];
  }

  listPackNames(): readonly string[] {
    return [...this.#packs.keys()].sort();
  }

  manifest(name: string): ToolPackManifest | undefined {
    return this.#packs.get(name)?.manifest;
  }

  addLazy(source: LazySource): void {
    this.#lazy.push(source);
  }

  /** Tools that can be loaded and are not yet. */
  summaries(): readonly { readonly name: string; readonly description: string }[] {
    return this.#lazy.flatMap(source => source.summaries()).filter(summary => !this.#names.has(summary.name));
  }

  /** Loads a lazy tool by its name. It counts as unseen until its schema was shown. */
  async load(name: string): Promise<RegisteredTool | undefined> {
    for (const source of this.#lazy) {
      const info = await source.resolve(name);
      if (!info) continue;
      if (info.id !== name) throw new ToolError('UNKNOWN_TOOL', `The resolver gave ${info.id} for ${name}`);
      return this.#names.get(name)?.tool ?? this.register(info, { origin: 'foreign', ...source.options, unseen: true });
    }
    return undefined;
  }

  /** Makes every tool ready, so that they can be described without waiting. */
  async ready(): Promise<readonly ReadyTool[]> {
    return Promise.all(this.all().map(tool => tool.ready()));
  }

  /** What models see. A tool with an async definition must be ready (`await registry.ready()`). */
  describe(vocabulary: Vocabulary = 'canonical'): readonly ToolDescription[] {
    return this.all().map(tool => {
      const ready = tool.ready();
      if (ready instanceof Promise) {
        ready.catch(() => {});
        throw new ToolError('EXECUTION_ERROR', `${tool.id} is not initialised yet`, {
          suggestion: 'await registry.ready() first.',
        });
      }
      const classic = vocabulary === 'classic' ? ready.definition.aliases?.[0] : undefined;
      return {
        name: classic?.name ?? ready.id,
        description: ready.description,
        parameters: classic ? aliasSchema(classic, ready.parameters.json) : ready.parameters.json,
      };
    });
  }

  toOpenAIFunctions(vocabulary?: Vocabulary): readonly ToolDescription[] {
    return this.describe(vocabulary);
  }

  /** Through the pipeline, never around it. */
  execute(id: string, args: unknown, ctx?: Record<string, unknown>): Promise<Outcome> {
    if (!this.#executor)
      throw new ToolError('EXECUTION_ERROR', 'This registry belongs to no gate', { suggestion: 'Use createToolgate.' });
    return this.#executor(id, args, ctx);
  }

  /** Called by the gate, once. */
  bindExecutor(executor: Executor): void {
    this.#executor = async (id, args, ctx) => {
      const outcome = await executor(id, args, ctx);
      this.#emit({ type: 'execute', tool: outcome.tool, callID: outcome.callID, ok: outcome.ok });
      if (!outcome.ok) this.#emit({ type: 'error', tool: outcome.tool, message: outcome.error.message });
      return outcome;
    };
  }

  subscribe(listener: (event: RegistryEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #refuseTakenNames(tool: RegisteredTool, names: readonly string[]): void {
    const taken = names.find(name => {
      const other = this.#names.get(name)?.tool;
      return other && other.origin !== 'foreign';
    });
    if (taken === undefined) return;
    const message = `The foreign tool ${tool.id} may not take the name ${taken}`;
    this.#emit({ type: 'error', tool: tool.id, message });
    throw new ToolError('PERMISSION_DENIED', message);
  }

  #forget(tool: RegisteredTool): void {
    for (const [name, found] of this.#names) if (found.tool === tool) this.#names.delete(name);
  }

  #emit(event: RegistryEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // A listener's failure is its own; the registry goes on.
      }
    }
  }
}

/** The capabilities a tool needs, as far as they can be said without arguments. */
export function requiredOf(ready: ReadyTool): readonly Capability[] {
  return ready.permissions?.required ?? (ready.definition.effects ? [] : capabilitiesOf('everything'));
}

function assertSameTools(manifest: ToolPackManifest, tools: readonly Info[]): void {
  const defined = new Set(tools.map(tool => tool.id));
  const missing = manifest.tools.filter(name => !defined.has(name));
  const extra = [...defined].filter(name => !manifest.tools.includes(name));
  if (missing.length === 0 && extra.length === 0) return;
  throw new ToolError(
    'INVALID_ARGUMENTS',
    `The manifest of ${manifest.name} and its code differ: not defined ${missing.join(', ') || 'none'}, not listed ${extra.join(', ') || 'none'}`,
  );
}
